import { useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const pathNow = () => location.pathname

function onWayBack(listener: () => void): () => void {
  addEventListener('popstate', listener)
  return () => removeEventListener('popstate', listener)
}

/**
 * Reports whether a success here is leading to another page. The router keeps this page, with its buttons, until the scripts of the
 * next are loaded; a user who goes back meanwhile stays here. `success` is a new object each time.
 */
export function useLeaving() {
  const { pathname } = useLocation()
  const now = useSyncExternalStore(onWayBack, pathNow, pathNow)
  const [success, setSuccess] = useState<{ on: string }>()
  return { leaving: success?.on === pathname && now !== pathname, success, succeed: () => setSuccess({ on: pathname }) }
}
