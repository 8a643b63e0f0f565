import { read, remove, tabKeys, write } from './storage.ts'

/** A message for the next page. The portal's pages are separate documents, so a toast would vanish with the old one. */
export interface Notice {
  kind: 'success' | 'error' | 'info'
  text: string
}

export const leaveNotice = (notice: Notice) => write(tabKeys.notice, JSON.stringify(notice), 'session')

export const noticeWaits = (): boolean => read(tabKeys.notice, 'session') !== null

export function takeNotice(): Notice | undefined {
  const stored = read(tabKeys.notice, 'session')
  if (!stored) return undefined
  remove([tabKeys.notice], 'session')
  return JSON.parse(stored) as Notice
}
