import type { TypeFields } from './types.sql.ts'

/** What those who claimed were promised: as it is once somebody has. How many and how long may still be changed. */
export const frozenFields = [
  'kind',
  'amount',
  'percent',
  'cap',
  'threshold',
  'category_ids',
  'for_purchase',
  'for_renewal',
  'way',
  'valid_from',
  'valid_until',
  'valid_days',
] as const satisfies (keyof TypeFields)[]

/** The same whatever the order: of categories, a set is meant. */
const plain = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value)

/** The fields of which a change makes something else, as they were and as they will be. */
export function whatChanged(before: TypeFields, after: TypeFields) {
  const names = (Object.keys(after) as (keyof TypeFields)[]).filter(name => plain(before[name]) !== plain(after[name]))
  const pick = (type: TypeFields): Partial<TypeFields> => Object.fromEntries(names.map(name => [name, type[name]]))
  return { before: pick(before), after: pick(after) }
}
