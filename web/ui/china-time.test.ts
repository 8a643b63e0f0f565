import { expect, test, vi } from 'vitest'
import { updateServerTime } from '#web/data/server-time.ts'
import { chinaNow, fromLocal, fromPicker, toLocal, toPicker } from './china-time.ts'

test('the present day is China’s, also where the browser’s is still the one before', () => {
  vi.useFakeTimers({ now: new Date('2026-11-26T20:00:00Z'), toFake: ['Date'] })
  // An earlier test may have met a server whose clock is ahead.
  updateServerTime(new Date().toUTCString(), Date.now(), Date.now())
  expect(chinaNow().format('YYYY-MM-DD HH:mm')).toBe('2026-11-27 04:00')
  expect(fromPicker(chinaNow().add(7, 'day'))).toBe('2026-12-03T20:00:00.000Z')
})

test('an instant keeps its seconds unless its minute is changed', () => {
  const before = '2026-11-20T01:30:07.123Z'
  expect(fromLocal(toLocal(before), before)).toBe(before)
  expect(fromPicker(toPicker(before), before)).toBe(before)
  expect(fromLocal('2026-11-20T09:31', before)).toBe('2026-11-20T01:31:00.000Z')
  expect(fromPicker(toPicker(before), null)).toBe('2026-11-20T01:30:00.000Z')
})
