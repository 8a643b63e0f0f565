import { expect, test } from 'vitest'
import { oneDay } from '#server/testing/one-day.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make } = await testPortal()
const day = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * day).toISOString().slice(0, 10)
const midnight = (days: number) => Date.parse(`${dayIn(days)}T00:00:00+08:00`)

/** Creates ends at the edges of weeks, to the millisecond, including all that could be listed by mistake. */
async function office() {
  const company = await make.company({ managers: 1 })
  const department = await make.department(company.id, { name: '运营部' })
  const ends = [
    Date.now() - 1000,
    Date.now() + 60_000,
    ...[1, 6, 7, 8, 14, 15, 40, 89, 90].flatMap(days => [midnight(days) - 1, midnight(days)]),
  ]
  for (const [place, end] of ends.entries()) {
    const serviceEndsAt = new Date(end)
    await make.employee(company.id, {
      name: `员工${place}`,
      serviceEndsAt,
      ...(place % 2 && { departmentId: department.id }),
    })
    await make.employee(company.id, { name: `停用${place}`, serviceEndsAt, state: 'disabled' })
    await make.line(company, { endsAt: serviceEndsAt, bound: place % 3 > 0 })
  }
  const sid = await make.session(company.owner.account)
  return { sid, department }
}

test(
  'the lists for a range of days contain exactly those counted on the first page',
  oneDay(async () => {
    const { sid, department } = await office()
    const { expiries } = (await call('getCompanyData', {}, { sid })).data
    const page = { page: 1, page_size: 100 }
    let seen = 0
    for (let at = 0; at < 90; at += 7) {
      const days = { ends_from: dayIn(at), ends_to: dayIn(Math.min(at + 6, 89)) }
      const counted = expiries.filter(each => each.day >= days.ends_from && each.day <= days.ends_to)
      const sum = (name: 'employees' | 'lines') => counted.reduce((all, each) => all + each[name], 0)
      const people = { ...page, ...days, state: 'active' as const, service: 'in_service' as const }
      const listed = (await call('getCompanyUserList', { ...people, order: 'service_end' }, { sid })).data
      expect([days.ends_from, listed.total, listed.list.length]).toEqual([
        days.ends_from,
        sum('employees'),
        sum('employees'),
      ])
      const lines = (await call('getCompanyVplList', { ...page, ...days, order: 'ends' }, { sid })).data
      expect([days.ends_from, lines.total, lines.list.length]).toEqual([days.ends_from, sum('lines'), sum('lines')])
      expect(Object.values(lines.counts).reduce((all, each) => all + each, 0)).toBe(sum('lines'))
      // The days apply together with every other filter.
      const found = (await call('getCompanyUserList', { ...people, keyword: '员工' }, { sid })).data
      expect(found.total).toBe(sum('employees'))
      const within = (await call('getCompanyUserList', { ...people, dept_id: department.id }, { sid })).data
      const beside = (await call('getCompanyUserList', { ...people, without_dept: true }, { sid })).data
      expect(within.total + beside.total).toBe(sum('employees'))
      seen += sum('employees') + sum('lines')
    }
    expect(seen).toBeGreaterThan(30)
  }),
)
