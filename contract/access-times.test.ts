import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  describeHours,
  describeTimes,
  effectiveTimes,
  formatHours,
  holdsAt,
  hoursPattern,
  nextChange,
} from './access-times.ts'

const china = (text: string) => Date.parse(`${text}+08:00`)
const time = fc.tuple(fc.nat(23), fc.nat(59)).map(each => each.map(part => String(part).padStart(2, '0')).join(':'))
const hours = fc
  .record({ days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), from: time, to: time })
  .map(formatHours)

test.each([
  ['12345 09:00-18:00', '2026-11-23T09:00', true],
  ['12345 09:00-18:00', '2026-11-23T08:59:59.999', false],
  ['12345 09:00-18:00', '2026-11-23T17:59:59.999', true],
  ['12345 09:00-18:00', '2026-11-23T18:00', false],
  ['12345 09:00-18:00', '2026-11-22T12:00', false],
  // Friday's night shift ends on Saturday morning; Sunday has no shift that could end on Monday.
  ['12345 22:00-06:00', '2026-11-28T05:59', true],
  ['12345 22:00-06:00', '2026-11-28T22:30', false],
  ['12345 22:00-06:00', '2026-11-23T05:59', false],
  ['67 00:00-00:00', '2026-11-29T23:59', true],
  ['67 00:00-00:00', '2026-11-30T00:00', false],
])('the hours %s at %s apply: %s', (span, at, holds) => {
  expect(holdsAt({ until: null, hours: span }, china(at))).toBe(holds)
})

test('a grant ends at its exact instant, within its hours as well', () => {
  const until = new Date(china('2026-11-23T12:00')).toISOString()
  for (const times of [
    { until, hours: null },
    { until, hours: '1 09:00-18:00' },
  ]) {
    expect(holdsAt(times, china('2026-11-23T11:59:59.999'))).toBe(true)
    expect(holdsAt(times, china('2026-11-23T12:00'))).toBe(false)
    expect(nextChange(times, china('2026-11-23T10:00'))).toBe(Date.parse(until))
    expect(nextChange(times, china('2026-11-23T12:00'))).toBe(Infinity)
  }
})

test('access stays the same until the next change that the rule announces, for any hours', () => {
  fc.assert(
    fc.property(hours, fc.nat(14 * 24 * 60), fc.nat(24 * 60), (span, minutes, later) => {
      const at = china('2026-11-23T00:00') + minutes * 60_000 + 1
      const times = { until: null, hours: span }
      const next = nextChange(times, at)
      const between = Math.min(next - 1, at + later * 60_000)
      expect(next).toBeGreaterThan(at)
      expect(holdsAt(times, between)).toBe(holdsAt(times, at))
    }),
  )
})

test('omitting grants covered by others leaves as many that apply at any time', () => {
  const grant = fc.record({
    until: fc.constantFrom(null, '2026-11-25T00:00:00.000Z', '2026-11-30T00:00:00.000Z'),
    hours: fc.constantFrom(null, '12345 09:00-18:00', '67 22:00-06:00'),
  })
  fc.assert(
    fc.property(fc.array(grant, { maxLength: 6 }), fc.nat(14 * 24 * 60), (grants, minutes) => {
      const at = china('2026-11-23T00:00') + minutes * 60_000
      const kept = effectiveTimes(grants)
      expect(kept.some(times => holdsAt(times, at))).toBe(grants.some(times => holdsAt(times, at)))
      expect(new Set(kept.map(({ hours }) => hours)).size).toBe(kept.length)
    }),
  )
})

describe('descriptions of hours', () => {
  test.each([
    ['12345 09:00-18:00', '周一至周五 09:00–18:00'],
    ['1234567 22:00-06:00', '每天 22:00–次日 06:00'],
    ['67 00:00-00:00', '周末全天'],
    ['135 08:30-08:30', '周一、周三、周五 08:30–次日 08:30'],
  ])('%s reads %s', (span, words) => {
    expect(describeHours(span)).toBe(words)
  })

  test.each(['21 09:00-18:00', '11 09:00-18:00', ' 09:00-18:00', '8 09:00-18:00', '1 24:00-18:00', '1 9:00-18:00'])(
    'refuse %s',
    span => expect(hoursPattern.test(span)).toBe(false),
  )

  test('append the end in Beijing time', () => {
    expect(describeTimes({ until: '2026-11-30T16:00:00.000Z', hours: '67 00:00-00:00' })).toBe(
      '周末全天，2026-12-01 00:00 止',
    )
  })
})
