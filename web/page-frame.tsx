import { type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { entryAt } from './console/menu.tsx'
import { consolePageAt, identityOf } from './data/console-pages.ts'
import { accessOf } from './data/guard.ts'
import { hashTarget } from './data/hash-target.ts'
import { pageTitle } from './data/page-title.ts'
import { portal } from './data/portal.ts'
import { session } from './data/session.ts'
import { readJson, tabKeys, write } from './data/storage.ts'
import { store } from './data/store.ts'
import { useStore } from './data/use-store.ts'
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

const isPlaces = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && Object.values(value).every(place => typeof place === 'number')

/** The scroll positions of addresses that were left in this tab, including before a reload. */
let left: Map<string, number> | undefined
const places = (): Map<string, number> => {
  // Read once the owner of the tab is known.
  left ??= new Map(Object.entries(readJson(tabKeys.places, isPlaces, 'session') ?? {}))
  return left
}
addEventListener('pagehide', () => {
  // A logout must leave nothing behind.
  if (session.sid()) write(tabKeys.places, JSON.stringify(Object.fromEntries(places())), 'session')
})
/** Milliseconds within which a page that is still loading may grow to its former length. */
const growing = 2_000

/** Reports whether a page already had a tab: the tab of a new page is only added after the page is rendered. */
const isOpen = (page: string) => store.get().tabs.some(({ path }) => identityOf(path) === page)

/** A new page opens at its top; an open tab or a reloaded page at the position where it was left. */
function useScrollPlaces(container: RefObject<HTMLElement | null>): void {
  const { pathname, search } = useLocation()
  const page = identityOf(pathname + search)
  const scrolled = useRef(0)
  const firstPage = useRef(page)
  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    const isBack = consolePageAt(pathname) ? isOpen(page) : page === firstPage.current
    const place = isBack ? (places().get(page) ?? 0) : 0
    // Without a scroll event, a page opened at its top would later be restored to an older position.
    places().set(page, place)
    firstPage.current = ''
    // Scrolling forces a layout, and the remaining changes of the first render cause another.
    if (place !== scrolled.current) element.scrollTo(0, place)
    scrolled.current = place
    const keep = () => {
      scrolled.current = element.scrollTop
      places().set(page, scrolled.current)
    }
    const grow = new ResizeObserver(() => {
      if (element.scrollTop < place) element.scrollTo(0, place)
    })
    // Rows that arrive later make the page as long as it was; if the user scrolls meanwhile, the position is kept.
    const stop = () => grow.disconnect()
    const inner = place > 0 && element.querySelector('main')
    if (inner) grow.observe(inner)
    const timer = setTimeout(stop, growing)
    element.addEventListener('wheel', stop, { passive: true })
    element.addEventListener('touchmove', stop, { passive: true })
    element.addEventListener('scroll', keep, { passive: true })
    return () => {
      stop()
      clearTimeout(timer)
      element.removeEventListener('wheel', stop)
      element.removeEventListener('touchmove', stop)
      element.removeEventListener('scroll', keep)
    }
  }, [page, pathname, container])
}

/** The frame of every page: a full-height scroll container and the title. */
export function PageFrame({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const container = useRef<HTMLDivElement>(null)
  useHashSync()
  const page = identityOf(pathname + search)
  const subject = useStore(({ pageName }) => (pageName?.page === page ? pageName.name : undefined))
  useEffect(() => {
    document.title = pageTitle(pathname, search, portal().brand.name, { entryName: entryAt(pathname)?.name, subject })
  }, [pathname, search, subject])
  useScrollPlaces(container)
  return (
    <div className="scroller" ref={container}>
      <ErrorBoundary path={pathname}>
        <Suspense fallback={<PageWait />}>{children}</Suspense>
      </ErrorBoundary>
    </div>
  )
}
