import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { daysAfter } from '#server/core/service-time.ts'
import { countOf } from '#server/database/count-rows.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, system } = await testPortal()
let company: TestCompany
let sid: string
let ids: string[]
beforeEach(async () => {
  company = await make.company({ managers: 1, employees: 3 })
  sid = await make.session(company.owner.account)
  ids = company.employees.map(({ id }) => id)
  await creditService(system, { companyId: company.id, days: 100, kind: 'gift', note: '' })
})

const undo = (activity_id: string | undefined, as = sid) =>
  call('undoActivity', { activity_id: activity_id ?? '' }, { sid: as })
const balance = async () => (await call('getServiceBalance', {}, { sid })).data.balance
const personOf = (id: string) =>
  system.row(
    z.object({ state: z.string(), department_id: z.string().nullable(), service_ends_at: instant.nullable() }),
  )`select state, department_id, service_ends_at from employee where id = ${id}`
const expire = (id: string | undefined) =>
  system.transaction(async transaction => {
    // Simulates the passing of ten minutes; the trigger would refuse the change of an entry.
    await transaction.change`alter table activity disable trigger keep_activity`
    await transaction.change`update activity set undo_until = now() where id = ${id}`
    await transaction.change`alter table activity enable trigger keep_activity`
  })

describe('undoing an assignment of hours', () => {
  const assign = async (employee_ids: string[], days = 10) =>
    (await call('setCompanyUserService', { employee_ids, days }, { sid })).data.activity_id

  test('returns every day, also those that have begun, and restores each end', async () => {
    const [one = '', two = ''] = ids
    const ended = daysAfter(Date.now(), -3)
    await system.change`update employee set service_ends_at = ${ended} where id = ${two}`
    const activityId = await assign([one, two])
    expect(await balance()).toBe(80)
    expect((await undo(activityId)).code).toBe(200)
    expect(await balance()).toBe(100)
    expect((await personOf(one))?.service_ends_at).toBeNull()
    expect((await personOf(two))?.service_ends_at).toBe(ended)
    const { data } = await call('getServiceLedger', { employee_id: one }, { sid })
    expect(data.list[0]).toMatchObject({
      kind: 'reclaim',
      days: 10,
      balance_after: expect.any(Number),
      note: '撤销分配',
    })
  })

  test('is refused for everybody when one person’s end has changed since', async () => {
    const [one = '', two = ''] = ids
    const activityId = await assign([one, two])
    await assign([two], 1)
    const before = await balance()
    const { code, msg, data } = await undo(activityId)
    expect({ code, msg }).toEqual({ code: -54004, msg: '情况已经变化，不能撤销：' })
    expect(data).toMatch(/的到期日此后又有变动$/)
    expect(await balance()).toBe(before)
    // It was not undone, so the refusal is the same the second time.
    expect((await undo(activityId)).code).toBe(-54004)
  })

  test('is not offered by a preview and is refused once a person has left', async () => {
    const [one = ''] = ids
    const preview = { employee_ids: [one], days: 10, preview: true }
    expect((await call('setCompanyUserService', preview, { sid })).data.activity_id).toBeUndefined()
    const activityId = await assign([one])
    await call('delCompanyUser', { employee_ids: [one] }, { sid })
    expect((await undo(activityId)).code).toBe(-47001)
  })

  // Guard: `undone_at is null` in undoActivity's update. Without it the others go on to the trigger, and end as faults.
  test('takes effect once when 20 undos are concurrent', async () => {
    const activityId = await assign(ids)
    const codes = (await Promise.all(Array.from({ length: 20 }, () => undo(activityId)))).map(({ code }) => code)
    expect(codes.sort()).toEqual([-54002, 200].flatMap(code => Array(code === 200 ? 1 : 19).fill(code)))
    expect(await balance()).toBe(100)
    const undone = await countOf(
      system,
      sql`select count(*) from activity where company_id = ${company.id} and action = 'activity.undone'`,
    )
    expect(undone).toBe(1)
  })
})

describe('undoing a move of people', () => {
  const move = async (employee_ids: string[], dept_id: string | null) =>
    (await call('batchSetDepartment', { employee_ids, dept_id }, { sid })).data.activity_id

  test('puts each person back except those who have been moved again', async () => {
    const [one = '', two = '', three = ''] = ids
    const [from, to, elsewhere] = await Promise.all([1, 2, 3].map(() => make.department(company.id)))
    await move([one], from?.id ?? '')
    const activityId = await move([one, two, three], to?.id ?? '')
    await move([three], elsewhere?.id ?? '')
    expect((await undo(activityId)).code).toBe(200)
    const departments = await Promise.all(ids.map(async id => (await personOf(id))?.department_id))
    expect(departments).toEqual([from?.id, null, elsewhere?.id])
    expect((await undo(activityId)).code).toBe(-54002)
  })

  test('is refused when nobody is left or the former department is gone', async () => {
    const [one = '', two = ''] = ids
    const [from, to] = await Promise.all([1, 2].map(() => make.department(company.id)))
    const first = await move([one], to?.id ?? '')
    await move([one], null)
    expect(await undo(first)).toMatchObject({ code: -54004, data: '员工已不在移入的部门' })
    await move([two], from?.id ?? '')
    const second = await move([two], to?.id ?? '')
    await call('delDepartment', { dept_id: from?.id ?? '' }, { sid })
    expect(await undo(second)).toMatchObject({ code: -54004, data: '原来的部门已被删除' })
    expect((await personOf(two))?.department_id).toBe(to?.id)
  })
})

describe('undoing a disabling', () => {
  const set = async (state: 'active' | 'disabled', more = {}) =>
    (await call('setCompanyUser', { employee_id: ids[0] ?? '', state, ...more }, { sid })).data.activity_id

  test('reactivates the person while the sessions stay ended', async () => {
    const [person] = company.employees
    const ended = await make.session(person?.account ?? { id: '' })
    const activityId = await set('disabled', { name: '改了名' })
    expect((await undo(activityId)).code).toBe(200)
    expect((await personOf(ids[0] ?? ''))?.state).toBe('active')
    expect((await call('wGetUserInfo', {}, { sid: ended })).code).toBe(-41016)
    const { data } = await call('getCompanyUserDetail', { employee_id: ids[0] ?? '' }, { sid })
    expect(data.employee.name).toBe('改了名')
    expect(data.log[0]).toMatchObject({ action: 'enabled', detail: '撤销停用' })
  })

  test('is not offered for enabling, nor for an earlier disabling in place of a later one', async () => {
    const activityId = await set('disabled')
    expect(await set('active')).toBeUndefined()
    await set('disabled')
    expect(await undo(activityId)).toMatchObject({ code: -54004, data: '该员工此后已被恢复、再次停用或离职交接' })
    expect((await personOf(ids[0] ?? ''))?.state).toBe('disabled')
  })

  test('is refused once the person was handed over, which is not taken back', async () => {
    const [employee_id = ''] = ids
    const activityId = await set('disabled')
    expect((await call('handOverEmployee', { employee_id, successor_id: null }, { sid })).code).toBe(200)
    expect(await undo(activityId)).toMatchObject({ code: -54004, data: '该员工此后已被恢复、再次停用或离职交接' })
    expect((await personOf(employee_id))?.state).toBe('disabled')
  })
})

test('undo is refused after ten minutes, across companies, where not offered, and for employees', async () => {
  const { data } = await call('setCompanyUserService', { employee_ids: ids, days: 1 }, { sid })
  const stranger = await make.session((await make.company()).owner.account)
  expect((await undo(data.activity_id, stranger)).code).toBe(-54001)
  const employee = await make.session(company.employees[0]?.account ?? { id: '' })
  expect((await undo(data.activity_id, employee)).code).toBe(-41017)
  await expire(data.activity_id)
  expect((await undo(data.activity_id)).code).toBe(-54003)
  const { data: list } = await call('getCompanyActivity', { action: 'company.hours_gifted' }, { sid })
  expect((await undo(list.list[0]?.activity_id)).code).toBe(-54003)
})
