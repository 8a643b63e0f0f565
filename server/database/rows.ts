import { z } from 'zod'
import type { RowSchema } from './database.ts'
import type { Statement } from './statements.ts'

/** The number of rows of each statement that are parsed. */
let checking = 0

/**
 * Enables parsing rows by the schema that their statement names: all rows in tests, the first of each statement in the
 * demonstration, which should be as fast as production.
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

/** Throws if a row lacks a column of its schema, has an extra one, or holds a value that the schema does not accept. */
export function checked<Row>(schema: RowSchema, rows: Row[], statement: Statement): Row[] {
  if (!checking) return rows
  for (const row of checking === 1 ? rows.slice(0, 1) : rows) {
    const { error } = strict(schema).safeParse(row)
    if (error)
      throw new Error(`a row is not as its schema says: ${z.prettifyError(error)}\n${statement.text.slice(0, 400)}`)
  }
  return rows
}
