import type { Database } from '#server/database/database.ts'

class TakenBack extends Error {
  readonly outcome: unknown
  constructor(outcome: unknown) {
    super('preview')
    this.outcome = outcome
  }
}

/**
 * Does `work`, or only finds out what it would do. What would happen is what does happen and is then taken back: a
 * preview can't tell anything else.
 */
export function carryOut<Outcome extends object>(
  system: Database,
  preview: boolean,
  work: (transaction: Database) => Promise<Outcome>,
): Promise<Outcome & { done: boolean }> {
  if (!preview) return system.transaction(async transaction => ({ ...(await work(transaction)), done: true }))
  return system
    .transaction(async transaction => {
      throw new TakenBack(await work(transaction))
    })
    .catch(error => {
      // `work` is what has thrown it, two lines above.
      if (error instanceof TakenBack) return { ...(error.outcome as Outcome), done: false }
      throw error
    })
}
