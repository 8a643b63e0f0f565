import type { PoolClient, QueryResult } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { counted } from './count-rows.ts'
import type { Database, RowSchema } from './database.ts'
import { sendGroup } from './message-group.ts'
import { checked } from './rows.ts'
import { type NamedStatement, named, type Statement } from './statements.ts'

type Pair = (first: Statement, second: Statement) => Promise<[QueryResult, QueryResult]>
const pairOf = new WeakMap<Database, Pair>()

/** Lets `handle`, which is no transaction, send two statements together. */
export const givePairs = (handle: Database, pair: Pair): void => void pairOf.set(handle, pair)

/** Sends two statements as one message group, after `before`. */
export const pairAfter =
  (before: readonly NamedStatement[]) =>
  async (client: PoolClient, first: Statement, second: Statement): Promise<[QueryResult, QueryResult]> => {
    let answer: QueryResult | undefined
    const ahead = before.map(statement => ({ statement }))
    const answered = (result: QueryResult) => {
      answer = result
    }
    const last = await sendGroup(
      client,
      [...ahead, { statement: named(client, first), answered }],
      named(client, second),
    )
    if (!answer) throw new Error('a statement of a group was not answered')
    return [answer, last]
  }

/** Reads a list and the number that `count` selects in one trip, on one connection. */
export async function rowsAndCount<Schema extends RowSchema>(
  handle: Database,
  schema: Schema,
  list: Sql,
  count: Sql,
): Promise<{ rows: z.output<Schema>[]; count: number }> {
  const counting = sql`select (${count}) as count`
  const pair = pairOf.get(handle)
  if (!pair) {
    const [rows, row] = await Promise.all([handle.rows(schema)`${list}`, handle.row(counted)`${counting}`])
    return { rows, count: row?.count ?? 0 }
  }
  const [number, { rows }] = await pair(counting, list)
  // Without checks of rows, what the statement selects is taken to be what its schema says, as everywhere.
  const found = checked(schema, rows as z.output<Schema>[], list)
  return { rows: found, count: checked(counted, number.rows as z.output<typeof counted>[], counting)[0]?.count ?? 0 }
}
