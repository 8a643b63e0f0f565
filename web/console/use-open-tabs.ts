import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { store } from '#web/store.ts'
import { closed, defaultMenu, type Menu, type Tab, visited, writeTabs } from '#web/tabs.ts'
import { useStore } from '#web/ui/use-store.ts'
import { entryAt, entryOf } from './menu.tsx'

function keep(tabs: readonly Tab[], menu: Menu): void {
  store.set({ tabs, menu })
  writeTabs(tabs, menu)
}

/** The pages open in this browser tab. Visiting a page opens it; what is open survives a reload. */
export function useOpenTabs() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  // A page that a newer version no longer has is left out.
  const tabs = useStore(state => state.tabs)
  const shown = entryAt(pathname)

  useEffect(() => {
    if (!shown) return
    const { id, name } = shown
    keep(visited(store.get().tabs, { id, name, path: pathname + search }), { id, name })
  }, [shown, pathname, search])

  const show = (tab: Tab | undefined) => void navigate(tab?.path ?? entryOf(defaultMenu.id)?.path ?? '/')

  return {
    tabs: tabs.filter(tab => entryOf(tab.id)),
    shown,
    close(id: number) {
      const { tabs: rest, next } = closed(tabs, id, shown?.id ?? 0)
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
      // The default page opens again by being visited.
      if (shown?.id === defaultMenu.id) keep(visited([], { ...defaultMenu, path: pathname + search }), defaultMenu)
      else show(undefined)
    },
  }
}
