import { useCallback } from 'react'
import { useSearch } from '#web/data/use-search.ts'
import { uuid, withParameters } from '#web/ui/list/address.ts'

/** Keeps the order of the open drawer in the address beside the list's filters, so that it can be linked to. */
export function useShownOrder() {
  const [search, changeSearch] = useSearch()
  const set = useCallback(
    (id: string | undefined) =>
      changeSearch(before => withParameters(before, { order_id: id }), { step: id !== undefined }),
    [changeSearch],
  )
  return { id: uuid(search.get('order_id') ?? ''), show: set, hide: () => set(undefined) }
}
