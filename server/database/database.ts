import type { Sql } from 'sql-template-tag'

/** What a room's queries take first: the pool, a checked-out connection, a transaction or a company's view of either. */
export interface Database {
  /** All rows of the answer. */
  rows<Row extends object>(statement: Sql): Promise<Row[]>
  /** The first row, or undefined. */
  row<Row extends object>(statement: Sql): Promise<Row | undefined>
  /** How many rows an insert, update or delete touched: what guarded statements are judged by. */
  change(statement: Sql): Promise<number>
  /** Runs `work` in one transaction on one connection; nested calls become savepoints. Rolls back when `work` throws. */
  transaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result>
}
