import type { Database } from '#server/database/database.ts'
import { connect, type PoolOptions } from '#server/database/pool.ts'

/** What a command knows of the database that it has reached. */
export type Reached = Pick<PoolOptions, 'url' | 'log'>

/** Runs `work` in one transaction on a connection of its own, which is closed afterwards. */
export async function inTransaction(database: Reached, work: (transaction: Database) => Promise<void>): Promise<void> {
  const pools = connect({ ...database, size: 1 })
  try {
    await pools.system.transaction(work)
  } finally {
    await pools.end()
  }
}
