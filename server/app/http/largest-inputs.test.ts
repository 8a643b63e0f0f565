import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import { bodyLimit } from './calls.ts'

/** A part of a JSON schema. */
interface Schema {
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  prefixItems?: Schema[]
  maxItems?: number
  maxLength?: number
}

/** Bytes of a value that the schema does not bound: a text with a pattern, a number, the value of a map. */
const usual = 40
const bytesOfCharacter = 3

/** Returns the bytes of the largest JSON that a schema accepts. Only repeated parts must be exact. */
function largest(schema: Schema): number {
  const { type, anyOf, oneOf, allOf, properties = {}, items, prefixItems, maxItems, maxLength } = schema
  const choices = anyOf ?? oneOf
  if (choices) return Math.max(...choices.map(largest))
  if (allOf) return Math.max(...allOf.map(largest))
  const constants = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (constants) return Math.max(...constants.map(value => Buffer.byteLength(JSON.stringify(value))))
  if (type === 'object')
    return Object.entries(properties).reduce((sum, [name, each]) => sum + name.length + 4 + largest(each), 2)
  if (prefixItems) return prefixItems.reduce((sum, each) => sum + 1 + largest(each), 2)
  if (type === 'array') return (maxItems ?? Number.POSITIVE_INFINITY) * (1 + largest(items ?? {})) + 2
  if (type === 'string' && schema.format !== 'uuid' && maxLength !== undefined) return maxLength * bytesOfCharacter + 2
  return usual
}

/** What a caller has seen of a record, `seen`, was written before within the limits of the same fields. */
function largestInput({ properties: { seen, ...fields } = {}, ...schema }: Schema): number {
  return (seen ? 2 : 1) * largest({ ...schema, properties: fields })
}

type Weighed = Pick<Call, 'input' | 'multipart'>

test('the largest input of each call fits into the body that is read', () => {
  const calls = [...Object.entries<Weighed>(contract), ...Object.entries<Weighed>(operations)]
  const tooLarge = calls
    .filter(([, { multipart }]) => !multipart)
    .map(([name, { input }]) => [
      name,
      largestInput(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema),
    ])
    // Leaves room for the sid, which every body of the portal contains.
    .filter(([, bytes]) => Number(bytes) > bodyLimit - 200)
  expect(tooLarge).toEqual([])
})
