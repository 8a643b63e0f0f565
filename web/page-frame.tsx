import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { entryAt } from './console/menu.tsx'
import { accessOf } from './data/guard.ts'
import { hashTarget } from './data/hash-target.ts'
import { pageTitle } from './data/page-title.ts'
import { portal } from './data/portal.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { PageWait } from './ui/page-wait.tsx'

/** Redirects old `#/path` links to the router, on load and when the hash changes. */
function useHashSync(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const sync = () => {
      const target = hashTarget(location.hash)
      if (!target) return
      const path = target.split('?', 1)[0] ?? ''
      if (accessOf(path) === 'public') location.replace(target)
      else void navigate(target, { replace: true })
    }
    sync()
    addEventListener('hashchange', sync)
    return () => removeEventListener('hashchange', sync)
  }, [navigate])
}

/**
 * The frame of every page: a full-height scroll container that returns to the top after each navigation, and the title.
 */
export function PageFrame({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const container = useRef<HTMLDivElement>(null)
  useHashSync()
  useEffect(() => {
    document.title = pageTitle(pathname, search, portal().brand.name, entryAt(pathname)?.name)
  }, [pathname, search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run on every change of the path
  useLayoutEffect(() => {
    container.current?.scrollTo(0, 0)
  }, [pathname])
  return (
    <div className="scroller" ref={container}>
      <ErrorBoundary path={pathname}>
        <Suspense fallback={<PageWait />}>{children}</Suspense>
      </ErrorBoundary>
    </div>
  )
}
