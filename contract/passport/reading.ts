import { areFormerKeys, isKey, isSignedText, jsonOf, passportFormat } from './format.ts'
import type { FormerKey } from './former-keys.ts'

/** More than the portal's largest files have. A longer text than this would not fit into a program's memory. */
export const mostBytes = 256 * 1024 * 1024

/** How a file is decoded. Bytes that are no UTF-8 are not replaced, and no mark is dropped: the signature is over the bytes. */
export const decoding = { fatal: true, ignoreBOM: true } as const

/** Returns heads as downloaded: one object with `heads`, or one head a line. Undefined if the text is no such file. */
export function headsIn(text: string): { signed: string; signature: string }[] | undefined {
  const whole = jsonOf(text)
  const heads =
    typeof whole === 'object' && whole !== null && 'heads' in whole && Array.isArray(whole.heads)
      ? (whole.heads as unknown[])
      : text.split('\n').flatMap(line => (line.trim() ? [jsonOf(line)] : []))
  return text.trim() && heads.every(isSignedText) ? heads : undefined
}

/** Returns the keys that the portal publishes. Undefined if the text is no such file. */
export function keysIn(text: string): { key: string; former: FormerKey[] } | undefined {
  const read = jsonOf(text)
  if (typeof read !== 'object' || read === null || !('key' in read) || !isKey(read.key)) return undefined
  const former = 'former' in read ? read.former : []
  return areFormerKeys(former) ? { key: read.key, former } : undefined
}

/** Reports whether the text begins like a passport, so that its checks can say what is wrong with it. */
export const looksLikePassport = (text: string): boolean => text.slice(0, 200).includes(passportFormat)
