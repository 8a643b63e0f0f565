import { createHmac, randomBytes } from 'node:crypto'

/** Standard Webhooks (https://www.standardwebhooks.com): the prefix, and the key in base64. */
const prefix = 'whsec_'

export const newWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

interface Message {
  id: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/** Returns the headers by which a receiver verifies a message, with one signature per secret. */
export function signedHeaders({ id, timestamp, body }: Message, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
