import sql, { type Sql } from 'sql-template-tag'

/** Returns a `like` pattern that matches `text` literally at any position: its wildcards are escaped. */
export const containing = (text: string): string => `%${beginningWith(text)}`

/** Returns a `like` pattern that matches texts beginning with `text`. */
export const beginningWith = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`

/** Reports whether case matters for a text. Without letters, `like` takes a fraction of the time of `ilike`. */
export const hasLetters = (text: string): boolean => text.toLowerCase() !== text.toUpperCase()

/**
 * Tests whether a text contains a part, ignoring case. Words of two characters have no trigram by which an index could find them.
 */
export const hasPart = (column: Sql, part: string): Sql =>
  hasLetters(part) ? sql`${column} ilike ${containing(part)}` : sql`${column} like ${containing(part)}`
