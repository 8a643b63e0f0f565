import sql, { join, raw, type Sql } from 'sql-template-tag'

/**
 * Assigns values to columns in an UPDATE; an undefined one leaves its column as it is. The text is the same whichever of them come, so that
 * the statement is planned once.
 */
export const assigned = (values: Readonly<Record<string, unknown>>): Sql =>
  join(
    Object.entries(values).map(([name, value]) => {
      const column = raw(name)
      return sql`${column} = case when ${value !== undefined}::boolean then ${value ?? null} else ${column} end`
    }),
    ', ',
  )
