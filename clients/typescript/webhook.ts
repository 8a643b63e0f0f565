import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EventName } from './calls.generated.ts'

/** The body of a delivery: one event of the company. */
export interface WebhookEvent {
  /** The same in every attempt; an event that was handled already is skipped. */
  id: string
  type: EventName
  /** ISO 8601, when it happened. */
  timestamp: string
  data: {
    activity_id: string
    company_id: string
    actor: { kind: 'account' | 'token' | 'operator' | 'system'; name: string }
    subject: { kind: string; id: string | null; name: string }
    detail: string
    /** The first entry of the act that this one belongs to. */
    part_of: string | null
  }
}

/** The request was not signed by the portal, or is too old. */
export class InvalidSignature extends Error {}

/** Seconds allowed for the difference between both clocks, and for the transmission. */
const tolerance = 300

interface Headers {
  [name: string]: string | string[] | undefined
}

/**
 * Verifies a request by Standard Webhooks and returns its event. `body` is the text as it arrived, before any parsing; `secret`
 * begins with whsec_.
 */
export function verifyWebhook(secret: string, headers: Headers, body: string, now = Date.now()): WebhookEvent {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    name => headers[name],
  )
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string')
    throw new InvalidSignature('the request has no signature')
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= tolerance)) throw new InvalidSignature('the request is too old')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  // After a rotation there are two signatures.
  const isSigned = signatures.split(' ').some(signature => {
    const [version, value = ''] = signature.split(',')
    const received = Buffer.from(value, 'base64')
    return version === 'v1' && received.length === expected.length && timingSafeEqual(received, expected)
  })
  if (!isSigned) throw new InvalidSignature('the signature is wrong')
  // The portal has signed it.
  return { id, ...(JSON.parse(body) as Omit<WebhookEvent, 'id'>) }
}
