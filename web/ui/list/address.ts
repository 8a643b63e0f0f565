/** How a filter's value is read from the address; undefined for what is no value of it (an address can be typed by hand). */
export type Reader<Value extends string | number | boolean> = (text: string) => Value | undefined
export type Readers = Record<string, Reader<string | number | boolean>>
export type FiltersOf<Fields extends Readers> = { [Name in keyof Fields]?: NonNullable<ReturnType<Fields[Name]>> }

export const words =
  (max = 50): Reader<string> =>
  text =>
    text.trim().slice(0, max) || undefined
export const oneOf =
  <const Value extends string>(values: readonly Value[]): Reader<Value> =>
  text =>
    values.find(value => value === text)
export const yes: Reader<true> = text => (text === '1' ? true : undefined)
export const whole =
  (min: number, max: number): Reader<number> =>
  text =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined
/** As it was typed, however many: too many are said where they are asked for, not made fewer. */
export const asTyped = whole(0, 999_999_999)
export const uuid: Reader<string> = text =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined

/** A day, 2026-11-20. */
export const date: Reader<string> = text => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  // A day that does not exist is none, or another one.
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}

export const pageSizes = [20, 50, 100] as const
const defaultSize = pageSizes[0]

/** Where in a list the address points: filters by their names, and `page`, `size`, `order`. */
export interface Place<Fields extends Readers> {
  filters: FiltersOf<Fields>
  page: number
  size: number
  order: string | undefined
}

export function readPlace<Fields extends Readers>(search: URLSearchParams, fields: Fields): Place<Fields> {
  const read = Object.entries(fields).map(([name, reader]) => {
    const text = search.get(name)
    return [name, text === null ? undefined : reader(text)]
  })
  const size = Number(search.get('size'))
  return {
    // Each name's value came from its own reader.
    filters: Object.fromEntries(read.filter(([, value]) => value !== undefined)) as FiltersOf<Fields>,
    page: whole(1, 100_000)(search.get('page') ?? '') ?? 1,
    size: pageSizes.find(each => each === size) ?? defaultSize,
    order: search.get('order') ?? undefined,
  }
}

const written = (value: unknown) => (value === true ? '1' : String(value))

/** The address that points there. What is as always is left out; what belongs to somebody else (a tab, a drawer) stays. */
export function writePlace<Fields extends Readers>(
  search: URLSearchParams,
  fields: Fields,
  { filters, page, size, order }: Place<Fields>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of [...Object.keys(fields), 'page', 'size', 'order']) next.delete(name)
  for (const name of Object.keys(fields)) {
    const value = filters[name]
    if (value !== undefined && value !== '' && value !== false) next.set(name, written(value))
  }
  if (order) next.set('order', order)
  if (size !== defaultSize) next.set('size', String(size))
  if (page > 1) next.set('page', String(page))
  return next
}
