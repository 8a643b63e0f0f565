import sql, { type Sql } from 'sql-template-tag'

/** Makes a pattern for `like` that finds `text` as typed anywhere: its wildcards are escaped. */
export const containing = (text: string): string => `%${beginningWith(text)}`

/** Makes the same for what begins with `text`. */
export const beginningWith = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Reports whether upper and lower case have to match each other. Where there are no letters, `like` does it in a
 * fraction of the time of `ilike`.
 */
export const hasLetters = (text: string): boolean => text.toLowerCase() !== text.toUpperCase()

/**
 * Tests whether a text has a part, whatever its case. Words of two characters have no trigram that an index could find
 * them by.
 */
export const hasPart = (column: Sql, part: string): Sql =>
  hasLetters(part) ? sql`${column} ilike ${containing(part)}` : sql`${column} like ${containing(part)}`
