import { readJson, tabKeys, write } from './storage.ts'

/**
 * An open page of the console. `path` includes the query, so that filters return with the tab. A page about one object has a tab
 * for each object, with that object's name.
 */
export interface Tab {
  id: number
  name: string
  path: string
}

export interface Menu {
  id: number
  name: string
  /** The address of a page about one object, which has a tab for each. */
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
