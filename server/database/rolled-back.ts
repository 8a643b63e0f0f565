import type { Database } from './database.ts'
import { allowUnrecorded } from './unrecorded.ts'

class TakenBack extends Error {
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
export function rolledBack<Outcome>(
  database: Database,
  work: (transaction: Database) => Promise<Outcome>,
): Promise<Outcome> {
  return database
    .transaction(async transaction => {
      await allowUnrecorded(transaction, 'taken back')
      throw new TakenBack(await work(transaction))
    })
    .catch(error => {
      // Thrown two lines above, with the outcome of `work`.
      if (error instanceof TakenBack) return error.outcome as Outcome
      throw error
    })
}

/** Runs `work`, or previews its effect. */
export async function carryOut<Outcome extends object>(
  database: Database,
  preview: boolean,
  work: (transaction: Database) => Promise<Outcome>,
): Promise<Outcome & { done: boolean }> {
  if (preview) return { ...(await rolledBack(database, work)), done: false }
  return database.transaction(async transaction => ({ ...(await work(transaction)), done: true }))
}
