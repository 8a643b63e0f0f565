import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { uuid, withParameters } from '#web/ui/list/address.ts'

/** The address holds the order of the open drawer beside the list's filters, so that it can be linked to. */
export function useShownOrder() {
  const [search, setSearch] = useSearchParams()
  const set = useCallback(
    (id: string | undefined) => setSearch(before => withParameters(before, { order_id: id }), { replace: true }),
    [setSearch],
  )
  return { id: uuid(search.get('order_id') ?? ''), show: set, hide: () => set(undefined) }
}
