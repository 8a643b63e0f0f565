import { raw, type Sql } from 'sql-template-tag'

/**
 * Puts one of a few known words into a statement's text, so that its plan suits how many rows have it and partial
 * indexes can be used. Throws for any other, whatever a contract let through.
 */
export function word(words: readonly string[], input: string): Sql {
  if (!words.includes(input) || !/^[a-z_]+$/.test(input))
    throw new Error(`${JSON.stringify(input)} is none of ${words}`)
  return raw(`'${input}'`)
}
