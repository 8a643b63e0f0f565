import type { Condition } from './filter.ts'
import { ScimProblem } from './problem.ts'

type Element = Record<string, unknown>

/** The most elements of a multi-valued attribute: the members of a large group. Each operation of a PATCH reads all of them. */
export const maxElements = 20_000
/** The most parts of a value that is not a list, and the most elements that one operation sets. */
const [maxParts, maxSet] = [50, 200]

/** Refuses a value that is too large: the operations that follow would each read or copy it. */
export function requireSmall(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const [size, most] = Array.isArray(value) ? [value.length, maxElements] : [Object.keys(value).length, maxParts]
  if (size > most) throw new ScimProblem(400, `${name.slice(0, 100)} 至多 ${most} 项`, 'tooMany')
}

/** Returns the list without the elements that `value`, a list or a single one, names. */
export function removeElements(present: unknown[], value: object): unknown[] {
  const going = new Set([value].flat().map(identityOf))
  return present.filter(each => !going.has(identityOf(each)))
}

/** Returns the list with the elements of `value`, a list or a single one, that it lacked. */
export function addElements(name: string, present: unknown[], value: unknown): unknown[] {
  const identities = new Set(present.map(identityOf))
  const all = [...present, ...[value].flat().filter(each => !identities.has(identityOf(each)))]
  requireSmall(name, all)
  return all
}

interface Selection {
  kind: 'add' | 'replace' | 'remove'
  filter: Condition[]
  sub: string | undefined
}

/** Changes the elements of a list that a filter selects, and returns the list; one that is to be set is added if it is missing. */
export function applyFiltered(
  name: string,
  list: unknown,
  { kind, filter, sub }: Selection,
  value: unknown,
): Element[] {
  const elements: unknown[] = Array.isArray(list) ? list : []
  const present = elements.filter(isObject)
  if (present.length !== elements.length)
    throw new ScimProblem(400, `${name.slice(0, 100)} 的每一项须为对象`, 'invalidValue')
  const matches = (each: Element) =>
    filter.every(({ attribute, value: expected }) => String(each[attribute] ?? '') === String(expected))
  if (kind === 'remove') {
    if (sub === undefined) return present.filter(each => !matches(each))
    for (const each of present.filter(matches)) delete each[sub]
    return present
  }
  const found = present.filter(matches)
  if (found.length > maxSet) throw new ScimProblem(400, `${name.slice(0, 100)} 一次至多修改 ${maxSet} 项`, 'tooMany')
  if (!found.length) {
    const made: Element = Object.fromEntries(filter.map(({ attribute, value: expected }) => [attribute, expected]))
    present.push(made)
    found.push(made)
  }
  for (const each of found) {
    if (sub !== undefined) each[sub] = value
    else if (typeof value === 'object' && value !== null) Object.assign(each, value)
  }
  return present
}

const isObject = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Members and the like are equal if their values are. */
const identityOf = (each: unknown): unknown =>
  typeof each === 'object' && each !== null && 'value' in each ? each.value : each
