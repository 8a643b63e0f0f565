import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import type { InputOf } from '#contract/index.ts'
import { day, dayInChina, daysAfter } from '#server/core/service-time.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
import { creditService } from './hours.ts'

const portal = await testPortal()
const { call, make, system } = portal
let company: TestCompany
let sid: string
let ids: string[]
const credit = (days: number) => creditService(system, { companyId: company.id, days, kind: 'purchase', note: '' })
beforeEach(async () => {
  company = await make.company({ managers: 1, employees: 3 })
  sid = await make.session(company.owner.account)
  ids = company.employees.map(({ id }) => id)
})

const assign = (input: InputOf<'setCompanyUserService'>, as = sid) => call('setCompanyUserService', input, { sid: as })
const reclaim = (employee_ids: string[], preview = false) => call('reclaimService', { employee_ids, preview }, { sid })
const balance = async () => (await call('getServiceBalance', {}, { sid })).data
const endOf = async (id: string) =>
  (
    await system.row(
      z.object({ service_ends_at: instant.nullable() }),
    )`select service_ends_at from employee where id = ${id}`
  )?.service_ends_at ?? null
const setEnd = (id: string, endsAt: Date) =>
  system.change`update employee set service_ends_at = ${endsAt} where id = ${id}`

/** After any act, the ledger's sum is the balance, each entry states the rest, and nothing was below zero. */
async function requireSoundLedger() {
  const entries = await system.rows(z.object({ days: z.int(), balance_after: z.int() }))`
  select days, balance_after from service_entry where company_id = ${company.id} order by id`
  let sum = 0
  for (const entry of entries) {
    sum += entry.days
    expect(entry.balance_after).toBe(sum)
    expect(sum).toBeGreaterThanOrEqual(0)
  }
  expect((await balance()).balance).toBe(sum)
}

describe('assigning hours', () => {
  test('adds days from now, or to the end of the current service', async () => {
    await credit(100)
    const [one = '', two = ''] = ids
    const later = new Date(Date.now() + 10 * day)
    await setEnd(two, later)
    const { code, data } = await assign({ employee_ids: [one, two], days: 30 })
    expect([code, data]).toEqual([
      200,
      { employees: 2, unchanged: 0, cost_days: 60, balance: 40, activity_id: expect.any(String) },
    ])
    expect(Date.parse((await endOf(one)) ?? '') - Date.now()).toBeGreaterThan(30 * day - 60_000)
    expect(await endOf(two)).toBe(daysAfter(later.getTime(), 30))
    await requireSoundLedger()
  })

  test('until a day charges the missing days to its end in China, and skips people who have more', async () => {
    await credit(100)
    const [one = '', two = '', three = ''] = ids
    const until = dayInChina(Date.now() + 9 * day)
    await setEnd(two, new Date(Date.parse(`${until}T23:59:59.999+08:00`) - 4 * day))
    await setEnd(three, new Date(Date.now() + 50 * day))
    const input = { employee_ids: [one, two, three], until }
    const preview = await assign({ ...input, preview: true })
    expect(preview.data).toEqual({ employees: 2, unchanged: 1, cost_days: 14, balance: 86 })
    expect((await balance()).balance).toBe(100)
    expect((await assign(input)).data).toEqual({ ...preview.data, activity_id: expect.any(String) })
    for (const id of [one, two]) expect(await endOf(id)).toBe(new Date(`${until}T23:59:59.999+08:00`).toISOString())
    expect((await assign(input)).code).toBe(-47031)
  })

  test('is all or nothing: with one day too few nobody gets any', async () => {
    await credit(89)
    expect(await assign({ employee_ids: ids, days: 30 })).toMatchObject({ code: -47030, data: 1 })
    expect((await assign({ employee_ids: ids, days: 30, preview: true })).data.balance).toBe(-1)
    expect(await Promise.all(ids.map(endOf))).toEqual([null, null, null])
    expect((await balance()).balance).toBe(89)
  })

  test('takes either days or an end within ten years, and refuses disabled people and strangers', async () => {
    await credit(10_000)
    const [one = ''] = ids
    expect((await assign({ employee_ids: [one] })).code).toBe(-41003)
    expect((await assign({ employee_ids: [one], days: 1, until: '2030-01-01' })).code).toBe(-41003)
    expect(await assign({ employee_ids: [one], until: '9999-12-31' })).toMatchObject({ code: -41003, data: 'until' })
    await system.change`update employee set state = 'disabled', name = '张三' where id = ${one}`
    expect(await assign({ employee_ids: [one], days: 1 })).toMatchObject({ code: -47007, data: '张三' })
    const other = await make.company({ employees: 1 })
    expect((await assign({ employee_ids: [other.employees[0]?.id ?? ''], days: 1 })).code).toBe(-47001)
  })

  test('counts a person who is listed twice once', async () => {
    await credit(10)
    const [one = ''] = ids
    expect((await assign({ employee_ids: [one, one], days: 3 })).data).toMatchObject({ employees: 1, balance: 7 })
  })
})

// Guard: `days + x >= 0` in changeBalance; without it both succeed (the table's check then answers 500 instead).
test('refuses one of two managers who concurrently assign the last days', async () => {
  const other = await make.session(company.managers[0]?.account ?? company.owner.account)
  for (let round = 0; round < 10; round++) {
    await credit(10 - (await balance()).balance)
    const [one = '', two = ''] = ids
    const answers = await Promise.all([
      assign({ employee_ids: [one], days: 10 }),
      assign({ employee_ids: [two], days: 10 }, other),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([-47030, 200])
    expect((await balance()).balance).toBe(0)
  }
  await requireSoundLedger()
})

// Guard: lockEmployees. Without it both start from the same end, and paid days are lost.
test('counts both of two concurrent assignments to one person', async () => {
  await credit(1000)
  const [one = '', two = ''] = ids
  const start = new Date(Date.now() + day)
  await setEnd(one, start)
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      // The calls name the people in both orders: they are always locked in the same one.
      assign({ employee_ids: index % 2 ? [one, two] : [two, one], days: 5 }),
    ),
  )
  expect(await endOf(one)).toBe(daysAfter(start.getTime(), 50))
  expect((await balance()).balance).toBe(900)
})

describe('reclaiming hours', () => {
  test('returns whole days but not the one that has begun', async () => {
    const [one = '', two = '', three = ''] = ids
    await setEnd(one, new Date(Date.now() + 9.5 * day))
    await setEnd(two, new Date(Date.now() + 0.5 * day))
    await setEnd(three, new Date(Date.now() - day))
    expect((await reclaim(ids, true)).data).toEqual({ employees: 1, reclaimed_days: 9, balance: 9 })
    expect((await balance()).balance).toBe(0)
    expect((await reclaim(ids)).data).toMatchObject({ employees: 1, reclaimed_days: 9, balance: 9 })
    expect((await reclaim(ids)).data).toEqual({ employees: 0, reclaimed_days: 0, balance: 9 })
    const left = Date.parse((await endOf(one)) ?? '') - Date.now()
    expect(left).toBeGreaterThan(0.4 * day)
    expect(left).toBeLessThan(0.6 * day)
    await requireSoundLedger()
  })

  // Guard: lockEmployees. Without it the same days come back several times.
  test('ten times concurrently returns the days once', async () => {
    await setEnd(ids[0] ?? '', new Date(Date.now() + 20.5 * day))
    const answers = await Promise.all(Array.from({ length: 10 }, () => reclaim([ids[0] ?? ''])))
    expect(answers.map(({ data }) => data.reclaimed_days).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 20])
    expect((await balance()).balance).toBe(20)
  })
})

test('under any sequence of acts the ledger adds up to the balance and nothing is negative', async () => {
  const operation = fc.oneof(
    fc.record({ kind: fc.constant('credit' as const), days: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ kind: fc.constant('correct' as const), days: fc.integer({ min: 1, max: 60 }) }),
    fc.record({
      kind: fc.constantFrom('assign' as const, 'reclaim' as const, 'until' as const),
      who: fc.subarray([0, 1, 2], { minLength: 1 }),
      days: fc.integer({ min: 1, max: 25 }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 12 }), async operations => {
      let expected = (await balance()).balance
      for (const done of operations) {
        const employee_ids = 'who' in done ? done.who.map(index => ids[index] ?? '') : []
        if (done.kind === 'credit') expected = await credit(done.days)
        else if (done.kind === 'correct')
          await credit(-done.days).then(
            left => (expected = left),
            () => {},
          )
        else if (done.kind === 'reclaim') expected = (await reclaim(employee_ids)).data.balance
        else {
          const until = dayInChina(Date.now() + done.days * day)
          const answer = await assign({ employee_ids, ...(done.kind === 'until' ? { until } : { days: done.days }) })
          expect([200, -47030, -47031]).toContain(answer.code)
          if (answer.code === 200) expected -= answer.data.cost_days
        }
        expect((await balance()).balance).toBe(expected)
      }
      await requireSoundLedger()
    }),
    { numRuns: 12 },
  )
}, 60_000)

test('ledger entries can be neither changed nor deleted', async () => {
  await credit(5)
  await expect(system.change`update service_entry set days = 6`).rejects.toThrow('kept as written')
  await expect(system.change`delete from service_entry`).rejects.toThrow('kept as written')
})

test('the ledger is listed newest first, by kind and by person, with who did it', async () => {
  const from = dayInChina(Date.now())
  await credit(100)
  await assign({ employee_ids: ids, days: 10 })
  await reclaim([ids[0] ?? ''])
  const list = async (input: InputOf<'getServiceLedger'>) => (await call('getServiceLedger', input, { sid })).data
  const all = await list({})
  expect([all.total, all.more]).toEqual([5, false])
  expect(all.list.map(({ kind, days, balance_after }) => [kind, days, balance_after])).toEqual([
    ['reclaim', 9, 79],
    ['assignment', -10, 70],
    ['assignment', -10, 80],
    ['assignment', -10, 90],
    ['purchase', 100, 100],
  ])
  expect(all.list[0]?.actor_name).toBe(`员工${company.owner.account.phone.slice(-4)}`)
  expect((await list({ kind: 'assignment', page_size: 2, page: 2 })).list).toHaveLength(1)
  expect((await list({ employee_id: ids[0] ?? '' })).list.map(({ kind }) => kind)).toEqual(['reclaim', 'assignment'])
  expect((await list({ employee_id: ids[0] ?? '' })).total).toBe(2)
  expect(all.list.map(({ employee_id }) => employee_id)).toContain(ids[0])

  expect(await list({ from, to: dayInChina(Date.now()) })).toMatchObject({ total: 5 })
  expect(await list({ kind: 'assignment', to: '2020-01-01' })).toMatchObject({ total: 0, list: [] })
  const file = await call('exportServiceLedger', { kind: 'assignment', from }, { sid })
  expect(file.data.rows).toBe(3)
  // A deduction is a number that a program can add up, not a text.
  const { rawPayload } = await portal.app.inject({ url: file.data.url })
  const { default: readAll } = await import('read-excel-file/universal')
  const [sheet] = await readAll(new Blob([new Uint8Array(rawPayload)]))
  expect(sheet?.data.slice(1).map(row => row.slice(2, 4))).toEqual([
    [-10, 70],
    [-10, 80],
    [-10, 90],
  ])
})

test('figures and balance agree; an employee is refused', async () => {
  await credit(100)
  const [one = '', two = ''] = ids
  await assign({ employee_ids: [one], days: 5 })
  await assign({ employee_ids: [two], days: 20 })
  expect(await balance()).toEqual({
    balance: 75,
    assigned_days: 25,
    reserved_days: 0,
    employees_in_service: 2,
    ends_within_7: 1,
    ends_within_30: 2,
  })
  expect((await call('wGetUserInfo', {}, { sid })).data.user_info.company_remain_days).toBe(75)
  const employee = await make.session(company.employees[0]?.account ?? company.owner.account)
  const { user_info } = (await call('wGetUserInfo', {}, { sid: employee })).data
  expect(user_info.company_remain_days).toBeNull()
  expect(user_info.service_ends_at).toBe(await endOf(one))
})
