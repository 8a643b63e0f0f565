import { store } from './store.ts'
import { defaultMenu, readTabs, writeTabs } from './stored-tabs.ts'

/** Makes 个人信息 the current menu entry, which `/control` then opens. */
export function showPersonalMenu(): void {
  store.set({ menu: defaultMenu })
  writeTabs(readTabs(), defaultMenu)
}

/** Returns a page's address as its tab was left, with filters and order, or otherwise its plain path. */
export const addressOfTab = (path: string): string =>
  store.get().tabs.find(tab => tab.path.split('?', 1)[0] === path)?.path ?? path
