import { useCallback, useEffect, useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { isSessionRefusal, type Refused, sentence } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/ui/toast.ts'
import type { Notice } from './kinds.tsx'
import { keepUnread } from './unread.ts'

const pageSize = 20

/** Pages shift while new notices come in: what is there already is not taken twice. */
export const joined = (before: readonly Notice[], more: readonly Notice[]): Notice[] => {
  const known = new Set(before.map(notice => notice.notice_id))
  return [...before, ...more.filter(notice => !known.has(notice.notice_id))]
}

/** The page to ask for next. What was read in the meantime has left the unread ones on the server, so those alone count. */
export const nextPage = (list: readonly Notice[], unreadOnly: boolean) =>
  Math.floor((unreadOnly ? list.filter(notice => !notice.read) : list).length / pageSize) + 1

interface Shown {
  list: Notice[]
  /** Whether the server has more than these. */
  more: boolean
}

/** The notices, newest first, page after page; and what can be done to them. */
export function useNotices(unreadOnly: boolean, open: boolean) {
  const [shown, setShown] = useState<Shown>()
  const [refused, setRefused] = useState<Refused>()
  const [busy, setBusy] = useState(false)

  const fetchPage = useCallback(
    async (page: number, signal?: AbortSignal) => {
      setBusy(true)
      const given = { unread_only: unreadOnly, page, page_size: pageSize }
      const answer = await api.getNoticeList(given, { quiet: true, signal })
      if (signal?.aborted) return
      setBusy(false)
      setRefused(answer.ok ? undefined : answer)
      if (!answer.ok) return
      const { list, total, unread } = answer.data
      keepUnread(unread)
      setShown(before => ({
        list: joined(page === 1 ? [] : (before?.list ?? []), list),
        more: page * pageSize < total,
      }))
    },
    [unreadOnly],
  )

  useEffect(() => {
    if (!open) return
    const leaving = new AbortController()
    setShown(undefined)
    void fetchPage(1, leaving.signal)
    return () => leaving.abort()
  }, [open, fetchPage])

  /** Without ids: all. Shown as read at once; an error puts it back. */
  async function read(ids?: string[]): Promise<void> {
    const before = shown
    const touched = (notice: Notice) => !ids || ids.includes(notice.notice_id)
    setShown(now => now && { ...now, list: now.list.map(each => (touched(each) ? { ...each, read: true } : each)) })
    const answer: { ok: true; data: OutputOf<'readNotices'> } | Refused = await api.readNotices(
      ids ? { notice_ids: ids } : {},
      { quiet: true },
    )
    if (answer.ok) return keepUnread(answer.data.unread)
    setShown(before)
    if (!isSessionRefusal(answer)) toast.error(sentence(answer))
  }

  return {
    list: shown?.list,
    more: shown?.more ?? false,
    refused,
    busy,
    read,
    loadMore: () => void fetchPage(nextPage(shown?.list ?? [], unreadOnly)),
    retry: () => void fetchPage(1),
  }
}
