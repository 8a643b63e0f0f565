import fc, { type Arbitrary } from 'fast-check'
import type { Call } from '#contract/call.ts'
import { inputShape, type Shape, validValues } from '#server/testing/samples.ts'
import { Placeholder } from './known-facts.ts'
import { text } from './values.ts'

const pick = fc.nat({ max: 400 })
type Fits = Placeholder['fits']
const placeholder = (
  kind: Placeholder['kind'],
  name: string,
  { of = pick, fits }: { of?: Arbitrary<number>; fits?: Fits } = {},
) => of.map(at => new Placeholder(kind, name, at, fits && { fits }))

/** A known value of this name that fits, or otherwise one made by `fallback`. */
const knownValue = (name: string, fits: Fits, fallback: Arbitrary<unknown> = fc.constant(undefined)) =>
  fc.tuple(pick, fallback).map(([at, value]) => new Placeholder('known', name, at, { fits, fallback: value }))

const isId: Fits = value => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
const dayOffsets = fc.constantFrom(-4000, -366, -31, -1, 0, 1, 30, 31, 366, 4000)

function arbitraryId(name: string): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 40, arbitrary: knownValue(name, isId) },
    { weight: 4, arbitrary: placeholder('foreign', name, { fits: isId }) },
    { weight: 1, arbitrary: placeholder('fresh', '') },
    { weight: 1, arbitrary: fc.constant('00000000-0000-0000-0000-000000000000') },
    // An upper-case id is the same to PostgreSQL and a different one to JavaScript.
    { weight: 1, arbitrary: fc.constant('0190B0C0-0000-7000-8000-00000000000A') },
  )
}

/** A field's patterns, without those that only forbid some characters. */
const patternsOf = ({ pattern, allOf = [] }: Shape) =>
  [pattern, ...allOf.map(part => part.pattern)].filter(each => each && !/^\^\[\^|^\^\\P/.test(each))

/** Generates valid texts from the field's pattern. */
function fittingText(shape: Shape): Arbitrary<string> {
  const { minLength = 0, maxLength = 60 } = shape
  const free = text.map(value => value.slice(0, maxLength).padEnd(Math.min(minLength, 100), '样'))
  const patterns = patternsOf(shape)
  const [last] = patterns.slice(-1)
  if (!last) return free
  const described = fc.stringMatching(new RegExp(last, 'u'), { size: 'small' }).map(value => value.slice(0, maxLength))
  return fc.oneof({ weight: 8, arbitrary: described }, { weight: 1, arbitrary: free })
}

function arbitraryText(shape: Shape, name: string): Arbitrary<unknown> {
  const fitting = fittingText(shape)
  const patterns = patternsOf(shape).map(pattern => new RegExp(pattern ?? '', 'u'))
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = shape
  const fits: Fits = value =>
    typeof value === 'string' &&
    value.length >= minLength &&
    value.length <= maxLength &&
    patterns.every(pattern => pattern.test(value))
  const isNamed = fits(validValues[name]?.())
  const choices: { weight: number; arbitrary: Arbitrary<unknown> }[] = [
    { weight: 3, arbitrary: knownValue(name, fits, fitting) },
    { weight: isNamed ? 1 : 4, arbitrary: fitting },
  ]
  if (isNamed) choices.push({ weight: 4, arbitrary: placeholder('fresh', name) })
  return fc.oneof(...choices)
}

function arbitraryNumber({ minimum = -5, maximum = 2 ** 31 }: Shape, name: string): Arbitrary<unknown> {
  const [min, max] = [Math.max(minimum, -(2 ** 53)), Math.min(maximum, 2 ** 53)]
  const small = fc.integer({ min: Math.ceil(min), max: Math.floor(Math.min(max, min + 5)) })
  return fc.oneof(
    { weight: 4, arbitrary: small },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
    { weight: 1, arbitrary: fc.integer({ min: Math.ceil(min), max: Math.floor(max) }) },
    {
      weight: 8,
      arbitrary: knownValue(name, value => typeof value === 'number' && value >= min && value <= max, small),
    },
  )
}

/** Leaves a field out most of the time, because many fields exclude each other. JSON omits undefined. */
const sometimes = (value: Arbitrary<unknown>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

/** Generates values that the shape allows, most of them known ones. */
function arbitraryValue(shape: Shape, name: string): Arbitrary<unknown> {
  const variants = shape.oneOf ?? shape.anyOf
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (variants?.length) return fc.oneof(...variants.map(variant => arbitraryValue(variant, name)))
  if (shape.format === 'uuid') return arbitraryId(name)
  if (shape.format === 'date' || shape.format === 'date-time')
    return fc.oneof(
      { weight: 12, arbitrary: placeholder(shape.format === 'date' ? 'day' : 'instant', '', { of: dayOffsets }) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom('0000-01-01', '0001-01-01', '9999-12-31', '2024-02-29')
          .map(day => (shape.format === 'date' ? day : `${day}T23:59:59.999999Z`)),
      },
    )
  switch (shape.type) {
    case 'object': {
      const required = new Set(shape.required)
      const fields = Object.entries(shape.properties ?? {}).map(([key, property]) => {
        const value = arbitraryValue(property, key)
        return [key, required.has(key) ? value : sometimes(value)] as const
      })
      return fc.record(Object.fromEntries(fields), { noNullPrototype: true })
    }
    case 'array': {
      const { minItems = 0, maxItems = 4, items = {} } = shape
      return fc.array(arbitraryValue(items, name), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 4)),
      })
    }
    case 'integer':
    case 'number':
      return arbitraryNumber(shape, name)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return arbitraryText(shape, name)
  }
}

export const arbitraryInput = (call: Pick<Call, 'input'>): Arbitrary<unknown> => arbitraryValue(inputShape(call), '')
