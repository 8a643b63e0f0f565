import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { day, dayInChina } from '#server/core/service-time.ts'
import { shopping } from '#server/modules/orders/shop.fixture.ts'
import { newPhone } from '#server/testing/identities.ts'
import type { TestAccount, TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
import { lapseInvitations } from '../employees/joining.ts'
import { creditService } from './hours.ts'

const portal = await testPortal()
const { call, make, services, system } = portal
let company: TestCompany
let person: TestAccount
let [manager, sid, id] = ['', '', '']
const credit = (days: number) => creditService(system, { companyId: company.id, days, kind: 'purchase', note: '' })
beforeEach(async () => {
  company = await make.company({ employees: 1 })
  manager = await make.session(company.owner.account)
  person = await make.account({ password: 'Blue-Sail-7' })
  sid = await make.session(person)
  await credit(100)
  id = await invite()
})

async function invite() {
  const employees = [{ phone: person.phone, name: '王芳' }]
  const { data } = await call('addCompanyUser', { employees, invite: false }, { sid: manager })
  return data.results[0]?.employee_id ?? ''
}
const assign = (days = 30, employee_ids = [id]) =>
  call('setCompanyUserService', { employee_ids, days }, { sid: manager })
const join = () => call('joinCompany', { company_id: company.id, is_join: 1 }, { sid })
const decline = () => call('declineCompany', { company_id: company.id }, { sid })
const remove = () => call('delCompanyUser', { employee_ids: [id] }, { sid: manager })
const undo = (activity_id = '') => call('undoActivity', { activity_id }, { sid: manager })
const balance = async () => (await call('getServiceBalance', {}, { sid: manager })).data
const personOf = (employeeId = id) =>
  system.row(
    z.object({ state: z.string(), reserved_days: z.int(), service_ends_at: instant.nullable() }),
  )`select state, reserved_days, service_ends_at from employee where id = ${employeeId}`
const daysLeft = (end: string | null | undefined) => (Date.parse(end ?? '') - Date.now()) / day
const invitedAgo = (days: number) =>
  system.change`update employee set invited_at = now() - make_interval(days => ${days}::integer) where id = ${id}`
const lapse = () => lapseInvitations(services, {}, { log: services.log, stopping: new AbortController().signal })

const refill = async () => {
  const missing = 100 - (await balance()).balance
  if (missing) await credit(missing)
}

/** The ledger adds up to the balance, and the balance and people's days add up to what was bought. */
async function requireNothingLostOrMade(bought = 100) {
  const sums = await system.row(z.object({ entries: z.int(), kept: z.int(), begun: z.int() }))`
    select (select sum(days)::integer from service_entry where company_id = ${company.id}) as entries,
      coalesce(sum(reserved_days), 0)::integer as kept,
      coalesce(sum(ceil(date_part('epoch', service_ends_at - now()) / 86400)), 0)::integer as begun
    from employee where company_id = ${company.id}`
  const left = (await balance()).balance
  expect(sums?.entries).toBe(left)
  expect(left + (sums?.kept ?? 0) + (sums?.begun ?? 0)).toBe(bought)
}

describe('reserving days for somebody who has yet to agree', () => {
  test('takes them from the balance at once; they start on joining', async () => {
    expect((await assign()).data).toMatchObject({ employees: 1, unchanged: 0, cost_days: 30, balance: 70 })
    expect((await assign(5)).data).toMatchObject({ cost_days: 5, balance: 65 })
    expect(await personOf()).toEqual({ state: 'invited', reserved_days: 35, service_ends_at: null })
    expect(await balance()).toMatchObject({ balance: 65, reserved_days: 35, assigned_days: 0, employees_in_service: 0 })
    const { employee } = (await call('getCompanyUserDetail', { employee_id: id }, { sid: manager })).data
    expect([employee.reserved_days, employee.remain_days]).toEqual([35, 0])
    // Waiting costs nothing.
    await invitedAgo(10)
    expect((await join()).code).toBe(200)
    const joined = await personOf()
    expect([joined?.state, joined?.reserved_days]).toEqual(['active', 0])
    expect(daysLeft(joined?.service_ends_at)).toBeGreaterThan(34.99)
    expect(daysLeft(joined?.service_ends_at)).toBeLessThanOrEqual(35)
    expect(await balance()).toMatchObject({ balance: 65, reserved_days: 0, assigned_days: 35, employees_in_service: 1 })
    await requireNothingLostOrMade()
  })

  test('is all or nothing together with people who have joined', async () => {
    const [other = ''] = company.employees.map(({ id }) => id)
    expect(await assign(51, [id, other])).toMatchObject({ code: -47030, data: 2 })
    expect([(await personOf())?.reserved_days, (await personOf(other))?.service_ends_at]).toEqual([0, null])
    expect((await assign(50, [id, other])).data).toMatchObject({ employees: 2, balance: 0 })
    await requireNothingLostOrMade()
  })

  test('works by days only, and needs an open invitation', async () => {
    const until = dayInChina(Date.now() + 9 * day)
    const refused = await call('setCompanyUserService', { employee_ids: [id], until }, { sid: manager })
    expect(refused).toMatchObject({ code: -41003, data: 'until' })
    await invitedAgo(15)
    expect(await assign()).toMatchObject({ code: -47008, data: '王芳' })
    await lapse()
    expect((await assign()).code).toBe(-47008)
    expect((await balance()).balance).toBe(100)
  })

  test('works together with adding people, for all of them or none', async () => {
    const employees = [newPhone(), newPhone()].map(phone => ({ phone, name: '李雷' }))
    const add = (reserve_days: number) =>
      call('addCompanyUser', { employees, invite: false, reserve_days }, { sid: manager })
    expect(await add(51)).toMatchObject({ code: -47030, data: 2 })
    const { data } = await add(50)
    expect(data.added).toBe(2)
    for (const { employee_id } of data.results) expect((await personOf(employee_id ?? ''))?.reserved_days).toBe(50)
    await requireNothingLostOrMade()
  })
})

describe('reserved days are returned in full', () => {
  const ways: [string, () => Promise<unknown>, string][] = [
    ['declining', decline, '谢绝加入'],
    ['expiry', () => invitedAgo(15).then(lapse), '邀请过期'],
    ['withdrawing', remove, '移除员工'],
    ['reclaiming', () => call('reclaimService', { employee_ids: [id] }, { sid: manager }), ''],
    ['erasing the account', () => call('deleteAccount', { password: 'Blue-Sail-7' }, { sid }), '移除员工'],
  ]
  test.each(ways)('by %s', async (_, act, note) => {
    await assign()
    await act()
    expect(await balance()).toMatchObject({ balance: 100, reserved_days: 0 })
    const { list } = (await call('getServiceLedger', { employee_id: id }, { sid: manager })).data
    expect(list.map(({ kind, days }) => [kind, days])).toEqual([
      ['reclaim', 30],
      ['assignment', -30],
    ])
    expect(list[0]?.note).toBe(note)
    await requireNothingLostOrMade()
  })

  test('by undoing the assignment, and only the days of that one', async () => {
    await assign(10)
    const { data } = await assign(30)
    expect((await undo(data.activity_id)).code).toBe(200)
    expect([(await personOf())?.reserved_days, (await balance()).balance]).toEqual([10, 90])
    expect((await undo(data.activity_id)).code).toBe(-54002)
    await requireNothingLostOrMade()
  })

  test('but undoing returns none that have started, were returned, or belong to a later invitation', async () => {
    const first = (await assign()).data.activity_id
    await decline()
    expect((await undo(first)).code).toBe(-54004)
    await call('inviteCompanyUser', { employee_ids: [id] }, { sid: manager })
    await assign()
    expect((await undo(first)).code).toBe(-54004)
    expect([(await personOf())?.reserved_days, (await balance()).balance]).toEqual([30, 70])
    const second = (await assign(1)).data.activity_id
    await join()
    expect((await undo(second)).code).toBe(-54004)
    await requireNothingLostOrMade()
  })
})

// Guards: `isOpen` and the lock in `join` and `decline`, which see each other's change; `reserved_days = input.after` in
// takeBackReserved; the lock under which the withdrawal reads the reservation (lockEmployees).
test('joining, declining, withdrawing and undoing at once neither lose nor duplicate days', async () => {
  for (let round = 0; round < 12; round++) {
    const { data } = await assign(30)
    const takeBack = () => undo(data.activity_id)
    const acts = [join, decline, remove, takeBack]
    const order = [...acts.slice(round % 4), ...acts.slice(0, round % 4)]
    const answers = new Map(await Promise.all(order.map(async act => [act.name, (await act()).code] as const)))
    // A person who was a member only briefly has used up the day that has begun.
    await requireNothingLostOrMade(answers.get('join') === 200 && answers.get('takeBack') !== 200 ? 99 : 100)
    expect((await balance()).reserved_days).toBe(0)
    await refill()
    id = await invite()
  }
})

// Guard: raiseReserved is for open invitations, which a concurrent answer ends.
test('days assigned at the moment of the answer are reserved, started or refused, never lost', async () => {
  for (let round = 0; round < 8; round++) {
    await Promise.all([assign(30), round % 2 ? join() : decline()])
    await requireNothingLostOrMade()
    await remove()
    await refill()
    id = await invite()
  }
})

test('a refund of hours is refused while they are reserved for somebody, who keeps them', async () => {
  const shop = shopping(portal, company, manager)
  const orderId = await shop.bought(await make.sku({ product: 'hours', price: 5800 }))
  const bought = (await balance()).balance - 100
  expect(bought).toBeGreaterThan(0)
  await assign(101)
  expect((await shop.opera(orderId, 'refund', { reason: '买多了' })).code).toBe(-49013)
  expect([(await personOf())?.reserved_days, (await balance()).balance]).toEqual([101, bought - 1])
  await decline()
  expect((await shop.opera(orderId, 'refund', { reason: '买多了' })).code).toBe(200)
  expect((await balance()).balance).toBe(100)
})
