import { type Config, deriveKey } from '#server/core/config.ts'
import { hmac, sameBytes } from '#server/core/seal.ts'

/** Seconds an address is good for. */
export const addressLifetime = 600

const signatureOf = (config: Pick<Config, 'secretKey'>, fileId: string, expires: string) =>
  hmac(deriveKey(config, 'files'), `${fileId}:${expires}`)

/** Returns an address that its holder may read for ten minutes. Give it only to those who may see the file. */
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
  // The texts are compared, because several of them decode to the same bytes.
  return sameBytes(Buffer.from(signature), Buffer.from(signatureOf(config, fileId, expires).toString('base64url')))
}
