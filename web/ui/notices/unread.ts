import { api } from '#web/data/api.ts'
import { announceCompanyChange } from '#web/data/company-change.ts'
import { session } from '#web/data/session.ts'
import { store } from '#web/data/store.ts'

/** Milliseconds between two checks for new notices. */
export const unreadInterval = 60_000

export const setUnread = (unread: number) => store.set({ unread })

/** Runs in the background: a failed attempt need not be reported. */
export async function loadUnread(): Promise<void> {
  const answer = await api.getNoticeList({ unread_only: true, page_size: 1 }, { background: true })
  if (!answer.ok) return
  const { unread } = answer.data
  const more = unread > store.get().unread
  setUnread(unread)
  // Managers learn of changes immediately; for all other users, a notice is the first sign that their data has changed.
  if (more && session.role() !== 'admin') announceCompanyChange()
}

/** Shows 99+ for more: the number is a hint, the drawer has the list. */
export const badge = (unread: number) => (unread > 99 ? '99+' : String(unread))
