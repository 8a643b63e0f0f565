/** What people type or copy as a code or number. The public pages' scripts import this file, which must therefore stay small. */

import { visible } from './visible.ts'

/** Removes the blanks and unseen marks that come along with a copied code; full-width characters become plain ones. */
export const plainCode = (typed: string): string => visible(typed.normalize('NFKC')).replace(/\s/g, '')

/** Returns the six digits of an SMS code, which may be copied with the message around it. */
export function plainCaptcha(typed: string): string {
  const plain = plainCode(typed)
  return /(?:^|\D)(\d{6})(?!\d)/.exec(plain)?.[1] ?? plain.slice(0, 6)
}

/** Returns an authenticator's six digits, which many show in two groups, or a recovery code. */
export const plainTotp = (typed: string): string => plainCode(typed).toLowerCase()

/** Returns a credit code or an ID number in capitals, which may be copied in groups. */
export const plainNumber = (typed: string): string => plainCode(typed).toUpperCase().slice(0, 18)
