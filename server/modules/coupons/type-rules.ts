import { keysOf } from '#contract/typed-keys.ts'
import type { TypeFields } from './types.sql.ts'

/**
 * Fields that were promised to claimants and are therefore frozen after the first claim. The number of coupons and the period for
 * claiming them may still be changed.
 */
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

/** Category ids form a set, so their order makes no difference. */
const plain = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value)

/** Returns the fields that a change alters, with their former and new values. */
export function whatChanged(before: TypeFields, after: TypeFields) {
  const names = keysOf(after).filter(name => plain(before[name]) !== plain(after[name]))
  const pick = (type: TypeFields): Partial<TypeFields> => Object.fromEntries(names.map(name => [name, type[name]]))
  return { before: pick(before), after: pick(after) }
}
