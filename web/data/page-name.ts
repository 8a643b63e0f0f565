import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { identityOf } from './console-pages.ts'
import { store } from './store.ts'

/** Uses the name of the page's subject for the tab and the title, once it is known. */
export function usePageName(name: string | undefined): void {
  const { pathname, search } = useLocation()
  const page = identityOf(pathname + search)
  useEffect(() => {
    if (name) store.set({ pageName: { page, name } })
  }, [page, name])
}
