import type { Database } from './database.ts'
import { allowUnrecorded } from './unrecorded.ts'

class RolledBack extends Error {
  readonly outcome: unknown
  constructor(outcome: unknown) {
    super('preview')
    this.outcome = outcome
  }
}

/**
 * Runs `work` in a transaction that is never committed and returns its outcome. The preview is the real change, rolled back, so
 * that it cannot differ from it.
 */
export function runRolledBack<Outcome>(
  database: Database,
  work: (transaction: Database) => Promise<Outcome>,
): Promise<Outcome> {
  return database
    .transaction(async transaction => {
      await allowUnrecorded(transaction, 'taken back')
      throw new RolledBack(await work(transaction))
    })
    .catch(error => {
      // Thrown two lines above, with the outcome of `work`.
      if (error instanceof RolledBack) return error.outcome as Outcome
      throw error
    })
}

/** Runs `work`, or previews its effect. */
export async function carryOut<Outcome extends object>(
  database: Database,
  preview: boolean,
  work: (transaction: Database) => Promise<Outcome>,
): Promise<Outcome & { done: boolean }> {
  if (preview) return { ...(await runRolledBack(database, work)), done: false }
  return database.transaction(async transaction => ({ ...(await work(transaction)), done: true }))
}
