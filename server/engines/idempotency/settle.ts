import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '#server/database/database.ts'

type Settle = (transaction: Database, answer: object) => Promise<void>

const current = new AsyncLocalStorage<Settle>()

/** Runs the work of an `outside` request, whose transaction may keep the answer behind the request's key. */
export const settling = <Result>(keep: Settle, work: () => Promise<Result>): Promise<Result> => current.run(keep, work)

/**
 * Stores the answer of an `outside` request in the transaction that makes its change, as its last step: a repetition gets it even
 * if the process is killed between that transaction and the answer. Returns the answer. The transaction must be a system
 * transaction, and no later change may affect the answer.
 */
export async function settle<Answer extends object>(transaction: Database, answer: Answer): Promise<Answer> {
  await current.getStore()?.(transaction, answer)
  return answer
}
