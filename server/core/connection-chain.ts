import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { PassportCrypto } from '#contract/passport/check.ts'
import { linkParts } from '#contract/passport/head.ts'

/**
 * The chain of a company's connections: the content of a link, its connection to the previous one, and the signature of the end.
 * The portal writes it, and `npm run verify-passport` checks it without the portal, so nothing here depends on the database. What
 * the page that checks a passport needs too is in contract/passport.
 */

/** The report of an opened connection. Instants are ISO 8601 in UTC with milliseconds. */
export interface OpenedFact {
  connection: string
  line: string
  address: string
  shop: string | null
  platform: string | null
  shop_number: string | null
  employee: string
  device: string
  key: string
  findings: string[]
  started_at: string
  device_started_at: string
}

/** The report of a closed connection. It repeats everything, so that it stays readable after the opening was trimmed. */
export interface ClosedFact extends OpenedFact {
  ended_at: string
  end_reason: string
}

/** Returns the exact text that is hashed. The members are always in this order. */
export function openedText(fact: OpenedFact): string {
  return JSON.stringify({ fact: 'opened', ...ordered(fact) })
}
export function closedText(fact: ClosedFact): string {
  return JSON.stringify({ fact: 'closed', ...ordered(fact), ended_at: fact.ended_at, end_reason: fact.end_reason })
}

const ordered = (fact: OpenedFact) => ({
  connection: fact.connection,
  line: fact.line,
  address: fact.address,
  shop: fact.shop,
  platform: fact.platform,
  shop_number: fact.shop_number,
  employee: fact.employee,
  device: fact.device,
  key: fact.key,
  findings: fact.findings,
  started_at: fact.started_at,
  device_started_at: fact.device_started_at,
})

const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The predecessor of a company's first link. */
export const chainStart = (companyId: string): Buffer => sha256(`haiyilian-connections ${companyId}`)

export const digestOf = (text: string): Buffer => sha256(text)

export const linkHash = (before: Buffer, number: number, digest: Buffer): Buffer =>
  sha256(...linkParts(before, number, digest))

export const signText = (privateKey: KeyObject, text: string): string =>
  sign(null, Buffer.from(text), privateKey).toString('base64url')

export function isSigned(publicKey: KeyObject, text: string, signature: string): boolean {
  try {
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

/** Returns a public key as 43 characters, as used in files and on pages. */
export const keyLetters = (publicKey: KeyObject): string => String(publicKey.export({ format: 'jwk' }).x)

/** Throws if the letters are not a key. */
export const keyOfLetters = (letters: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: letters }, format: 'jwk' })

export const nodeCrypto: PassportCrypto = {
  sha256,
  isSigned(letters, text, signature) {
    try {
      return isSigned(keyOfLetters(letters), text, signature)
    } catch {
      return false
    }
  },
}
