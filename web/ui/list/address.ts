/** Parses a filter's value from the address. Returns undefined for an invalid value, because users can edit addresses. */
export type Parser<Value extends string | number | boolean> = (text: string) => Value | undefined
export type Parsers = Record<string, Parser<string | number | boolean>>
export type FiltersOf<Fields extends Parsers> = { [Name in keyof Fields]?: NonNullable<ReturnType<Fields[Name]>> }

export const text =
  (max = 50): Parser<string> =>
  text =>
    text.trim().slice(0, max) || undefined
export const oneOf =
  <const Value extends string>(values: readonly Value[]): Parser<Value> =>
  text =>
    values.find(value => value === text)
export const flag: Parser<true> = text => (text === '1' ? true : undefined)
/** Parses a choice between two kinds of rows, of which neither is the default. */
export const either: Parser<boolean> = text => (text === '0' ? false : flag(text))
export const whole =
  (min: number, max: number): Parser<number> =>
  text =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined
/** Accepts a number of any size as it was typed: the form reports one that is too large instead of reducing it here. */
export const anyWhole = whole(0, 999_999_999)
export const uuid: Parser<string> = text =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined

/** Parses a day such as 2026-11-20. */
export const date: Parser<string> = text => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  // For a day that does not exist, JavaScript returns an invalid date or another day.
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}

export const pageSizes = [20, 50, 100] as const
const defaultSize = pageSizes[0]

/** A position in a list as the address holds it: the filters by their names, and `page`, `size`, `order`. */
export interface ListPosition<Fields extends Parsers> {
  filters: FiltersOf<Fields>
  page: number
  size: number
  order: string | undefined
}

export function parsePosition<Fields extends Parsers>(search: URLSearchParams, fields: Fields): ListPosition<Fields> {
  const read = Object.entries(fields).map(([name, reader]) => {
    const text = search.get(name)
    return [name, text === null ? undefined : reader(text)]
  })
  const size = Number(search.get('size'))
  return {
    // The cast holds because each value comes from the parser of its own name.
    filters: Object.fromEntries(read.filter(([, value]) => value !== undefined)) as FiltersOf<Fields>,
    page: whole(1, 100_000)(search.get('page') ?? '') ?? 1,
    size: pageSizes.find(each => each === size) ?? defaultSize,
    order: search.get('order') ?? undefined,
  }
}

const formatValue = (value: unknown) => (typeof value === 'boolean' ? String(Number(value)) : String(value))

/** Writes a position into the address. Default values are left out; other parameters (a tab, a drawer) are kept. */
export function formatPosition<Fields extends Parsers>(
  search: URLSearchParams,
  fields: Fields,
  { filters, page, size, order }: ListPosition<Fields>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of [...Object.keys(fields), 'page', 'size', 'order']) next.delete(name)
  for (const name of Object.keys(fields)) {
    const value = filters[name]
    if (value !== undefined && value !== '') next.set(name, formatValue(value))
  }
  if (order) next.set('order', order)
  if (size !== defaultSize) next.set('size', String(size))
  if (page > 1) next.set('page', String(page))
  return next
}

/** Replaces parameters of an address; undefined removes one. */
export function withParameters(
  search: URLSearchParams,
  change: Readonly<Record<string, string | number | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change))
    if (value === undefined) next.delete(name)
    else next.set(name, String(value))
  return next
}
