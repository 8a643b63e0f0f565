import { useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const pathNow = () => location.pathname

function onWayBack(listener: () => void): () => void {
  addEventListener('popstate', listener)
  return () => removeEventListener('popstate', listener)
}

/**
 * Tells whether something that has succeeded here is leading to another page. The router keeps this one, with its buttons, until the
 * scripts of the next have come; whoever goes back meanwhile stays. `success` is another one each time.
 */
export function useLeaving() {
  const { pathname } = useLocation()
  const now = useSyncExternalStore(onWayBack, pathNow, pathNow)
  const [success, setSuccess] = useState<{ on: string }>()
  return { leaving: success?.on === pathname && now !== pathname, success, succeed: () => setSuccess({ on: pathname }) }
}
