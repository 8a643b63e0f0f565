import { useEffect, useRef } from 'react'

/** Reloads when `version` changes, that is, when another part of the page has changed the data. */
export function useReloadOnChange(version: number, reload: () => void): void {
  const previous = useRef(version)
  useEffect(() => {
    if (previous.current !== version) reload()
    previous.current = version
  }, [version, reload])
}
