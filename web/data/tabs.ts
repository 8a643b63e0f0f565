import { identityOf } from './console-pages.ts'
import type { Tab } from './stored-tabs.ts'

export const pageOf = (tab: Tab): string => identityOf(tab.path)

/** The most tabs of one page, so that viewing one person after the other does not open a hundred. */
const maxTabsPerPage = 8

/** Adds a tab for the visited page at the end, or updates the address of its existing tab. Returns `tabs` when nothing changes. */
export function addTab(tabs: readonly Tab[], page: Tab): readonly Tab[] {
  const open = tabs.find(tab => pageOf(tab) === pageOf(page))
  if (open?.path === page.path && open.name === page.name) return tabs
  if (open) return tabs.map(tab => (tab === open ? page : tab))
  const same = tabs.filter(({ id }) => id === page.id)
  return [...tabs.filter(tab => same.length < maxTabsPerPage || tab !== same[0]), page]
}

/** Removes a page's tab. `next` is the tab to activate if the active one was closed: its right neighbour, otherwise its left. */
export function closeTab(tabs: readonly Tab[], page: string, active: string): { tabs: Tab[]; next: Tab | undefined } {
  const index = tabs.findIndex(tab => pageOf(tab) === page)
  const rest = tabs.filter((_, at) => at !== index)
  return { tabs: rest, next: page === active ? (rest[index] ?? rest[index - 1]) : undefined }
}
