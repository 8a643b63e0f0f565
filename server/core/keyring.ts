import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { Config } from './config.ts'
import { hmac, sameBytes, seal, sealBytes, unseal, unsealBytes } from './seal.ts'

/** The newest key writes; older ones are only read. */
export type Keys = Pick<Config, 'secretKey' | 'secretKeysOld'>

/** Each purpose has its own derived key, so that a leaked one reveals nothing about the others. The texts must never change. */
export const purposes = [
  'id-number',
  'id-number-hash',
  'operator-totp',
  'idempotency',
  'idempotency-content',
  'jobs',
  'verification-code',
  'code-requester',
  'admin-captcha',
  'article vote',
  'device-token',
  'device-challenge',
  'files',
  'proof-challenge',
  'proof-solution',
  'sandbox-cashier',
  'backup',
  'backup-signature',
  'archive',
  'connection',
  'connection-head',
  'webhook-secret',
  'approval-half',
  'sign-in-secret',
  'directory-secret',
  'robot-secret',
  'request-link',
] as const
export type Purpose = (typeof purposes)[number]

interface Key {
  /** Twelve hex digits derived from the key itself, so that replicas agree without coordination. */
  id: string
  derive(use: string): Buffer
}

/**
 * Values sealed with a key id begin with these two bytes and the six of the id. One in 65,536 older values begins like this by
 * chance, with six random bytes in place of the id.
 */
const mark = Buffer.from('K1')
const headLength = mark.length + 6

export function deriveKey(secret: string, use: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', use, bytes))
}

const rings = new WeakMap<Keys, Key[]>()

/** Returns all keys, the writing one first. */
function ringOf(keys: Keys): Key[] {
  const cached = rings.get(keys)
  if (cached) return cached
  const ring = [keys.secretKey, ...keys.secretKeysOld].map(secret => ({
    id: deriveKey(secret, 'key id', 6).toString('hex'),
    derive: (use: string) => deriveKey(secret, use),
  }))
  rings.set(keys, ring)
  return ring
}

function writing(keys: Keys): Key {
  const [first] = ringOf(keys)
  if (!first) throw new Error('the keyring is empty')
  return first
}

export const keyIds = (keys: Keys): string[] => ringOf(keys).map(({ id }) => id)
export const writingKeyId = (keys: Keys): string => writing(keys).id

const headOf = ({ id }: Key) => Buffer.concat([mark, Buffer.from(id, 'hex')])

/** Splits a stored value into its key id and its body; a value from before keys had ids has none. */
function split(kept: Buffer): { id: string | undefined; body: Buffer } {
  if (!kept.subarray(0, mark.length).equals(mark)) return { id: undefined, body: kept }
  return { id: kept.subarray(mark.length, headLength).toString('hex'), body: kept.subarray(headLength) }
}

/** Returns the key that the id names, or all keys without an id. */
const candidates = (keys: Keys, id: string | undefined) => ringOf(keys).filter(key => id === undefined || key.id === id)

/** Seals a value for one place (`about`), so that it cannot be moved elsewhere. */
export function sealWith(keys: Keys, purpose: Purpose, plain: string, about: string): Buffer {
  const key = writing(keys)
  return Buffer.concat([headOf(key), seal(key.derive(purpose), plain, about)])
}

/** Throws when the value was altered or moved, or when its key is not in the ring. */
export function openWith(keys: Keys, purpose: Purpose, sealed: Buffer, about: string): string {
  const { id, body } = split(sealed)
  const named = id === undefined ? [] : candidates(keys, id)
  const tried = named.length ? named.map(key => ({ key, body })) : ringOf(keys).map(key => ({ key, body: sealed }))
  for (const { key, body } of tried)
    try {
      return unseal(key.derive(purpose), body, about)
    } catch {
      // Without an id only the seal itself shows which key it is.
    }
  throw new Error(`no key of the ring opens what was sealed for ${purpose}`)
}

/** Seals bytes for one place, as `sealWith` does. */
export function sealBytesWith(keys: Keys, purpose: Purpose, plain: Buffer, about: string): Buffer {
  const key = writing(keys)
  return Buffer.concat([headOf(key), sealBytes(key.derive(purpose), plain, about)])
}

/** The minimum length of a sealed value: the key id, the nonce and the tag. */
const minSealedLength = headLength + 28
/** The byte range from which `sealingKeyId` determines the key. */
export const sealedHead = { start: 0, end: minSealedLength - 1 }

/** Returns the id of the key that sealed the value; undefined if it was not sealed in this format. */
export const sealingKeyId = (sealed: Buffer): string | undefined =>
  sealed.length >= minSealedLength ? split(sealed).id : undefined

/** Throws when the value was altered or moved, or when its key is not in the ring. */
export function openBytesWith(keys: Keys, purpose: Purpose, sealed: Buffer, about: string): Buffer {
  const { id, body } = split(sealed)
  const key = ringOf(keys).find(each => each.id === id)
  if (!key) throw new Error(`no key of the ring opens what was sealed for ${purpose}`)
  return unsealBytes(key.derive(purpose), body, about)
}

/** Returns a keyed hash, for values that are compared and never read. */
export function fingerprint(keys: Keys, purpose: Purpose, text: string): Buffer {
  const key = writing(keys)
  return Buffer.concat([headOf(key), hmac(key.derive(purpose), text)])
}

/** Returns all fingerprints under which the text may be stored: with each key, and in the form from before keys had ids. */
export const fingerprints = (keys: Keys, purpose: Purpose, text: string): Buffer[] =>
  ringOf(keys).flatMap(key => {
    const hash = hmac(key.derive(purpose), text)
    return [Buffer.concat([headOf(key), hash]), hash]
  })

export const isFingerprint = (keys: Keys, purpose: Purpose, text: string, kept: Buffer): boolean =>
  fingerprints(keys, purpose, text).some(each => sameBytes(each, kept))

const signatureBy = (key: Key, purpose: Purpose, text: string) => hmac(key.derive(purpose), text).toString('base64url')

/** Returns `key id-signature`, for use in a URL, a cookie or a header. */
export function sign(keys: Keys, purpose: Purpose, text: string): string {
  const key = writing(keys)
  return `${key.id}-${signatureBy(key, purpose, text)}`
}

/** Compares the texts, because several texts decode to the same bytes. */
export function isSignature(keys: Keys, purpose: Purpose, text: string, signature: string): boolean {
  const [, id, body = ''] = /^(?:([0-9a-f]{12})-)?([\w-]{43})$/.exec(signature) ?? []
  return candidates(keys, id).some(key => sameBytes(Buffer.from(signatureBy(key, purpose, text)), Buffer.from(body)))
}

/** Returns the derived key itself, of the writing key or of the given id, for libraries that sign by themselves. */
export function keyFor(keys: Keys, purpose: Purpose, id = writingKeyId(keys)): { id: string; key: Buffer } | undefined {
  const key = ringOf(keys).find(each => each.id === id)
  return key && { id, key: key.derive(purpose) }
}

/** The DER prefix of an Ed25519 private key in PKCS #8 (RFC 8410), followed by the 32 bytes of the seed. */
const ed25519Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Returns an Ed25519 key for each key of the ring, the writing one first. */
export const signingKeys = (
  keys: Keys,
  purpose: Purpose,
): { id: string; privateKey: KeyObject; publicKey: KeyObject }[] =>
  ringOf(keys).map(({ id, derive }) => {
    const der = Buffer.concat([ed25519Head, derive(purpose)])
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    return { id, privateKey, publicKey: createPublicKey(privateKey) }
  })
