import { ecb } from '@noble/ciphers/aes.js'

/**
 * AES-ECB with PKCS7 padding and base64 output; the key is the passphrase in UTF-8. CryptoJS writes this form when
 * given a parsed key. It only keeps values from being read at a glance in the storage and protects nothing: never store
 * a secret this way.
 */
const cipher = (passphrase: string) => ecb(new TextEncoder().encode(passphrase))

export function encode(value: string, passphrase: string): string {
  const bytes = cipher(passphrase).encrypt(new TextEncoder().encode(value))
  return btoa(String.fromCharCode(...bytes))
}

/** Returns undefined for a text that was not encoded with this passphrase. */
export function decode(stored: string, passphrase: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(stored), character => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(cipher(passphrase).decrypt(bytes)) || undefined
  } catch {
    return undefined
  }
}
