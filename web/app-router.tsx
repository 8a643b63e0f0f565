import { type ReactNode, useEffect, useLayoutEffect, useState, useTransition } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'
import { beginScripts } from './data/pressed.ts'
import { beginSteps, wasStep } from './data/steps.ts'

interface AppRouterProps {
  /** Reports whether the scripts of the page at a path are loaded. */
  isLoaded: (path: string) => boolean
  children: ReactNode
}

/**
 * React Router's BrowserRouter, except that a page whose scripts are there is drawn within the click that leads to it, and that Back
 * closes what is open over a page. Until the scripts have come, the page before stays, and the loading overlay shows once they take long.
 */
export function AppRouter({ isLoaded, children }: AppRouterProps) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [at, setAt] = useState({ action: history.action, location: history.location })
  const [isPending, startTransition] = useTransition()
  useEffect(() => (isPending ? beginScripts() : undefined), [isPending])
  useLayoutEffect(() => {
    let { location: shown } = history
    beginSteps()
    return history.listen(({ action, location }) => {
      if (wasStep(action, shown)) return
      shown = location
      const go = () => setAt({ action, location })
      if (isLoaded(location.pathname)) go()
      else startTransition(go)
    })
  }, [history, isLoaded])
  return (
    <Router location={at.location} navigationType={at.action} navigator={history}>
      {children}
    </Router>
  )
}
