import { useLocation, useSearchParams } from 'react-router'
import { type FiltersOf, formatPosition, type ListPosition, type Parsers, parsePosition } from './address.ts'

export interface ListAddress<Fields extends Parsers> extends ListPosition<Fields> {
  /** Reports whether any filter is set. */
  filtered: boolean
  /** Sets some filters and goes to the first page; undefined removes a filter. */
  filter: (change: Partial<FiltersOf<Fields>>) => void
  /** Returns the properties by which a filter's component shows and sets that filter. */
  field: <Name extends keyof Fields>(
    name: Name,
  ) => {
    value: FiltersOf<Fields>[Name]
    onChange: (value: FiltersOf<Fields>[Name]) => void
  }
  /** The filters and the page, as a call takes them. */
  query: FiltersOf<Fields> & { page: number; page_size: number }
  clear: () => void
  go: (page: number, size: number) => void
  sort: (order: string | undefined) => void
}

/**
 * A list's filters, page and order. They live in the address, so that a reload, a link and the open tab keep them.
 * `fields` must be a constant.
 */
export function useListAddress<Fields extends Parsers>(fields: Fields): ListAddress<Fields> {
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const place = parsePosition(search, fields)
  const change = (next: Partial<ListPosition<Fields>>) => {
    // The router is already leaving for a page whose script is still loading: a delayed search must not lead back.
    if (location.pathname !== pathname) return
    setSearch(
      before => {
        const now = parsePosition(before, fields)
        return formatPosition(before, fields, { ...now, page: 1, ...next })
      },
      { replace: true },
    )
  }
  const filter: ListAddress<Fields>['filter'] = some => change({ filters: { ...place.filters, ...some } })
  return {
    ...place,
    filtered: Object.keys(place.filters).length > 0,
    filter,
    // TypeScript cannot tell that a computed name is one of the fields.
    field: name => ({
      value: place.filters[name],
      onChange: value => filter({ [name]: value } as Partial<FiltersOf<Fields>>),
    }),
    query: { ...place.filters, page: place.page, page_size: place.size },
    clear: () => change({ filters: {} }),
    go: (page, size) => change({ page: size === place.size ? page : 1, size }),
    sort: order => change({ order }),
  }
}
