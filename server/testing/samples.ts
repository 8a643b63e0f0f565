import { rootCertificates } from 'node:tls'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { newCreditCode, newIdNumber, newPhone } from './identities.ts'

/** The parts of JSON Schema that the contract's inputs use. */
export interface Shape {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  oneOf?: Shape[]
  anyOf?: Shape[]
  minLength?: number
  maxLength?: number
  pattern?: string
  allOf?: Shape[]
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

const shapes = new WeakMap<object, Shape>()

/** Cached, because a walk over a call needs it for each input that it makes. */
export function inputShape({ input }: Pick<Call, 'input'>): Shape {
  const shape = shapes.get(input) ?? (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Shape)
  shapes.set(input, shape)
  return shape
}

/** Returns a day in China that is never over while a test runs. */
const dayAhead = () => dayInChina(Date.now() + 30 * 86_400_000)

/** A valid value of each field whose rules a schema can't express. */
export const validValues: Record<string, () => unknown> = {
  phone: newPhone,
  username: newPhone,
  account: newPhone,
  credit_code: newCreditCode,
  tax_number: newCreditCode,
  email: () => 'caiwu@example.com',
  id_number: newIdNumber,
  captcha: () => '000000',
  password: () => 'Sample-9182',
  password2: () => 'Sample-9182',
  old_password: () => 'Sample-9182',
  promotion_code: () => 'ZZZZ99',
  invite_code: () => '',
  contact_phone: () => '0755-86000000',
  x: () => 'A'.repeat(43),
  y: () => 'A'.repeat(43),
  id: () => 'A'.repeat(22),
  clientDataJSON: () => 'A'.repeat(40),
  authenticatorData: () => 'A'.repeat(50),
  attestationObject: () => 'A'.repeat(50),
  userHandle: () => 'A'.repeat(43),
  transports: () => ['internal'],
  signature: () => 'A'.repeat(86),
  fingerprint: () => 'sample-fingerprint',
  client_version: () => '12.0.1',
  invitation: () => 'x'.repeat(32),
  until: dayAhead,
  from: () => '2026-01-01',
  ends_from: () => '2026-01-01',
  to: dayAhead,
  ends_to: dayAhead,
  hours: () => '12345 09:00-18:00',
  request_key: () => 'sample-key-0001',
  month: () => '2026-01',
  version: () => 'sample',
  at: () => '2026-01-01T00:00:00.000Z',
  since: () => '2026-01-01T00:00:00.000Z',
  sent_at: () => '2026-01-01T00:00:00.000Z',
  before: () => '2999-01-01T00:00:00.000Z',
  url: () => 'https://example.com/hooks',
  domain: () => 'example.com',
  host: () => 'logs.example.com',
  port: () => 6514,
  ca: () => rootCertificates[0],
  issuer: () => 'https://login.example.com',
  ticket: () => 'A'.repeat(80),
  secret: () => 'A'.repeat(43),
  networks: () => ['203.0.113.0/24'],
}

/** Returns a valid input of a call. `ids` fill its id fields in turn. */
export function sampleInput(call: Pick<Call, 'input'>, ids: string[]): Record<string, unknown> {
  let next = 0
  const value = (shape: Shape, name: string): unknown => {
    if (shape.const !== undefined) return shape.const
    if (shape.enum) return shape.enum[0]
    const variants = shape.oneOf ?? shape.anyOf
    // Prefer the value of a nullable field.
    if (variants?.length) return value(variants.findLast(({ type }) => type !== 'null') ?? {}, name)
    if (shape.format === 'uuid') return ids[next++ % ids.length]
    // The end of a grant, or of a guest, is an instant ahead; elsewhere `until` is a day.
    if (shape.format === 'date-time' && name.endsWith('until')) return '2126-01-01T00:00:00.000Z'
    const named = validValues[name]
    if (named) return named()
    switch (shape.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(shape.properties ?? {})
            // What was seen of a record would have to be what it has.
            .filter(([key]) => key !== 'seen')
            .map(([key, property]) => [key, value(property, key)]),
        )
      case 'array':
        return [value(shape.items ?? {}, name)]
      case 'integer':
      case 'number':
        return shape.minimum && shape.minimum > 0 ? shape.minimum : 1
      case 'boolean':
        return true
      default:
        return '测试内容样本'.slice(0, shape.maxLength)
    }
  }
  return value(inputShape(call), '') as Record<string, unknown>
}
