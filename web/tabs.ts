import { readJson, tabKeys, write } from './storage.ts'

/** A page that is open in the console. `path` keeps its query, so that filters come back with the tab. */
export interface Tab {
  id: number
  name: string
  path: string
}

export interface Menu {
  id: number
  name: string
}

export const defaultMenu: Menu = { id: 3, name: '个人信息' }

const isMenu = (value: unknown): value is Menu =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'number' &&
  'name' in value &&
  typeof value.name === 'string'
const isTab = (value: unknown): value is Tab => isMenu(value) && 'path' in value && typeof value.path === 'string'
const isTabs = (value: unknown): value is Tab[] => Array.isArray(value) && value.every(isTab)

export const readTabs = (): Tab[] => readJson(tabKeys.tabs, isTabs, 'session') ?? []
export const readMenu = (): Menu => readJson(tabKeys.menu, isMenu, 'session') ?? defaultMenu

export function writeTabs(tabs: readonly Tab[], menu: Menu): void {
  write(tabKeys.tabs, JSON.stringify(tabs), 'session')
  write(tabKeys.menu, JSON.stringify(menu), 'session')
}

/** The page just visited: its tab exists (a new one goes last) and remembers the address. */
export function visited(tabs: readonly Tab[], page: Tab): Tab[] {
  const known = tabs.some(tab => tab.id === page.id)
  return known ? tabs.map(tab => (tab.id === page.id ? page : tab)) : [...tabs, page]
}

/** What is left after closing one tab, and the tab to show if the shown one was closed: its right neighbour, else its left. */
export function closed(tabs: readonly Tab[], id: number, shown: number): { tabs: Tab[]; next: Tab | undefined } {
  const index = tabs.findIndex(tab => tab.id === id)
  const rest = tabs.filter(tab => tab.id !== id)
  return { tabs: rest, next: id === shown ? (rest[index] ?? rest[index - 1]) : undefined }
}
