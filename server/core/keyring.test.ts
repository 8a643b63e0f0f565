import { createCipheriv, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  deriveKey,
  fingerprint,
  fingerprints,
  isFingerprint,
  isSignature,
  type Keys,
  keyFor,
  keyIds,
  openWith,
  purposes,
  sealWith,
  sign,
  signingKeys,
} from './keyring.ts'
import { hmac, seal } from './seal.ts'

const [first, second, third] = ['1', '2', '3'].map(digit => digit.repeat(32)) as [string, string, string]
const ring = (secretKey: string, ...secretKeysOld: string[]): Keys => ({ secretKey, secretKeysOld })
const [before, after, without] = [ring(first), ring(second, first), ring(second)]

test('the newest key writes, older ones are read, and one that is gone is not', () => {
  const old = sealWith(before, 'id-number', 'text', 'place')
  const renewed = sealWith(after, 'id-number', 'text', 'place')
  expect(openWith(after, 'id-number', old, 'place')).toBe('text')
  expect(openWith(without, 'id-number', renewed, 'place')).toBe('text')
  expect(() => openWith(without, 'id-number', old, 'place')).toThrow('no key of the ring')
  expect(() => openWith(before, 'id-number', renewed, 'place')).toThrow('no key of the ring')
  expect(renewed.subarray(2, 8).toString('hex')).toBe(keyIds(after)[0])
})

test('a value sealed for another place or purpose, or with a flipped bit, cannot be opened', () => {
  const sealed = sealWith(after, 'id-number', 'text', 'place')
  expect(() => openWith(after, 'id-number', sealed, 'elsewhere')).toThrow()
  expect(() => openWith(after, 'jobs', sealed, 'place')).toThrow()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => openWith(after, 'id-number', changed, 'place'), String(at)).toThrow()
  }
})

test('values from before key ids are read with any matching key of the ring', () => {
  const sealed = seal(deriveKey(first, 'operator-totp'), 'text', 'place')
  expect(openWith(after, 'operator-totp', sealed, 'place')).toBe('text')
  expect(() => openWith(without, 'operator-totp', sealed, 'place')).toThrow()
  const hash = hmac(deriveKey(first, 'verification-code'), 'text')
  expect(isFingerprint(after, 'verification-code', 'text', hash)).toBe(true)
  expect(isFingerprint(without, 'verification-code', 'text', hash)).toBe(false)
  const signature = hmac(deriveKey(first, 'files'), 'text').toString('base64url')
  expect(isSignature(after, 'files', 'text', signature)).toBe(true)
  expect(isSignature(without, 'files', 'text', signature)).toBe(false)
})

test('a fingerprint is found under every key, a signature by its id', () => {
  const [old, renewed] = [fingerprint(before, 'jobs', 'text'), fingerprint(after, 'jobs', 'text')]
  expect(fingerprints(after, 'jobs', 'text')).toEqual(expect.arrayContaining([old, renewed]))
  expect(isFingerprint(after, 'jobs', 'other', old)).toBe(false)
  const signature = sign(before, 'files', 'text')
  expect(isSignature(after, 'files', 'text', signature)).toBe(true)
  expect(isSignature(without, 'files', 'text', signature)).toBe(false)
  expect(isSignature(after, 'device-token', 'text', signature)).toBe(false)
  // The id names the key: a signature under another key's id is invalid, even if the ring has the right key.
  const [, body] = [...signature.split('-', 1), signature.slice(13)]
  expect(isSignature(after, 'files', 'text', `${keyIds(after)[0]}-${body}`)).toBe(false)
  for (const bad of ['', `${signature}=`, `${signature} `, signature.toUpperCase(), signature.slice(1)])
    expect(isSignature(after, 'files', 'text', bad), bad).toBe(false)
})

test('every use and every key has a derived key of its own', () => {
  const derived = purposes.flatMap(purpose =>
    [first, second, third].map(secret => keyFor(ring(secret), purpose)?.key.toString('hex')),
  )
  expect(new Set(derived).size).toBe(purposes.length * 3)
  expect(keyFor(without, 'jobs', keyIds(before)[0])).toBeUndefined()
  expect(signingKeys(after, 'backup-signature').map(({ id }) => id)).toEqual(keyIds(after))
})

// One in 65,536 values sealed before keys had ids begins with the mark; the id after it belongs to no key of the ring.
test('a value from before key ids is read even if its nonce starts with the mark', () => {
  const nonce = Buffer.concat([Buffer.from('K1'), randomBytes(10)])
  const cipher = createCipheriv('aes-256-gcm', deriveKey(first, 'id-number'), nonce).setAAD(Buffer.from('place'))
  const body = Buffer.concat([cipher.update('text'), cipher.final()])
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body])
  expect(openWith(after, 'id-number', sealed, 'place')).toBe('text')
  expect(() => openWith(without, 'id-number', sealed, 'place')).toThrow('no key of the ring')
})

test('random bytes starting with the mark are refused rather than misread', () => {
  const looksNew = Buffer.concat([Buffer.from('K1'), randomBytes(60)])
  expect(() => openWith(after, 'jobs', looksNew, 'place')).toThrow('no key of the ring')
})

test('only the listed files derive from SECRET_KEY, seal or sign with it', () => {
  const server = join(import.meta.dirname, '..')
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    file => /\.ts$/.test(file) && !/\.test\.ts$|^testing\//.test(file),
  )
  const using = files.filter(file =>
    /\.secretKey\b|\bsecretKey\b.*=|hkdf|createCipheriv|createHmac|from '#server\/core\/seal\.ts'/.test(
      readFileSync(join(server, file), 'utf8'),
    ),
  )
  expect(using.toSorted()).toEqual([
    'app/http/metrics.ts',
    'core/config.ts',
    'core/keyring.ts',
    'core/seal.ts',
    // Cloud services, directory providers, robots and the tax service have their own keys.
    'integrations/aliyun/acs3.ts',
    'integrations/contacts/callbacks.ts',
    'integrations/contacts/message-cipher.ts',
    'integrations/pushes/robot.ts',
    'integrations/tax/nuonuo-sign.ts',
    'integrations/webhooks/signature.ts',
    // The chat's server has its own key, CHAT_SECRET.
    'modules/accounts/accounts.ts',
  ])
})
