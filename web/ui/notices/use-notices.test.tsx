import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { InputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import type { Notice } from './kinds.tsx'
import { badge } from './unread.ts'
import { appendPage, nextPage, useNotices } from './use-notices.ts'

const notice = (index: number, read = false): Notice => ({
  notice_id: `n${index}`,
  kind: 'device_waiting',
  title: '有新设备等待审核',
  text: '',
  link: '',
  read,
  created_at: '2026-11-20T01:30:00.000Z',
})
const range = (from: number, to: number, read = false) =>
  Array.from({ length: to - from }, (_, index) => notice(from + index, read))

test('a page that has shifted by new notices repeats none', () => {
  const list = appendPage(range(0, 20), range(18, 38))
  expect(list).toHaveLength(38)
  expect(new Set(list.map(each => each.notice_id)).size).toBe(38)
})

test('the next page follows from the number of notices shown', () => {
  expect(nextPage(range(0, 20), false)).toBe(2)
  expect(nextPage(range(0, 40), false)).toBe(3)
  expect(nextPage(range(0, 40, true), false)).toBe(3)
})

test('in the unread list, notices read meanwhile are not counted for the next page', () => {
  expect(nextPage([...range(0, 5, true), ...range(5, 40)], true)).toBe(2)
  expect(nextPage(range(0, 20, true), true)).toBe(1)
})

test('the unread counter stops at ninety-nine', () => {
  expect([badge(1), badge(99), badge(100)]).toEqual(['1', '99', '99+'])
})

/** The server's notices; answers can be held back. */
function server(all: Notice[]) {
  const state = { all, held: undefined as Promise<void> | undefined }
  const pages: number[] = []
  vi.spyOn(api, 'getNoticeList').mockImplementation(async ({ page = 1, unread_only }: InputOf<'getNoticeList'>) => {
    pages.push(page)
    const list = state.all.filter(({ read }) => !(unread_only && read))
    await state.held
    const data = { list: list.slice((page - 1) * 20, page * 20), total: list.length, unread: 0 }
    return { ok: true, code: 200, msg: '', data }
  })
  return { state, pages }
}

test('a notice that came while the list was open holds up none that is older', async () => {
  const { state, pages } = server(range(0, 60))
  const { result } = renderHook(() => useNotices(false, true))
  await act(async () => {})
  state.all = [notice(99), ...state.all]
  await act(async () => result.current.loadMore())
  expect(result.current.list).toHaveLength(39)
  await act(async () => result.current.loadMore())
  expect(result.current.list?.map(({ notice_id }) => notice_id)).toEqual(range(0, 59).map(each => each.notice_id))
  expect(pages).toEqual([1, 2, 2, 3])
})

test('loading older unread notices keeps those that were read meanwhile, and puts a newer one above them', async () => {
  const { state, pages } = server(range(0, 30))
  vi.spyOn(api, 'readNotices').mockImplementation(async ({ notice_ids }) => {
    state.all = state.all.map(each => (notice_ids?.includes(each.notice_id) ? { ...each, read: true } : each))
    return { ok: true, code: 200, msg: '', data: { unread: 0 } }
  })
  const { result } = renderHook(() => useNotices(true, true))
  await act(async () => {})
  await act(async () => result.current.read(['n0', 'n1']))
  const newer = { ...notice(99), created_at: '2026-11-20T02:30:00.000Z' }
  state.all = [newer, ...state.all]
  await act(async () => result.current.loadMore())
  // The first page holds what took the place of those that were read.
  expect(pages).toEqual([1, 1])
  const shown = result.current.list?.map(({ notice_id }) => notice_id)
  expect(shown).toEqual(['n99', ...range(0, 21).map(each => each.notice_id)])
})

test('a page of older notices that failed is the one that is asked for again', async () => {
  const { pages } = server(range(0, 50))
  const { result } = renderHook(() => useNotices(false, true))
  await act(async () => {})
  const refused = { ok: false as const, code: 503, msg: '服务繁忙', data: null }
  vi.spyOn(api, 'getNoticeList').mockImplementationOnce(async () => refused)
  await act(async () => result.current.loadMore())
  expect([result.current.refused, result.current.list?.length]).toEqual([refused, 20])
  await act(async () => result.current.loadMore())
  expect([result.current.refused, result.current.list?.length, pages]).toEqual([undefined, 40, [1, 2]])
})

test('what was asked for before a switch to the unread ones is not added to them', async () => {
  const { state } = server([...range(0, 5), ...range(5, 40, true)])
  const { result, rerender } = renderHook(({ unread }) => useNotices(unread, true), { initialProps: { unread: false } })
  await act(async () => {})
  let release = () => {}
  state.held = new Promise(done => {
    release = done
  })
  act(() => result.current.loadMore())
  state.held = undefined
  await act(async () => rerender({ unread: true }))
  await act(async () => release())
  expect(result.current.list).toHaveLength(5)
})

test('a notice that is being marked as read shows as read in a list that was read before the change', async () => {
  server(range(0, 3))
  let release = () => {}
  const held = new Promise<void>(done => {
    release = done
  })
  vi.spyOn(api, 'readNotices').mockImplementation(async () => {
    await held
    return { ok: true, code: 200, msg: '', data: { unread: 2 } }
  })
  const { result, rerender } = renderHook(({ unread }) => useNotices(unread, true), { initialProps: { unread: false } })
  await act(async () => {})
  act(() => void result.current.read(['n0']))
  await act(async () => rerender({ unread: true }))
  await act(async () => release())
  expect(result.current.list?.map(({ read }) => read)).toEqual([true, false, false])
})

/** Marking the first notice as read fails once the returned function is called; other notices are marked immediately. */
function failToReadFirst(): () => void {
  let refuse = () => {}
  const refused = new Promise<void>(done => {
    refuse = done
  })
  vi.spyOn(api, 'readNotices').mockImplementation(async ({ notice_ids }) => {
    if (!notice_ids?.includes('n0')) return { ok: true, code: 200, msg: '', data: { unread: 0 } }
    await refused
    return { ok: false, code: 500, msg: '服务繁忙', data: null }
  })
  return refuse
}

test('a failed mark as read leaves what was loaded or read meanwhile', async () => {
  server(range(0, 30))
  const refuse = failToReadFirst()
  const { result } = renderHook(() => useNotices(false, true))
  await act(async () => {})
  act(() => void result.current.read(['n0']))
  await act(async () => result.current.read(['n1']))
  await act(async () => result.current.loadMore())
  await act(async () => refuse())
  expect(result.current.list).toHaveLength(30)
  expect(result.current.list?.slice(0, 2).map(({ read }) => read)).toEqual([false, true])
})

test('a failed mark as read does not bring all notices back among the unread ones', async () => {
  server([...range(0, 5), ...range(5, 10, true)])
  const refuse = failToReadFirst()
  const { result, rerender } = renderHook(({ unread }) => useNotices(unread, true), { initialProps: { unread: false } })
  await act(async () => {})
  act(() => void result.current.read(['n0']))
  await act(async () => rerender({ unread: true }))
  await act(async () => refuse())
  expect(result.current.list).toEqual(range(0, 5))
})
