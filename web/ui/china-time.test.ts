import { afterEach, expect, test, vi } from 'vitest'
import { chinaNow, fromPicker } from './china-time.ts'

afterEach(() => vi.useRealTimers())

test('the present day is China’s, also where the browser’s is still the one before', () => {
  vi.useFakeTimers({ now: new Date('2026-11-26T20:00:00Z'), toFake: ['Date'] })
  expect(chinaNow().format('YYYY-MM-DD HH:mm')).toBe('2026-11-27 04:00')
  expect(fromPicker(chinaNow().add(7, 'day'))).toBe('2026-12-03T20:00:00.000Z')
})
