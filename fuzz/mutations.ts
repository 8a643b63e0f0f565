import fc, { type Arbitrary } from 'fast-check'
import { anything } from './values.ts'

/** One thing that is done to an input: which of its places is taken modulo how many there are. */
export interface Mutation {
  place: number
  how: 'drop' | 'set' | 'add' | 'wrap' | 'many'
  field: string
  value: unknown
}

/** What a payload has no business to say, and what JavaScript itself understands. */
const strangeFields = [
  'unheard_of',
  'company_id',
  'account_id',
  'role',
  'price',
  'state',
  'sid',
  'instance_id',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '名字',
  'x'.repeat(300),
]

export const mutation: Arbitrary<Mutation> = fc.record({
  place: fc.nat({ max: 60 }),
  how: fc.oneof(
    { weight: 8, arbitrary: fc.constant('set' as const) },
    { weight: 3, arbitrary: fc.constant('drop' as const) },
    { weight: 2, arbitrary: fc.constant('add' as const) },
    { weight: 1, arbitrary: fc.constantFrom('wrap' as const, 'many' as const) },
  ),
  field: fc.constantFrom(...strangeFields),
  value: anything,
})

type Holder = Record<string, unknown>

/** Every field and element of the input, with what holds it. */
function placesOf(value: unknown, found: { holder: Holder; key: string }[] = []) {
  if (value && typeof value === 'object')
    for (const key of Object.keys(value)) {
      const holder = value as Holder
      if (holder[key] === undefined) continue
      found.push({ holder, key })
      placesOf(holder[key], found)
    }
  return found
}

/** Changes the input in place. */
export function mutate(input: Record<string, unknown>, { place, how, field, value: given }: Mutation): void {
  // The next mutation may change what is inside of it.
  const value = structuredClone(given)
  const places = placesOf(input)
  const chosen = places[place % Math.max(places.length, 1)]
  if (!chosen || how === 'add') {
    // An assignment of `__proto__` would set the prototype, which no JSON text shows.
    Object.defineProperty(input, field, { value, enumerable: true, configurable: true, writable: true })
    return
  }
  const { holder, key } = chosen
  if (how === 'set') holder[key] = value
  else if (how === 'wrap') holder[key] = [holder[key]]
  else if (how === 'many') holder[key] = Array.from({ length: 1200 }, () => holder[key])
  else if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}
