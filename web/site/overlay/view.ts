import type { Panel } from './panel.ts'

export interface View {
  panel: Panel
  notice: string | undefined
  /** The page of the portal to open after the login. */
  next: string | undefined
  open: boolean
  /** The phone or account typed last, with which another panel starts. */
  account: string
}

let view: View = { panel: 'register', notice: undefined, next: undefined, open: false, account: '' }
const listeners = new Set<() => void>()

function set(change: Partial<View>): void {
  view = { ...view, ...change }
  for (const listener of listeners) listener()
}

export const currentView = () => view
export const openView = (panel: Panel, notice?: string, next?: string) => set({ panel, notice, next, open: true })
export const showPanel = (panel: Panel) => set({ panel })
export const typeAccount = (account: string) => set({ account })
export const closedView = () => set({ open: false, notice: undefined, next: undefined })

export function watchView(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
