import { plainPhone } from '#contract/people.ts'

/** Returns the phone that somebody typed or copied as a whole, perhaps as +86 138 0000 0002. */
export function wholePhone(typed: string): string | undefined {
  const digits = plainPhone(typed)
  return /^1\d{10}$/.test(digits) ? digits : undefined
}
