import type { z } from 'zod'

/** The columns of a row: a record of the contract, fields picked from one, or a query's own columns. */
export type RowSchema = z.ZodObject

/** An SQL template tag: each `${…}` is a parameter or nested SQL. */
export type SqlTag<Result> = (strings: readonly string[], ...values: readonly unknown[]) => Promise<Result>

/**
 * The first parameter of queries: the pool, a checked-out connection, a transaction or a company's view of either. A statement that
 * names its row schema returns rows of that shape. Tests and the demonstration parse each row, so that a column missing from the
 * statement is reported by name. Such rows hold instants as ISO 8601 text, as the contract's answers do.
 */
export interface Database {
  /** Returns all rows: ``database.rows(record)`select …` ``. */
  rows<Schema extends RowSchema>(schema: Schema): SqlTag<z.output<Schema>[]>
  /** Returns the first row, or undefined. */
  row<Schema extends RowSchema>(schema: Schema): SqlTag<z.output<Schema> | undefined>
  /** Returns the row of a statement that always has one, such as an aggregate or an insertion that nothing skips. Throws without it. */
  one<Schema extends RowSchema>(schema: Schema): SqlTag<z.output<Schema>>
  /** Returns the number of rows that an insert, update or delete affected, which guarded statements check. */
  change: SqlTag<number>
  /**
   * Runs `work` in one transaction on one connection. Nested calls become savepoints. Rolls back when `work` throws.
   */
  transaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result>
}
