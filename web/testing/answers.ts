import { z } from 'zod'

/** A partial answer with only the fields that matter to the test; the rest is filled in. */
export type Partly<Value> = Value extends (infer Item)[]
  ? readonly Partly<Item>[]
  : Value extends object
    ? { [Key in keyof Value]?: Partly<Value[Key]> }
    : Value

/** The parts of JSON Schema that occur in the contract's outputs. */
interface Shape {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Shape>
  /** Set for a record whose keys are an enumeration. */
  propertyNames?: { enum?: string[] }
  additionalProperties?: Shape | false
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  minimum?: number
  minLength?: number
}

let ids = 0
/** Returns a different id each time. */
export const newId = () => `01a1f850-d383-7b23-af32-${String(++ids).padStart(12, '0')}`

/**
 * Fills a value with the least that the schema allows, such as null and empty lists or texts, except where `input` is set. With
 * `full` it is the most: lists have one of each, and nothing is null.
 */
function fill(shape: Shape, input: unknown, full: boolean): unknown {
  if (input === null) return null
  if (Array.isArray(shape.type)) {
    if (input === undefined && shape.type.includes('null') && !full) return null
    return fill({ ...shape, type: shape.type.find(type => type !== 'null') }, input, full)
  }
  const variants = shape.anyOf ?? shape.oneOf
  if (variants) {
    const nullable = variants.some(({ type }) => type === 'null')
    if (input === undefined && nullable && !full) return null
    const kind = Array.isArray(input) ? 'array' : typeof input
    const [first = {}] = variants.filter(({ type }) => type !== 'null')
    return fill(variants.find(({ type }) => type === kind) ?? first, input, full)
  }
  if (shape.allOf) return fill(Object.assign({}, ...shape.allOf), input, full)
  if (shape.type === 'object') {
    const values = (input ?? {}) as Record<string, unknown>
    const { properties = {}, propertyNames, additionalProperties } = shape
    const named = propertyNames?.enum?.map(key => [key, additionalProperties || {}] as const) ?? []
    const entries = [...Object.entries(properties), ...named].map(([key, property]) => [
      key,
      fill(property, values[key], full),
    ])
    return { ...values, ...Object.fromEntries(entries) }
  }
  if (shape.type === 'array')
    return ((input ?? (full ? [undefined] : [])) as unknown[]).map(item => fill(shape.items ?? {}, item, full))
  if (input !== undefined) return input
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.format === 'uuid') return newId()
  if (shape.format === 'date-time') return '2026-11-22T02:00:00.000Z'
  if (shape.format === 'date') return '2026-11-22'
  if (shape.type === 'string') return '文'.repeat(shape.minLength ?? (full ? 1 : 0))
  if (shape.type === 'boolean') return full
  return Math.max(0, shape.minimum ?? 0)
}

const shapes = new WeakMap<z.ZodType, Shape>()

/** Returns a valid answer of a call, and throws if the test's fields could never come from the server. */
export function answerOf<Output extends z.ZodType>(
  output: Output,
  input: Partly<z.output<Output>> | undefined,
  full = false,
) {
  const shape = shapes.get(output) ?? (z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as Shape)
  shapes.set(output, shape)
  return output.parse(fill(shape, input, full))
}
