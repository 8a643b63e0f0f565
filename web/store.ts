import { type NetworkError, networkErrors } from './network-errors.ts'
import { type Menu, readMenu, readTabs, type Tab } from './tabs.ts'

/** What pages show and several of them share. The storage behind it outlives the page; this is what is drawn. */
export interface State {
  /** Of the account that is logged in; empty when none is, or when the stored one can't be read. */
  phone: string
  manager: 0 | 1
  /** Person-days the manager's company can still hand out; null for everyone else. */
  remainDays: number | null
  /** Notices. */
  unread: number
  sid: string
  errors: readonly NetworkError[]
  tabs: readonly Tab[]
  menu: Menu
}

let state: State | undefined
const listeners = new Set<() => void>()

const initial = (): State => ({
  phone: '',
  manager: 0,
  remainDays: null,
  unread: 0,
  sid: '',
  errors: networkErrors(),
  tabs: readTabs(),
  menu: readMenu(),
})

export const store = {
  get: (): State => {
    state ??= initial()
    return state
  },
  set(change: Partial<State>): void {
    state = { ...store.get(), ...change }
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
