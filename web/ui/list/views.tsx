import { createContext } from 'react'

export interface ListView {
  view_id: string
  name: string
  query: string
  columns: Record<string, boolean>
  shared: boolean
  owner_name: string
  /** Only the owner of a view can remove it. */
  own: boolean
}

type Saved = Omit<ListView, 'view_id' | 'owner_name' | 'own'>

/** The storage of an app's list views. An action returns whether it was done; a failure has already been reported. */
export interface ViewStore {
  load: (list: string) => Promise<ListView[] | undefined>
  add: (list: string, view: Saved) => Promise<boolean>
  remove: (viewId: string) => Promise<boolean>
}

/** Without a store, lists have no views. */
export const Views = createContext<ViewStore | undefined>(undefined)

/** Parameters that do not belong to a view: the page of the list, and what is open beside it. */
const beside = ['page', 'device', 'view', 'order_id', 'tab']

/** Returns the filters and the order of an address. */
export function viewOf(search: URLSearchParams): string {
  const kept = new URLSearchParams(search)
  for (const name of beside) kept.delete(name)
  return String(kept)
}

/** Returns the address that shows a view; the tab of the page is kept. */
export function addressOf(query: string, search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query)
  const tab = search.get('tab')
  if (tab) next.set('tab', tab)
  return next
}
