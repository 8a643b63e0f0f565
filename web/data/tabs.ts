import { readJson, tabKeys, write } from './storage.ts'

/** An open page of the console. `path` includes the query, so that filters come back with the tab. */
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

/** Adds a tab for the visited page at the end, or updates the address of its existing tab. Returns `tabs` when nothing changes. */
export function addTab(tabs: readonly Tab[], page: Tab): readonly Tab[] {
  const open = tabs.find(tab => tab.id === page.id)
  if (open?.path === page.path && open.name === page.name) return tabs
  return open ? tabs.map(tab => (tab.id === page.id ? page : tab)) : [...tabs, page]
}

/** Removes a tab. `next` is the tab to activate if the active one was closed: its right neighbour, else its left. */
export function closeTab(tabs: readonly Tab[], id: number, active: number): { tabs: Tab[]; next: Tab | undefined } {
  const index = tabs.findIndex(tab => tab.id === id)
  const rest = tabs.filter(tab => tab.id !== id)
  return { tabs: rest, next: id === active ? (rest[index] ?? rest[index - 1]) : undefined }
}
