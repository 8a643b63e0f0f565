import { createHmac, randomInt, randomUUID } from 'node:crypto'

interface Signing {
  appKey: string
  appSecret: string
  senid: string
  nonce: string
  timestamp: string
  /** The body, exactly as it is sent. */
  content: string
}

/**
 * Signs a request of 诺诺's open platform (X-Nuonuo-Sign): HMAC-SHA1 of the parts of the path, the common parameters and the
 * body. The path is always /open/v1/services.
 */
export const nuonuoSignature = ({ appKey, appSecret, senid, nonce, timestamp, content }: Signing): string =>
  createHmac('sha1', appSecret)
    .update(`a=services&l=v1&p=open&k=${appKey}&i=${senid}&n=${nonce}&t=${timestamp}&f=${content}`)
    .digest('base64')

/** Creates the values that make each request unique. */
export const newEnvelope = () => ({
  senid: randomUUID().replaceAll('-', ''),
  nonce: String(randomInt(10_000_000, 100_000_000)),
  timestamp: String(Math.floor(Date.now() / 1000)),
})
