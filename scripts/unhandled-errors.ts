import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** The place where `scripts/check.ts` finds them: vitest's JSON report fails the run for them but leaves them out. */
export const unhandledReport = 'reports/unhandled.json'

/** Writes the errors that no test caught, as a list of texts with their stacks. */
export default class implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>) {
    writeFileSync(unhandledReport, JSON.stringify(errors.map(error => error.stack ?? error.message)))
  }
}
