import sql, { join, raw, type Sql } from 'sql-template-tag'

/**
 * Assigns values to columns in an UPDATE; an undefined value leaves its column unchanged. The SQL text is the same for any subset
 * of values, so that the statement is planned once.
 */
export const assigned = (values: Readonly<Record<string, unknown>>): Sql =>
  join(
    Object.entries(values).map(([name, value]) => {
      const column = raw(name)
      return sql`${column} = case when ${value !== undefined}::boolean then ${value ?? null} else ${column} end`
    }),
    ', ',
  )
