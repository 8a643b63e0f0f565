import { z } from 'zod'
import type { RowSchema } from './database.ts'
import type { Statement } from './statements.ts'

/** The number of rows of each statement that are parsed. */
let checking = 0

/**
 * Makes the rows from here on be parsed by the schema that their statement names: all of them in tests, the first of
 * each statement in the demonstration, which is to be as quick as production.
 */
export function checkRows(which: 'all' | 'first'): void {
  checking = Math.max(checking, which === 'all' ? Number.POSITIVE_INFINITY : 1)
}

const strictOf = new WeakMap<RowSchema, z.ZodObject>()

function strict(schema: RowSchema): z.ZodObject {
  const cached = strictOf.get(schema)
  if (cached) return cached
  const made = z.strictObject(schema.shape)
  strictOf.set(schema, made)
  return made
}

/** Throws when a row lacks a column of its schema, has one beside it, or holds something other than it says. */
export function checked<Row>(schema: RowSchema, rows: Row[], statement: Statement): Row[] {
  if (!checking) return rows
  for (const row of checking === 1 ? rows.slice(0, 1) : rows) {
    const { error } = strict(schema).safeParse(row)
    if (error)
      throw new Error(`a row is not as its schema says: ${z.prettifyError(error)}\n${statement.text.slice(0, 400)}`)
  }
  return rows
}
