import { useCallback, useSyncExternalStore } from 'react'

/** Reports whether a media query matches, and re-renders when that changes. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(watch, () => matchMedia(query).matches)
}
