import type { Duty } from '#contract/duty-names.ts'
import { type NetworkError, networkErrors } from './network-errors.ts'
import { type Menu, readMenu, readTabs, type Tab } from './stored-tabs.ts'

/** State shared by several parts of a page. The storage keeps it between pages; this copy is what React renders. */
export interface State {
  /** The phone of the account; empty when logged out or if the stored value cannot be read. */
  phone: string
  /** The account's id; empty when logged out or if the stored value cannot be read. */
  account: string
  /** The name of the account's company, null without one; undefined while unknown. */
  company: string | null | undefined
  manager: 0 | 1
  /** The employee's duty in the console; null for managers, who may do everything. */
  duty: Duty | null
  /** The names of the departments that the duty is limited to; null when it is not limited. */
  dutyDepartments: readonly string[] | null
  /** Shows whether the tour of the console is offered or running. */
  tour: 'offered' | 'running' | null
  /** Person-days the manager's company can still assign; null for everyone else. */
  remainDays: number | null
  unread: number
  sid: string
  errors: readonly NetworkError[]
  tabs: readonly Tab[]
  menu: Menu
  /** The name of the page's subject, with the page's identity. */
  pageName: { page: string; name: string } | null
}

let state: State | undefined
const listeners = new Set<() => void>()

/** The state of a tab that belongs to no account. */
export const withoutAccount: Omit<State, 'menu'> = {
  phone: '',
  account: '',
  company: undefined,
  manager: 0,
  duty: null,
  dutyDepartments: null,
  tour: null,
  remainDays: null,
  unread: 0,
  sid: '',
  errors: [],
  tabs: [],
  pageName: null,
}

const initial = (): State => ({ ...withoutAccount, errors: networkErrors(), tabs: readTabs(), menu: readMenu() })

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
