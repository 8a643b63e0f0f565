import { api } from '#web/api.ts'
import { store } from '#web/store.ts'

/** Milliseconds between two questions whether there is something new. */
export const unreadEvery = 60_000

export const keepUnread = (unread: number) => store.set({ unread })

/** In the background: nobody needs to hear that it did not get through once. */
export async function askUnread(): Promise<void> {
  const answer = await api.getNoticeList({ unread_only: true, page_size: 1 }, { quiet: true })
  if (answer.ok) keepUnread(answer.data.unread)
}

/** 99+ beyond that: the number is a hint, the drawer has the list. */
export const badge = (unread: number) => (unread > 99 ? '99+' : String(unread))
