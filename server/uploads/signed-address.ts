import { type Config, deriveKey } from '../config.ts'
import { hmac, sameBytes } from '../security/seal.ts'

/** Seconds an address is good for. */
export const addressLifetime = 600

const signatureOf = (config: Pick<Config, 'secretKey'>, fileId: string, expires: string) =>
  hmac(deriveKey(config, 'files'), `${fileId}:${expires}`)

/** An address that whoever holds it may read for ten minutes; give it only to who may see the file. */
export function signedAddress(config: Pick<Config, 'secretKey'>, fileId: string, now = Date.now()): string {
  const expires = String(Math.floor(now / 1000) + addressLifetime)
  return `/files/${fileId}?expires=${expires}&signature=${signatureOf(config, fileId, expires).toString('base64url')}`
}

export function isSigned(
  config: Pick<Config, 'secretKey'>,
  fileId: string,
  { expires, signature }: { expires: string; signature: string },
  now = Date.now(),
): boolean {
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= now) return false
  return sameBytes(Buffer.from(signature, 'base64url'), signatureOf(config, fileId, expires))
}
