import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { uuid } from '#web/ui/list/address.ts'

/** The order whose drawer is open stands in the address, beside the list's filters: a link can lead to it. */
export function useShownOrder() {
  const [search, setSearch] = useSearchParams()
  const set = useCallback(
    (id: string | undefined) =>
      setSearch(
        before => {
          const next = new URLSearchParams(before)
          if (id) next.set('order_id', id)
          else next.delete('order_id')
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  return { id: uuid(search.get('order_id') ?? ''), show: set, hide: () => set(undefined) }
}
