import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { identityOf } from '#web/data/console-pages.ts'
import { useReach } from '#web/data/reach.ts'
import { store } from '#web/data/store.ts'
import { defaultMenu, type Menu, type Tab, writeTabs } from '#web/data/stored-tabs.ts'
import { addTab, closeTab, pageOf } from '#web/data/tabs.ts'
import { useStore } from '#web/data/use-store.ts'
import { entryAt, entryOf } from './menu.tsx'

function keep(tabs: readonly Tab[], menu: Menu): void {
  store.set({ tabs, menu })
  writeTabs(tabs, menu)
}

/**
 * Returns where a user left the console: the address of the last tab, because a page about one order or person shows nothing
 * without its parameter.
 */
export function lastAddress(): string {
  const { menu, tabs } = store.get()
  const entry = entryOf(menu.id)
  const open = tabs.filter(({ id }) => id === entry?.id)
  return (
    (entry && ((open.find(({ path }) => path === menu.path) ?? open[0])?.path ?? entry.under ?? entry.path)) ??
    paths.managePersonal
  )
}

/** The pages open in this browser tab. Visiting a page opens it; a reload keeps them. */
export function useOpenTabs() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const tabs = useStore(state => state.tabs)
  const { isReached } = useReach()
  const shown = entryAt(pathname)
  const page = identityOf(pathname + search)
  const named = useStore(({ pageName }) => (pageName?.page === page ? pageName.name : undefined))

  useEffect(() => {
    if (!shown) return
    const { id, name, about } = shown
    const path = pathname + search
    const { tabs: open } = store.get()
    const before = about && open.find(tab => pageOf(tab) === page)?.name
    keep(addTab(open, { id, name: named ?? before ?? name, path }), { id, name, ...(about && { path }) })
  }, [shown, page, named, pathname, search])

  const show = (tab: Tab | undefined) => void navigate(tab?.path ?? entryOf(defaultMenu.id)?.path ?? '/')

  // Pages that a newer version no longer has, or that a new role may not open, are left out.
  const reached = tabs.filter(tab => {
    const entry = entryOf(tab.id)
    return entry && isReached(entry)
  })

  return {
    tabs: reached,
    shown,
    page,
    close(tab: Tab) {
      const { tabs: rest, next } = closeTab(reached, pageOf(tab), page)
      keep(rest, store.get().menu)
      if (pageOf(tab) === page) show(next)
    },
    closeOthers: () =>
      keep(
        tabs.filter(tab => pageOf(tab) === page),
        store.get().menu,
      ),
    closeAll() {
      keep([], defaultMenu)
      // Visiting the default page opens it again.
      if (shown?.id === defaultMenu.id) keep(addTab([], { ...defaultMenu, path: pathname + search }), defaultMenu)
      else show(undefined)
    },
  }
}
