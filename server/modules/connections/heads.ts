import { z } from 'zod'
import { type Head, type HeadKind, headText, parseHead } from '#contract/passport/head.ts'
import { chainStart, isSigned, keyLetters, signText } from '#server/core/connection-chain.ts'
import { type Keys, signingKeys } from '#server/core/keyring.ts'
import type { ChainEnd } from './chain.sql.ts'

const purpose = 'connection-head'

export interface SignedText {
  signed: string
  signature: string
}

const signedText = z.object({ signed: z.string(), signature: z.string() })

/** Parses a head that was kept as a file; undefined for anything else. */
export function readSignedText(content: string): SignedText | undefined {
  try {
    return signedText.safeParse(JSON.parse(content)).data
  } catch {
    return undefined
  }
}

/** Returns all keys of the ring, the present signing key first. */
export const signers = (keys: Keys) => signingKeys(keys, purpose)

/** Returns the present signing key, the id of its master key, and its text form. */
export function signingKey(keys: Keys) {
  const [key] = signers(keys)
  if (!key) throw new Error('the keyring is empty')
  return { id: key.id, privateKey: key.privateKey, letters: keyLetters(key.publicKey) }
}

/** Stands for the id of a signing key that the portal no longer has. */
export const lostKey = 'lost'

export function signHead(keys: Keys, kind: HeadKind, company: string, at: { number: number; hash: Buffer }): ChainEnd {
  const head: Head = { kind, company, number: at.number, hash: at.hash.toString('hex'), at: new Date().toISOString() }
  return signAgain(keys, { ...at, signed: headText(head) })
}

/** Signs the same text with the present key. */
export function signAgain<Signed extends Pick<SignedText, 'signed'>>(keys: Keys, signed: Signed) {
  const { id, privateKey } = signingKey(keys)
  return { ...signed, signature: signText(privateKey, signed.signed), key_id: id }
}

/** The end of a company's chain before its first link. */
export const firstEnd = (keys: Keys, companyId: string): ChainEnd =>
  signHead(keys, 'end', companyId, { number: 0, hash: chainStart(companyId) })

/** Returns the content of a signed head; undefined unless a key of the ring has signed it for this company. */
export function openHead(keys: Keys, companyId: string, { signed, signature }: SignedText): Head | undefined {
  const head = parseHead(signed)
  if (!head || head.company !== companyId) return undefined
  return signers(keys).some(({ publicKey }) => isSigned(publicKey, signed, signature)) ? head : undefined
}

/** Reports whether a head's row agrees with its signed text. */
export function isGenuine(keys: Keys, companyId: string, kind: HeadKind, row: ChainEnd): boolean {
  const head = openHead(keys, companyId, row)
  return head?.kind === kind && head.number === row.number && head.hash === row.hash.toString('hex')
}
