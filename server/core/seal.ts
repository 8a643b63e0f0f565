import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** AES-256-GCM: 12 bytes nonce, 16 bytes tag, ciphertext. `about` binds the value to its place, so it can't be moved. */
export function sealBytes(key: Buffer, plain: Buffer, about: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  const body = [cipher.update(plain), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...body])
}

/** Throws when the value was altered, moved or sealed with another key. */
export function unsealBytes(key: Buffer, sealed: Buffer, about: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(about))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}

export const seal = (key: Buffer, plain: string, about: string): Buffer => sealBytes(key, Buffer.from(plain), about)
export const unseal = (key: Buffer, sealed: Buffer, about: string): string =>
  unsealBytes(key, sealed, about).toString('utf8')

export const hmac = (key: Buffer, value: string): Buffer => createHmac('sha256', key).update(value).digest()

export const sameBytes = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
