import { useCallback } from 'react'
import { useSearch } from '#web/data/use-search.ts'
import { uuid, withParameters } from '#web/ui/list/address.ts'

export type DeviceView = 'detail' | 'log'

/** Keeps the device of the open drawer in the address beside the list's filters, so that it can be linked to. */
export function useShownDevice() {
  const [search, changeSearch] = useSearch()
  const id = uuid(search.get('device') ?? '')
  const view: DeviceView = search.get('view') === 'log' ? 'log' : 'detail'
  const set = useCallback(
    (shown: string | undefined, wished: DeviceView, options?: { step: boolean }) =>
      changeSearch(
        before => withParameters(before, { device: shown, view: shown && wished === 'log' ? wished : undefined }),
        options,
      ),
    [changeSearch],
  )
  const show = useCallback(
    (device: { device_id: string }, requests: DeviceView = 'detail') => set(device.device_id, requests, { step: true }),
    [set],
  )
  return { id, view, show, turn: (requested: DeviceView) => set(id, requested), hide: () => set(undefined, 'detail') }
}
