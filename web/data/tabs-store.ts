import { store } from './store.ts'
import { defaultMenu, readTabs, writeTabs } from './tabs.ts'

/** Makes 个人信息 the current menu, which `/control` then opens. */
export function showPersonalMenu(): void {
  store.set({ menu: defaultMenu })
  writeTabs(readTabs(), defaultMenu)
}
