import { afterEach, expect, test, vi } from 'vitest'
import { serverNow, updateServerTime } from '#web/data/server-time.ts'
import { formatDuration } from './countdown.tsx'

afterEach(() => {
  updateServerTime(new Date().toUTCString(), Date.now(), Date.now())
})

test.each([
  [0, '00:00'],
  [-5000, '00:00'],
  [1, '00:01'],
  [1_798_000, '29:58'],
  [10_798_000, '02:59:58'],
  [3 * 86_400_000 - 2000, '2 天 23:59:58'],
])('%i ms are shown as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test('on a clock five minutes slow the countdown follows the server', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T01:25:00Z') })
  updateServerTime('Fri, 20 Nov 2026 01:30:00 GMT', Date.now(), Date.now() + 40)
  expect(Math.abs(serverNow() - Date.parse('2026-11-20T01:30:00Z'))).toBeLessThan(1000)
})

test('a missing or equal server date changes nothing', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T01:30:00.900Z') })
  updateServerTime('Fri, 20 Nov 2026 01:30:00 GMT', Date.now(), Date.now())
  expect(serverNow()).toBe(Date.now())
  updateServerTime(null, Date.now(), Date.now())
  expect(serverNow()).toBe(Date.now())
})

test('an answer that the server held back, or that waited for a sleeping computer, leaves the clock as it is', () => {
  const now = Date.now()
  updateServerTime(new Date(now).toUTCString(), now - 25_000, now)
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1000)
  updateServerTime(new Date(now - 8 * 3_600_000).toUTCString(), now - 8 * 3_600_000, now)
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1000)
})
