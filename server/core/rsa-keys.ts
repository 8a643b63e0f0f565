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
      // The next label may fit.
    }
  return undefined
}

/** An RSA private key as PKCS 8 PEM; undefined when it can't be read as one. */
export const privatePem = (text: string): string | undefined =>
  parseWithFirstLabel(text, ['PRIVATE KEY', 'RSA PRIVATE KEY'], createPrivateKey)
    ?.export({ type: 'pkcs8', format: 'pem' })
    .toString()

/** An RSA public key, or the one in a certificate, as SPKI PEM; undefined when it can't be read as one. */
export const publicPem = (text: string): string | undefined =>
  parseWithFirstLabel(text, ['PUBLIC KEY', 'RSA PUBLIC KEY', 'CERTIFICATE'], createPublicKey)
    ?.export({ type: 'spki', format: 'pem' })
    .toString()

/** When a certificate ends; undefined where the text is a key alone, which never does. */
export function certificateEnd(text: string): Date | undefined {
  try {
    return new X509Certificate(toPem(text, 'CERTIFICATE')).validToDate
  } catch {
    return undefined
  }
}
