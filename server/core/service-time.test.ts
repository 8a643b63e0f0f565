import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day, dayInChina, endOfDay, extension, remainDays, unusedDays } from './service-time.ts'

const now = Date.parse('2026-11-20T10:00:00+08:00')

test.each([
  [null, 0, 0],
  ['2026-11-19T10:00:00+08:00', 0, 0],
  ['2026-11-20T10:00:00+08:00', 0, 0],
  ['2026-11-20T10:00:00.001+08:00', 1, 0],
  ['2026-11-21T10:00:00+08:00', 1, 1],
  ['2026-11-21T10:00:00.001+08:00', 2, 1],
  ['2026-11-30T23:59:59.999+08:00', 11, 10],
])('with service until %s, %i days remain, %i of them unused', (ends, remain, unused) => {
  expect(remainDays(ends, now)).toBe(remain)
  expect(unusedDays(ends, now)).toBe(unused)
})

test('days start and end in China’s time zone', () => {
  expect(endOfDay('2026-11-20')).toBe('2026-11-20T15:59:59.999Z')
  expect(dayInChina('2026-11-20T15:59:59.999Z')).toBe('2026-11-20')
  expect(dayInChina('2026-11-20T16:00:00Z')).toBe('2026-11-21')
})

test.each([
  ['from now, without any service', null, { days: 10 }, '2026-11-30T02:00:00.000Z', 10],
  ['from now, when it has ended', '2026-11-01T00:00:00Z', { days: 1 }, '2026-11-21T02:00:00.000Z', 1],
  ['from its end, when it goes on', '2026-12-01T00:00:00Z', { days: 3 }, '2026-12-04T00:00:00.000Z', 3],
  ['to the end of today: a day', null, { until: endOfDay('2026-11-20') }, '2026-11-20T15:59:59.999Z', 1],
  ['to the end of tomorrow: two', null, { until: endOfDay('2026-11-21') }, '2026-11-21T15:59:59.999Z', 2],
  [
    'from one end to another',
    '2026-11-22T15:59:59.999Z',
    { until: endOfDay('2026-11-30') },
    '2026-11-30T15:59:59.999Z',
    8,
  ],
] as const)('%s', (_, ends, requested, expected, cost) => {
  const extended = extension(ends, requested, now)
  expect([extended?.endsAt, extended?.cost]).toEqual([expected, cost])
})

test('extending to the same or an earlier end changes nothing', () => {
  expect(extension('2026-11-30T15:59:59.999Z', { until: endOfDay('2026-11-30') }, now)).toBeUndefined()
  expect(extension(null, { until: endOfDay('2026-11-19') }, now)).toBeUndefined()
})

test('reclaiming and reassigning gains nothing: only days that were paid for come back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 * day }), fc.integer({ min: 1, max: 3650 }), (ahead, days) => {
      const before = ahead ? new Date(now + ahead).toISOString() : null
      const extended = extension(before, { days }, now)
      if (!extended) throw new Error('days always extend')
      const unused = unusedDays(extended.endsAt, now)
      expect(unused - unusedDays(before, now)).toBe(days)
    }),
  )
})
