import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'

/** An environment variable is one line: `\n` stands for a line break, and a bare key is base64 alone, as consoles show it. */
function toPem(text: string, label: string): string {
  const lines = text.replaceAll('\\n', '\n').trim()
  if (lines.startsWith('-----BEGIN ')) return lines
  const body = lines.replaceAll(/\s/g, '')
  return `-----BEGIN ${label}-----\n${body.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END ${label}-----`
}

function parseWithFirstLabel(text: string, labels: string[], parse: (pem: string) => KeyObject): KeyObject | undefined {
  for (const label of labels)
    try {
      const key = parse(toPem(text, label))
      if (key.asymmetricKeyType === 'rsa') return key
    } catch {
      // Try the next label.
    }
  return undefined
}

/** Returns an RSA private key as PKCS #8 PEM; undefined if the text cannot be read as one. */
export const privatePem = (text: string): string | undefined =>
  parseWithFirstLabel(text, ['PRIVATE KEY', 'RSA PRIVATE KEY'], createPrivateKey)
    ?.export({ type: 'pkcs8', format: 'pem' })
    .toString()

/** Returns an RSA public key, or that of a certificate, as SPKI PEM; undefined if the text cannot be read as one. */
export const publicPem = (text: string): string | undefined =>
  parseWithFirstLabel(text, ['PUBLIC KEY', 'RSA PUBLIC KEY', 'CERTIFICATE'], createPublicKey)
    ?.export({ type: 'spki', format: 'pem' })
    .toString()

/**
 * Returns one or several certificates as concatenated PEM; undefined if one cannot be read, or none has an RSA key. The first one
 * is used, except for Alipay's roots, some of which have other kinds of keys.
 */
export function certificatesPem(text: string): string | undefined {
  const pem = toPem(text, 'CERTIFICATE')
  const each = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    for (const one of each) new X509Certificate(one)
    return each.some(isRsa) ? each.join('\n') : undefined
  } catch {
    return undefined
  }
}

function isRsa(pem: string): boolean {
  try {
    return new X509Certificate(pem).publicKey.asymmetricKeyType === 'rsa'
  } catch {
    // Node cannot load an SM2 key.
    return false
  }
}

/** Reports whether the first certificate belongs to a private key. */
export const isCertificateOf = (certificates: string, privateKey: string): boolean =>
  isRsa(certificates) && new X509Certificate(certificates).checkPrivateKey(createPrivateKey(privateKey))

/** Returns when a certificate expires; undefined if the text is only a key, which never does. */
export function certificateEnd(text: string): Date | undefined {
  try {
    return new X509Certificate(toPem(text, 'CERTIFICATE')).validToDate
  } catch {
    return undefined
  }
}
