import { DatabaseError } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { type Code, codes } from '#contract/codes.ts'
import { Refusal } from '#server/core/refusal.ts'

/** Selects `columns` of the CTE `name`, or fails with `what` when it has no row (functions/insist.sql). */
export const requireRow = (name: Sql, what: string, columns: Sql): Sql =>
  sql`select ${columns} from ${name} where insist(exists (select from ${name}), ${what})`

/** Fails with `what` unless the condition holds. */
export const requireThat = (condition: Sql, what: string): Sql => sql`select insist(${condition}, ${what})`

/** Returns the `what` of the failed condition, or undefined for other errors. */
export const unmet = (error: unknown): string | undefined =>
  error instanceof DatabaseError && error.code === 'PT001' ? error.message : undefined

/** Returns the refusal of a trigger that calls `insist` with a code's number, as functions/refuse_closed.sql does. */
export function unmetAsRefusal(error: unknown): Refusal | undefined {
  const code = Number(unmet(error))
  return code in codes ? new Refusal(code as Code) : undefined
}
