import type { Database } from './database.ts'

/**
 * Serializes the transactions that lock the same name: each waits until the one before has ended. For rules over rows that do not
 * exist yet, such as a largest number of them, which no row lock can guard. A name must be used for one purpose alone.
 */
export const lockName = (transaction: Database, name: string) =>
  transaction.change`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
