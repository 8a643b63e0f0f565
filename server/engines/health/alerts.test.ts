import { expect, test } from 'vitest'
import type { HealthState } from '#contract/operations/health-names.ts'
import { type Alert, type AlertEvent, decide } from './alerts.ts'

const minute = 60_000
const hour = 60 * minute

/** Decides every half minute from the state at that time; returns the alerts sent and their minutes. */
function watch(stateAt: (minutes: number) => HealthState, minutes: number): [number, AlertEvent][] {
  const notified: [number, AlertEvent][] = []
  let alert: Alert | undefined
  for (let now = 0; now <= minutes * minute; now += minute / 2) {
    const decision = decide(alert, stateAt(now / minute), now)
    alert = decision.alert
    if (decision.telling) notified.push([now / minute, decision.telling])
  }
  return notified
}

test('a check that stays bad is reported once, and once more when it has stayed good', () => {
  expect(watch(at => (at >= 1 && at < 20 ? 'bad' : 'good'), 120)).toEqual([
    [3, 'bad'],
    [22, 'mended'],
  ])
})

test('a short failure is not reported', () => {
  expect(watch(at => (at >= 1 && at < 2 ? 'bad' : 'good'), 120)).toEqual([])
  expect(watch(at => (at % 2 < 1 ? 'bad' : 'good'), 600)).toEqual([])
})

test('a warning raises no alert, and ends one', () => {
  expect(watch(() => 'warn', 600)).toEqual([])
  expect(watch(at => (at < 10 ? 'bad' : 'warn'), 60).map(([, telling]) => telling)).toEqual(['bad', 'mended'])
})

test('reminders come at growing distances, then daily', () => {
  const notified = watch(() => 'bad', 4 * 24 * 60)
  const hours = notified.map(([at]) => at / 60)
  const distances = hours.slice(1).map((at, index) => at - (hours[index] ?? 0))
  expect(notified.map(([, telling]) => telling)).toEqual(['bad', ...Array(6).fill('reminder')])
  expect(distances).toEqual([0.5, 2, 8, 24, 24, 24])
})

test('a check that flaps for days causes few messages', () => {
  // Five minutes bad, five minutes well, for three days.
  const notified = watch(at => (at % 10 < 5 ? 'bad' : 'good'), 3 * 24 * 60)
  expect(notified.length).toBeGreaterThan(2)
  expect(notified.length).toBeLessThan(16)
  expect(notified.filter(([at]) => at < 60).length).toBeLessThan(5)
})

test('a failure that returns a day after its recovery is reported at once', () => {
  const notified = watch(at => (at < 10 || at >= 30 * 60 ? 'bad' : 'good'), 31 * 60)
  expect(notified.map(([, telling]) => telling)).toEqual(['bad', 'mended', 'bad', 'reminder'])
  expect(notified[2]?.[0]).toBe(30 * 60 + 2)
})

test('an unknown state neither raises nor ends an alert, and an open alert survives it', () => {
  expect(watch(() => 'unknown', 600)).toEqual([])
  expect(watch(at => (at < 10 ? 'bad' : 'unknown'), 25)).toEqual([[2, 'bad']])
  expect(watch(at => (at < 10 ? 'bad' : at < 20 ? 'unknown' : 'good'), 60)).toEqual([
    [2, 'bad'],
    [22, 'mended'],
  ])
})

test('a subject that vanishes while its alert is open is not reported as recovered', () => {
  expect(watch(at => (at < 10 ? 'bad' : 'absent'), 3 * 24 * 60)).toEqual([[2, 'bad']])
  expect(watch(at => (at < 10 ? 'bad' : at < 20 ? 'absent' : 'good'), 60)).toEqual([
    [2, 'bad'],
    [22, 'mended'],
  ])
  // No alert was sent, so there is nothing to keep.
  expect(
    decide({ badSince: 0, wellSince: null, open: false, notifiedAt: null, notifiedCount: 0 }, 'absent', 1),
  ).toEqual({})
})

test('a check can be configured to report at once', () => {
  expect(decide(undefined, 'bad', hour, 0)).toMatchObject({ telling: 'bad', alert: { open: true, notifiedAt: hour } })
})
