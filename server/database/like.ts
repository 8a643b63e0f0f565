import sql, { type Sql } from 'sql-template-tag'

/** A pattern for `like` that finds `text` as typed anywhere: what would be a wildcard is none. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Whether a text has a part, whatever its case. Chinese has none, and `like` goes through a table many times as fast as `ilike`:
 * words of two characters have no trigram that an index could find them by.
 */
export const hasPart = (column: Sql, part: string): Sql =>
  /[a-z]/i.test(part) ? sql`${column} ilike ${containing(part)}` : sql`${column} like ${containing(part)}`
