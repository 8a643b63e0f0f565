import { AES } from '@stablelib/aes'

const block = 16

function eachBlock(bytes: Uint8Array, work: (from: Uint8Array, to: Uint8Array) => unknown): Uint8Array {
  const result = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at += block) work(bytes.subarray(at, at + block), result.subarray(at, at + block))
  return result
}

/**
 * AES-ECB with PKCS7 padding and base64 output; the key is the passphrase in UTF-8. CryptoJS writes this form when given a parsed
 * key. It only keeps stored values from being read at a glance and protects nothing: never store a secret this way. Every page
 * reads such a value before it is rendered, so the library must start fast: another one spent 40 ms on its tables.
 */
const cipher = (passphrase: string) => new AES(new TextEncoder().encode(passphrase))

export function encode(value: string, passphrase: string): string {
  const text = new TextEncoder().encode(value)
  const padding = block - (text.length % block)
  const padded = new Uint8Array(text.length + padding).fill(padding)
  padded.set(text)
  const aes = cipher(passphrase)
  // A long text would have too many bytes for the arguments of one call.
  return btoa(
    Array.from(
      eachBlock(padded, (from, to) => aes.encryptBlock(from, to)),
      byte => String.fromCharCode(byte),
    ).join(''),
  )
}

/** Returns undefined for a text that was not encoded with this passphrase. */
export function decode(stored: string, passphrase: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(stored), character => character.charCodeAt(0))
    if (bytes.length % block) return undefined
    const aes = cipher(passphrase)
    const padded = eachBlock(bytes, (from, to) => aes.decryptBlock(from, to))
    const padding = padded.at(-1) ?? 0
    if (padding < 1 || padding > block || padded.subarray(-padding).some(byte => byte !== padding)) return undefined
    return new TextDecoder('utf-8', { fatal: true }).decode(padded.subarray(0, -padding)) || undefined
  } catch {
    return undefined
  }
}
