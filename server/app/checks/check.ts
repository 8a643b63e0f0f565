/** An obstacle to the start; the message is one sentence with the remedy, for the person at the terminal. */
export class StartupError extends Error {}

/** A defect that does not prevent startup: the start logs it, and doctor fails. */
export class StartupWarning extends Error {}

/** A check that runs before startup creates or changes anything, and changes nothing itself. */
export interface Check {
  name: string
  /** Returns a short description of the result. Throws StartupError or StartupWarning, or another error with such a message. */
  run(): Promise<string>
}

/** The finding of one check, or the error that it threw. */
export type Finding = { name: string } & ({ about: string } | { error: unknown })

/** Runs all checks in parallel and returns their findings in order. */
export const runChecks = (checks: readonly Check[]): Promise<Finding[]> =>
  Promise.all(
    checks.map(({ name, run }) =>
      run().then(
        about => ({ name, about }),
        (error: unknown) => ({ name, error }),
      ),
    ),
  )
