import fc, { type Arbitrary } from 'fast-check'
import { anything } from './values.ts'

/** One change of an input. `index` chooses the field or element, modulo their number. */
export interface Mutation {
  index: number
  action: 'drop' | 'set' | 'add' | 'wrap' | 'many'
  field: string
  value: unknown
}

/** Fields that a payload must not set, and names with a meaning in JavaScript. */
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
  index: fc.nat({ max: 60 }),
  action: fc.oneof(
    { weight: 8, arbitrary: fc.constant('set' as const) },
    { weight: 3, arbitrary: fc.constant('drop' as const) },
    { weight: 2, arbitrary: fc.constant('add' as const) },
    { weight: 1, arbitrary: fc.constantFrom('wrap' as const, 'many' as const) },
  ),
  field: fc.constantFrom(...strangeFields),
  value: anything,
})

type Holder = Record<string, unknown>

/** Finds every field and element of the input, with its holder. */
function findSlots(value: unknown, slots: { holder: Holder; key: string }[] = []) {
  if (value && typeof value === 'object')
    for (const key of Object.keys(value)) {
      const holder = value as Holder
      if (holder[key] === undefined) continue
      slots.push({ holder, key })
      findSlots(holder[key], slots)
    }
  return slots
}

/** Changes the input in place. */
export function mutate(input: Record<string, unknown>, { index, action, field, value: original }: Mutation): void {
  // A later mutation may change the inside of the value.
  const value = structuredClone(original)
  const slots = findSlots(input)
  const chosen = slots[index % Math.max(slots.length, 1)]
  if (!chosen || action === 'add') {
    // An assignment to `__proto__` would set the prototype, which no JSON text shows.
    Object.defineProperty(input, field, { value, enumerable: true, configurable: true, writable: true })
    return
  }
  const { holder, key } = chosen
  if (action === 'set') holder[key] = value
  else if (action === 'wrap') holder[key] = [holder[key]]
  else if (action === 'many') holder[key] = Array.from({ length: 1200 }, () => holder[key])
  else if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}
