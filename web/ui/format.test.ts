import { expect, test } from 'vitest'
import { summary } from '#web/account/test-page/samples.ts'
import { dateTime, day, fileSize, fromNow, yuan } from './format.ts'

const now = Date.parse('2026-11-20T01:30:00Z')
const hour = 3_600_000

test('times are shown in the time zone of Shanghai', () => {
  expect(dateTime('2026-11-20T01:30:00Z')).toBe('2026-11-20 09:30')
  expect(day('2026-11-19T16:00:00Z')).toBe('2026-11-20')
})

test.each([
  [now + 2 * 24 * hour + hour, '3 天后'],
  [now + 3 * 24 * hour, '3 天后'],
  [now + 23 * hour, '23 小时后'],
  [now - 3 * 24 * hour - hour, '3 天前'],
  [now - 2 * hour, '2 小时前'],
  [now + 90_000, '1 分钟后'],
  [now - 5000, '刚刚'],
  [now + 5000, '即将'],
])('%i is formatted as %s', (instant, text) => {
  expect(fromNow(instant, now)).toBe(text)
})

test.each([
  [123_450, '¥1,234.50'],
  [0, '¥0.00'],
  [-5, '−¥0.05'],
])('%i fen are %s', (fen, text) => {
  expect(yuan(fen)).toBe(text)
})

test.each([
  [10, '1 KB'],
  [840_000, '820 KB'],
  [3_565_158, '3.4 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})

test.each([
  [[], 'idle'],
  [[20, 30, 900], 'good'],
  [[900, 1000, 20], 'warn'],
  [[20, Number.NaN], 'warn'],
  [[Number.NaN, Number.NaN], 'bad'],
])('samples %j are %s', (list, tone) => {
  const samples = list.map(ms => ({ ms, problem: Number.isNaN(ms) ? '失败' : undefined }))
  expect(summary(samples).tone).toBe(tone)
})
