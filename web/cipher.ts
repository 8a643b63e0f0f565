import { ecb } from '@noble/ciphers/aes.js'

/**
 * AES-ECB with PKCS7, base64 out, the passphrase's UTF-8 bytes as the key: the form CryptoJS writes with a parsed key.
 * It keeps a value from a glance at the storage and protects nothing; never put a secret there.
 */
const cipher = (passphrase: string) => ecb(new TextEncoder().encode(passphrase))

export function encode(value: string, passphrase: string): string {
  const bytes = cipher(passphrase).encrypt(new TextEncoder().encode(value))
  return btoa(String.fromCharCode(...bytes))
}

/** Undefined for whatever was not written with this passphrase. */
export function decode(stored: string, passphrase: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(stored), character => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(cipher(passphrase).decrypt(bytes)) || undefined
  } catch {
    return undefined
  }
}
