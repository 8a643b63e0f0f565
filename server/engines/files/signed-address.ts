import { isSignature, type Keys, sign } from '#server/core/keyring.ts'

/** Seconds for which a signed URL is valid. */
export const addressLifetime = 600

/** Returns an address that its holder may read for ten minutes. Give it only to those who may see the file. */
export function signedAddress(keys: Keys, fileId: string, now = Date.now()): string {
  const expires = String(Math.floor(now / 1000) + addressLifetime)
  return `/files/${fileId}?expires=${expires}&signature=${sign(keys, 'files', `${fileId}:${expires}`)}`
}

export function isSigned(
  keys: Keys,
  fileId: string,
  { expires, signature }: { expires: string; signature: string },
  now = Date.now(),
): boolean {
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= now) return false
  return isSignature(keys, 'files', `${fileId}:${expires}`, signature)
}
