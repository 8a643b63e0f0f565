import { identityOf } from './console-pages.ts'
import { readJson, tabKeys, write } from './storage.ts'

/**
 * An open page of the console. `path` includes the query, so that filters come back with the tab. A page about one thing has a tab for
 * each of them, with that thing's name.
 */
export interface Tab {
  id: number
  name: string
  path: string
}

export interface Menu {
  id: number
  name: string
  /** The address of a page about one thing, which has a tab for each of them. */
  path?: string
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

export const pageOf = (tab: Tab): string => identityOf(tab.path)

/** Whoever looks at one person after the other shall not end up with a hundred tabs. */
const mostOfOnePage = 8

/** Adds a tab for the visited page at the end, or updates the address of its existing tab. Returns `tabs` when nothing changes. */
export function addTab(tabs: readonly Tab[], page: Tab): readonly Tab[] {
  const open = tabs.find(tab => pageOf(tab) === pageOf(page))
  if (open?.path === page.path && open.name === page.name) return tabs
  if (open) return tabs.map(tab => (tab === open ? page : tab))
  const same = tabs.filter(({ id }) => id === page.id)
  return [...tabs.filter(tab => same.length < mostOfOnePage || tab !== same[0]), page]
}

/** Removes a page's tab. `next` is the tab to activate if the active one was closed: its right neighbour, else its left. */
export function closeTab(tabs: readonly Tab[], page: string, active: string): { tabs: Tab[]; next: Tab | undefined } {
  const index = tabs.findIndex(tab => pageOf(tab) === page)
  const rest = tabs.filter((_, at) => at !== index)
  return { tabs: rest, next: page === active ? (rest[index] ?? rest[index - 1]) : undefined }
}
