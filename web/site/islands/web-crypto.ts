import type { PassportCrypto } from '#contract/passport/check.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function joined(parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const all = parts.map(part => (typeof part === 'string' ? bytesOf(part) : part))
  const whole = new Uint8Array(all.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of all) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const decoded = (letters: string) =>
  Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))

export const webCrypto: PassportCrypto = {
  sha256: async (...parts) => new Uint8Array(await crypto.subtle.digest('SHA-256', joined(parts))),
  async isSigned(letters, text, signature) {
    try {
      const key = await crypto.subtle.importKey('raw', decoded(letters), 'Ed25519', false, ['verify'])
      return await crypto.subtle.verify('Ed25519', key, decoded(signature), bytesOf(text))
    } catch {
      return false
    }
  },
}

/** The first test vector of RFC 8032: the empty text. */
const example = {
  key: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  signature: '5VZDAMNgrHKQhuLMgG6CioSHfx645dl02HPgZSJJAVVfuIIVkKM7rMYeOXAc-bRr0lv18FlbviRlUUFDjnoQCw',
}

/** Reports whether this browser checks such signatures; older ones don't. Without HTTPS a page has no such functions. */
export const canVerify = async (): Promise<boolean> =>
  globalThis.crypto?.subtle !== undefined && webCrypto.isSigned(example.key, '', example.signature)
