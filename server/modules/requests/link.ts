import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { requestLinkPath } from '#contract/paths.ts'
import { isSignature, type Keys, sign } from '#server/core/keyring.ts'

/** Hours for which a link in a group is valid. */
const linkHours = 72

const named = z.object({ companyId: id, requestId: id, expires: z.coerce.number().int() })
const textOf = (parts: readonly string[]) => parts.join('.')

/**
 * Returns a path that opens one request for three days. It grants nothing: a group's message may be passed on, so the link only
 * names what is to be decided, and the decision is made by the person who has logged in (decision 0040).
 */
export function requestLink(keys: Keys, companyId: string, requestId: string, now = Date.now()): string {
  const text = textOf([companyId, requestId, String(Math.floor(now / 1000) + linkHours * 3600)])
  return requestLinkPath(`${text}.${sign(keys, 'request-link', text)}`)
}

/** Returns what a link names, or why it is invalid. */
export function readRequestLink(
  keys: Keys,
  link: string,
  now = Date.now(),
): { companyId: string; requestId: string } | 'forged' | 'expired' {
  const [companyId = '', requestId = '', expires = '', signature = '', ...more] = link.split('.')
  const text = textOf([companyId, requestId, expires])
  if (more.length || !isSignature(keys, 'request-link', text, signature)) return 'forged'
  const read = named.safeParse({ companyId, requestId, expires })
  if (!read.success) return 'forged'
  return read.data.expires * 1000 <= now ? 'expired' : read.data
}
