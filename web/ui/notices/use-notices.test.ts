import { expect, test } from 'vitest'
import type { Notice } from './kinds.tsx'
import { badge } from './unread.ts'
import { appendPage, nextPage } from './use-notices.ts'

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
