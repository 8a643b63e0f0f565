import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { entryAt } from '#web/console/menu.tsx'
import { accessOf } from '#web/guard.ts'
import { hashTarget } from '#web/hash-target.ts'
import { pageTitle } from '#web/page-title.ts'
import { portal } from '#web/portal.ts'
import { Guardrail } from './guardrail.tsx'
import { PageWait } from './page-wait.tsx'

/** `#/path` of old links is synced to the router, on load and on change. */
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

/** What holds for every page: the full-height scroll container, back at the top after each navigation, and the title. */
export function PageFrame({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const container = useRef<HTMLDivElement>(null)
  useHashSync()
  useEffect(() => {
    document.title = pageTitle(pathname, search, portal().brand.name, entryAt(pathname)?.name)
  }, [pathname, search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the path scrolls
  useLayoutEffect(() => {
    container.current?.scrollTo(0, 0)
  }, [pathname])
  return (
    <div className="scroller" ref={container}>
      <Guardrail path={pathname}>
        <Suspense fallback={<PageWait />}>{children}</Suspense>
      </Guardrail>
    </div>
  )
}
