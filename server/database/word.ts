import { raw, type Sql } from 'sql-template-tag'

/**
 * Puts one of a few known words into a statement's text, so that its plan suits how many rows have it and partial
 * indexes can be used. Throws for any other, whatever a contract let through.
 */
export function word(words: readonly string[], given: string): Sql {
  if (!words.includes(given) || !/^[a-z_]+$/.test(given))
    throw new Error(`${JSON.stringify(given)} is none of ${words}`)
  return raw(`'${given}'`)
}
