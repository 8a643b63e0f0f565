import { expect, test } from 'vitest'
import { daysAhead, expiryDays, expirySummary } from './expiries.ts'

const employees = { total: 30, active: 28, invited: 2, disabled: 0, in_service: 20 }
const expiries = [
  { day: '2026-11-20', employees: 1, lines: 0 },
  { day: '2026-12-04', employees: 2, lines: 0 },
  { day: '2026-12-05', employees: 4, lines: 5 },
  { day: '2027-02-17', employees: 3, lines: 0 },
]

test('every day is listed once, in order, across the end of a year', () => {
  const days = expiryDays({ expiries, employees }, '2026-11-20')
  expect(days).toHaveLength(daysAhead)
  expect(days[0]).toEqual({ day: '2026-11-20', ahead: 0, ending: 1, lines: 0, left: 19 })
  expect(days[1]).toEqual({ day: '2026-11-21', ahead: 1, ending: 0, lines: 0, left: 19 })
  expect(days[42]?.day).toBe('2027-01-01')
  expect(days.at(-1)).toEqual({ day: '2027-02-17', ahead: 89, ending: 3, lines: 0, left: 10 })
  expect(new Set(days.map(({ day }) => day)).size).toBe(daysAhead)
})

test('the summary counts those ending within fifteen days separately', () => {
  expect(expirySummary(expiryDays({ expiries, employees }, '2026-11-20'))).toBe(
    '未来 90 天有 10 名员工到期，其中 15 天内 3 名；最早 2026-11-20。若不续期，90 天后仍在服务 10 名；5 条专线到期',
  )
})

test('the summary says when nobody’s service ends', () => {
  expect(
    expirySummary(expiryDays({ expiries: [{ day: '2026-11-21', employees: 0, lines: 2 }], employees }, '2026-11-20')),
  ).toBe('未来 90 天没有员工的服务到期；2 条专线到期')
  expect(expirySummary(expiryDays({ expiries: [], employees }, '2026-11-20'))).toBe('未来 90 天没有员工的服务到期')
})
