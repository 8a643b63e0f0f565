import { expect, test } from 'vitest'
import { expiryDays } from './expiries.ts'
import { weeksOf } from './week-buckets.tsx'

const employees = { total: 9, active: 9, invited: 0, disabled: 0, in_service: 9 }

test('days are grouped into weeks from today without losing a count', () => {
  const expiries = [
    { day: '2026-11-23', employees: 1, lines: 0 },
    { day: '2026-11-29', employees: 2, lines: 1 },
    { day: '2026-11-30', employees: 3, lines: 0 },
    { day: '2027-02-20', employees: 1, lines: 2 },
  ]
  expect(weeksOf(expiryDays({ expiries, employees }, '2026-11-23'))).toEqual([
    { from: '2026-11-23', to: '2026-11-29', ahead: 0, ending: 3, lines: 1 },
    { from: '2026-11-30', to: '2026-12-06', ahead: 7, ending: 3, lines: 0 },
    { from: '2027-02-15', to: '2027-02-20', ahead: 84, ending: 1, lines: 2 },
  ])
})
