import { ability } from './ability.ts'
import type { Database } from './database.ts'

type Transaction = Database['transaction']
const snapshots = ability<Transaction>()

/** Lets `handle`, which is not a transaction, begin one that reads a snapshot taken at its first statement. */
export const giveSnapshots = (handle: Database, transaction: Transaction): void => snapshots.give(handle, transaction)

/** Reads from a single snapshot. */
export async function readSnapshot<Answer>(
  handle: Database,
  read: (snapshot: Database) => Promise<Answer>,
): Promise<Answer> {
  const answers = inSnapshot(handle, async function* (snapshot) {
    yield await read(snapshot)
  })
  for await (const answer of answers) return answer
  throw new Error('nothing was read')
}

/**
 * Reads successive batches from one snapshot, so that concurrent changes neither repeat nor skip a row. It holds a connection until
 * the last batch is consumed, so the consumer must not wait for anything else.
 */
export async function* inSnapshot<Batch>(
  handle: Database,
  read: (snapshot: Database) => AsyncIterable<Batch>,
): AsyncGenerator<Batch> {
  const transaction = snapshots.of(handle)
  if (!transaction) throw new Error('只有连接池的句柄才能读取某一刻的内容')
  const begun = Promise.withResolvers<Database>()
  const over = Promise.withResolvers<void>()
  // Without a connection nothing awaits it, and an unhandled rejection ends the process.
  over.promise.catch(() => {})
  const ended = transaction(snapshot => {
    begun.resolve(snapshot)
    return over.promise
  })
  // Without a connection there is nothing to read; a failed read is thrown below.
  ended.catch(begun.reject)
  try {
    yield* read(await begun.promise)
    over.resolve()
    await ended
  } catch (error) {
    over.reject(error)
    throw error
  } finally {
    // A consumer that stops early leaves nothing to undo.
    over.resolve()
    await ended.catch(() => {})
  }
}
