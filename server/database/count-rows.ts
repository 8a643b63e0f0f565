import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from './database.ts'

export const counted = z.object({ count: z.int() })

/** Returns the number that a statement selects: `countOf(database, sql`select count(*) from device`)`. */
export const countOf = async (database: Database, statement: Sql): Promise<number> =>
  (await database.one(counted)`select (${statement}) as count`).count

/** Counts the rows of a FROM clause. A subquery with a limit is not counted beyond it. */
export const countRows = (database: Database, from: Sql): Promise<number> =>
  countOf(database, sql`select count(*) from ${from}`)

const answered = z.object({ answer: z.boolean() })

/** Reports whether a condition holds. */
export const holds = async (database: Database, condition: Sql): Promise<boolean> =>
  (await database.one(answered)`select ${condition} as answer`).answer
