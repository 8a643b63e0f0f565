import { store } from './store.ts'
import { defaultMenu, readTabs, writeTabs } from './stored-tabs.ts'

/** Makes 个人信息 the current menu, which `/control` then opens. */
export function showPersonalMenu(): void {
  store.set({ menu: defaultMenu })
  writeTabs(readTabs(), defaultMenu)
}

/** Returns a page's address as its tab was left, with its filters and in its order, or the bare one. */
export const addressOfTab = (path: string): string =>
  store.get().tabs.find(tab => tab.path.split('?', 1)[0] === path)?.path ?? path
