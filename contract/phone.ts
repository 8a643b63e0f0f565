/** What people type as a phone. The login at the foot of the home page uses this file, which must therefore stay small. */

import { plainCode } from './plain-code.ts'

/** Removes what people write or copy into a phone, and the country's number. */
export const plainPhone = (phone: string): string =>
  plainCode(phone)
    .replace(/[\u2010-\u2015\u2212-]/g, '')
    .replace(/^\+?86(?=1\d{10}$)/, '')

/** Returns the phone that somebody typed or copied as a whole, perhaps as +86 138 0000 0002. */
export function wholePhone(typed: string): string | undefined {
  const digits = plainPhone(typed)
  return /^1\d{10}$/.test(digits) ? digits : undefined
}
