import { expect, test, vi } from 'vitest'
import { oneDay, untilDayHolds, withinOneDay } from './one-day.ts'

const at = (instant: string) => vi.setSystemTime(new Date(instant))

test('a test that runs over midnight in China runs again, whether it succeeded or failed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  at('2026-11-26T15:00:00Z')
  const days: string[] = []
  await oneDay(async today => {
    days.push(today)
    if (days.length === 1) at('2026-11-26T16:00:00Z')
    if (days.length === 2) {
      at('2026-11-27T16:00:00Z')
      throw new Error('yesterday is not today')
    }
  })()
  expect(days).toEqual(['2026-11-26', '2026-11-27', '2026-11-28'])
  await expect(withinOneDay(() => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault')
})

test('a test that can’t run twice waits if the day is about to end', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] })
  at('2026-11-26T15:00:00Z')
  await untilDayHolds()
  at('2026-11-26T15:59:00Z')
  const waiting = untilDayHolds()
  await vi.advanceTimersByTimeAsync(60_100)
  await waiting
  expect(new Date().toISOString()).toBe('2026-11-26T16:00:00.100Z')
})
