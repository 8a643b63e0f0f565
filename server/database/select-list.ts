import { raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { RowSchema } from './database.ts'

/**
 * Lists the columns of a row schema for a SELECT. A field is read from the column of its name, or from the column or expression in
 * brackets that `columns` gives. `table` is given if a join makes the column names ambiguous.
 */
export function selectList(schema: RowSchema, columns: Record<string, string> = {}, table?: string): Sql {
  const prefix = table ? `${table}.` : ''
  // A single text, because joining fragments would take longer for every statement.
  const fields = Object.keys(schema.shape).map(field => {
    const column = columns[field]
    if (column === undefined) return `${prefix}${field}`
    return `${column.startsWith('(') ? '' : prefix}${column} as ${field}`
  })
  return raw(fields.join(', '))
}

/** Describes rows of the right side of a left join, whose columns are all null if there is no such row. */
export const leftJoined = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) => {
  const shape: z.ZodRawShape = schema.shape
  const fields = Object.entries(shape).map(([name, field]) => [name, z.nullable(field)])
  // Object.fromEntries loses the type of each field.
  return z.object(Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodNullable<Shape[Name]> })
}
