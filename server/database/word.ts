import { raw, type Sql } from 'sql-template-tag'

/**
 * Inserts one of a few known words into a statement's text, so that its plan suits the number of rows with that word and partial
 * indexes can be used. Throws for any other word, even if a contract accepted it.
 */
export function word(words: readonly string[], input: string): Sql {
  if (!words.includes(input) || !/^[a-z_]+$/.test(input))
    throw new Error(`${JSON.stringify(input)} is none of ${words}`)
  return raw(`'${input}'`)
}
