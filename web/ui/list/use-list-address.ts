import { useState } from 'react'
import { useSearch } from '#web/data/use-search.ts'
import { type FiltersOf, formatPosition, type ListPosition, type Parsers, parsePosition } from './address.ts'

export interface ListAddress<Fields extends Parsers> extends ListPosition<Fields> {
  /** Reports whether any filter is set. */
  filtered: boolean
  /** Sets some filters and goes to the first page; undefined removes a filter. */
  filter: (change: Partial<FiltersOf<Fields>>) => void
  /** Returns the properties that connect a filter's component with that filter. */
  field: <Name extends keyof Fields>(
    name: Name,
  ) => {
    value: FiltersOf<Fields>[Name]
    onChange: (value: FiltersOf<Fields>[Name]) => void
    /** Increases when the filters are cleared, for text being typed that has not reached them yet. */
    cleared: number
  }
  /** The filters and the page, as a call's input. */
  query: FiltersOf<Fields> & { page: number; page_size: number }
  clear: () => void
  /** Clears all filters except those with controls of their own. */
  clearBut: (...kept: (keyof Fields)[]) => void
  go: (page: number, size: number) => void
  sort: (order: string | undefined) => void
}

/**
 * A list's filters, page and order. They are kept in the address, so that a reload, a link and the open tab preserve them. `fields`
 * must be a constant.
 */
export function useListAddress<Fields extends Parsers>(fields: Fields): ListAddress<Fields> {
  const [search, changeSearch] = useSearch()
  const [cleared, setCleared] = useState(0)
  const place = parsePosition(search, fields)
  /** Applies a change that is computed from the position at that time. */
  const change = (next: (now: ListPosition<Fields>) => Partial<ListPosition<Fields>>) =>
    changeSearch(before => {
      const now = parsePosition(before, fields)
      return formatPosition(before, fields, { ...now, page: 1, ...next(now) })
    })
  const filter: ListAddress<Fields>['filter'] = some => change(now => ({ filters: { ...now.filters, ...some } }))
  function clearBut(...kept: readonly (keyof Fields)[]): void {
    setCleared(before => before + 1)
    change(({ filters }) => {
      const left = Object.entries(filters).filter(([name]) => kept.includes(name))
      // The cast holds because each value is still that of its own name.
      return { filters: Object.fromEntries(left) as FiltersOf<Fields> }
    })
  }
  return {
    ...place,
    filtered: Object.keys(place.filters).length > 0,
    filter,
    // TypeScript cannot tell that a computed name is one of the fields.
    field: name => ({
      value: place.filters[name],
      onChange: value => filter({ [name]: value } as Partial<FiltersOf<Fields>>),
      cleared,
    }),
    query: { ...place.filters, page: place.page, page_size: place.size },
    clear: () => clearBut(),
    clearBut,
    go: (page, size) => change(now => ({ page: size === now.size ? page : 1, size })),
    sort: order => change(() => ({ order })),
  }
}
