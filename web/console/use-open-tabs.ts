import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { store } from '#web/data/store.ts'
import { addTab, closeTab, defaultMenu, type Menu, type Tab, writeTabs } from '#web/data/tabs.ts'
import { useStore } from '#web/data/use-store.ts'
import { entryAt, entryOf } from './menu.tsx'

function keep(tabs: readonly Tab[], menu: Menu): void {
  store.set({ tabs, menu })
  writeTabs(tabs, menu)
}

/**
 * Where somebody who comes back to the console was: the tab of their page at its own address, since without its order or person a page
 * of one would show nothing.
 */
export function lastAddress(): string {
  const { menu, tabs } = store.get()
  const entry = entryOf(menu.id)
  return (entry && (tabs.find(({ id }) => id === entry.id)?.path ?? entry.under ?? entry.path)) ?? paths.managePersonal
}

/** The pages open in this browser tab. Visiting a page opens it; a reload keeps them. */
export function useOpenTabs() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  // Pages that a newer version no longer has are left out.
  const tabs = useStore(state => state.tabs)
  const shown = entryAt(pathname)

  useEffect(() => {
    if (!shown) return
    const { id, name } = shown
    keep(addTab(store.get().tabs, { id, name, path: pathname + search }), { id, name })
  }, [shown, pathname, search])

  const show = (tab: Tab | undefined) => void navigate(tab?.path ?? entryOf(defaultMenu.id)?.path ?? '/')

  return {
    tabs: tabs.filter(tab => entryOf(tab.id)),
    shown,
    close(id: number) {
      const { tabs: rest, next } = closeTab(tabs, id, shown?.id ?? 0)
      keep(rest, store.get().menu)
      if (id === shown?.id) show(next)
    },
    closeOthers: () =>
      keep(
        tabs.filter(tab => tab.id === shown?.id),
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
