import { useCallback, useEffect, useRef, useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import type { Refused } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { showRefusal } from '#web/ui/show-refusal.ts'
import type { Notice } from './kinds.tsx'
import { setUnread } from './unread.ts'

const pageSize = 20

/**
 * Appends a page. Pages shift when new notices arrive, so a notice that is already present is not added twice, and one that is newer
 * than those is added above them.
 */
export const appendPage = (before: readonly Notice[], more: readonly Notice[]): Notice[] => {
  const knownIds = new Set(before.map(notice => notice.notice_id))
  const added = more.filter(notice => !knownIds.has(notice.notice_id))
  return [...before, ...added].toSorted((one, other) => other.created_at.localeCompare(one.created_at))
}

/**
 * Returns the next page to load. Notices read in the meantime are no longer among the server's unread ones, so only those still
 * unread count.
 */
export const nextPage = (list: readonly Notice[], unreadOnly: boolean) =>
  Math.floor((unreadOnly ? list.filter(notice => !notice.read) : list).length / pageSize) + 1

interface LoadedNotices {
  list: Notice[]
  /** The server has more than these. */
  more: boolean
}

/** The notices, newest first, page by page, and the actions on them. */
export function useNotices(unreadOnly: boolean, open: boolean) {
  const [loaded, setLoaded] = useState<LoadedNotices>()
  const [refused, setRefused] = useState<Refused>()
  const [busy, setBusy] = useState(false)
  /** Aborted when other notices are requested, to which a pending answer must not be appended. */
  const latest = useRef<AbortSignal>(undefined)

  const fetchPage = useCallback(
    async (page: number) => {
      const signal = latest.current
      setBusy(true)
      const input = { unread_only: unreadOnly, page, page_size: pageSize }
      const answer = await api.getNoticeList(input, { signal })
      if (signal?.aborted) return undefined
      setBusy(false)
      setRefused(answer.ok ? undefined : answer)
      if (!answer.ok) return undefined
      const { list, total, unread } = answer.data
      const more = page * pageSize < total
      setUnread(unread)
      setLoaded(before => ({ list: appendPage(before?.list ?? [], list), more }))
      return { list, more }
    },
    [unreadOnly],
  )

  useEffect(() => {
    if (!open) return
    const controller = new AbortController()
    latest.current = controller.signal
    setLoaded(undefined)
    void fetchPage(1)
    return () => controller.abort()
  }, [open, fetchPage])

  /** Appends older notices. If new ones have shifted a page, it may add none, and the next one is loaded. */
  async function loadMore(): Promise<void> {
    const known = loaded?.list ?? []
    for (let page = nextPage(known, unreadOnly); ; page += 1) {
      const fetched = await fetchPage(page)
      if (!fetched?.more || appendPage(known, fetched.list).length > known.length) return
    }
  }

  /** Marks notices as read, or all without ids. They show as read immediately; an error reverts that. */
  async function read(ids?: string[]): Promise<void> {
    const unread = new Set(loaded?.list.flatMap(({ notice_id, read }) => (read ? [] : [notice_id])))
    const touched = ({ notice_id }: Notice) => unread.has(notice_id) && (!ids || ids.includes(notice_id))
    const mark = (read: boolean) =>
      setLoaded(now => now && { ...now, list: now.list.map(each => (touched(each) ? { ...each, read } : each)) })
    mark(true)
    const answer: { ok: true; data: OutputOf<'readNotices'> } | Refused = await api.readNotices(
      ids ? { notice_ids: ids } : {},
      // The notices already show as read.
      { background: true },
    )
    // The list may have grown, or be another one by now, which was read before the change.
    mark(answer.ok)
    if (answer.ok) setUnread(answer.data.unread)
    else showRefusal(answer)
  }

  return {
    list: loaded?.list,
    more: loaded?.more ?? false,
    refused,
    busy,
    read,
    loadMore: () => void loadMore(),
    retry: () => void fetchPage(1),
  }
}
