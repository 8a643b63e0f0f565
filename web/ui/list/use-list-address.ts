import { useLocation, useSearchParams } from 'react-router'
import { type FiltersOf, type Place, type Readers, readPlace, writePlace } from './address.ts'

export interface ListAddress<Fields extends Readers> extends Place<Fields> {
  /** Whether any filter is set. */
  filtered: boolean
  /** Sets some filters, undefined takes one off; begins at the first page. */
  filter: (change: Partial<FiltersOf<Fields>>) => void
  clear: () => void
  go: (page: number, size: number) => void
  sort: (order: string | undefined) => void
}

/** A list's filters, page and order, which live in the address: a reload, a link and the open tab keep them. `fields` is a constant. */
export function useListAddress<Fields extends Readers>(fields: Fields): ListAddress<Fields> {
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const place = readPlace(search, fields)
  const change = (next: Partial<Place<Fields>>) => {
    // On the way to another page, whose script is still being fetched: a search typed before must not lead back.
    if (location.pathname !== pathname) return
    setSearch(
      before => {
        const now = readPlace(before, fields)
        return writePlace(before, fields, { ...now, page: 1, ...next })
      },
      { replace: true },
    )
  }
  return {
    ...place,
    filtered: Object.keys(place.filters).length > 0,
    filter: some => change({ filters: { ...place.filters, ...some } }),
    clear: () => change({ filters: {} }),
    go: (page, size) => change({ page: size === place.size ? page : 1, size }),
    sort: order => change({ order }),
  }
}
