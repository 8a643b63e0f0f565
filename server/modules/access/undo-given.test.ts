import { expect, test } from 'vitest'
import { z } from 'zod'
import { creditService } from '#server/modules/people/hours/hours.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make, system } = portal
const sku = await make.sku({ stock: 100 })
const day = 86_400_000

async function office() {
  const company = await make.company({ managers: 1 })
  const sid = await make.session((company.managers[0] ?? company.owner).account)
  await creditService(system, { companyId: company.id, days: 100, kind: 'gift', note: '' })
  const sales = await make.department(company.id, { name: '运营中心' })
  const line = await make.line(company, { name: '东京-01', sku, bound: true })
  const group = await make.lineGroup(company.id, { name: '日本店铺', lines: [line.id] })
  const person = await make.employee(company.id, { name: '陈雨桐' })
  const invited = await make.employee(company.id, { name: '新人', state: 'invited' })
  const row = z.object({
    department_id: z.string().nullable(),
    device_limit: z.int(),
    reserved_days: z.int(),
    service_ends_at: z.string().nullable(),
    groups: z.int(),
  })
  /** Returns all that the acts below change, for both people. */
  const facts = () =>
    system.rows(row)`
      select department_id, device_limit, reserved_days, service_ends_at::text,
        (select count(*)::integer from line_group_employee held where held.employee_id = employee.id) as groups
      from employee where id = any(${[person.id, invited.id]}::uuid[]) order by id`
  const balance = async () => (await call('getServiceBalance', {}, { sid })).data.balance
  const undo = (activity_id: string | undefined) => call('undoActivity', { activity_id: activity_id ?? '' }, { sid })
  return { company, sid, sales, group, person, invited, facts, balance, undo }
}

async function withTemplate() {
  const at = await office()
  const content = { name: '模板', dept_id: at.sales.id, days: 10, device_limit: 5, group_ids: [at.group.id] }
  const { template_id } = (await call('setTemplate', content, { sid: at.sid })).data
  const employee_ids = [at.person.id, at.invited.id]
  const apply = async () => (await call('applyTemplate', { template_id, employee_ids }, { sid: at.sid })).data
  return { ...at, apply }
}

test('undoing an applied template reverts all of it', async () => {
  const { apply, facts, balance, undo } = await withTemplate()
  const before = await facts()
  const { applied, activity_id } = await apply()
  expect([applied, await balance()]).toEqual([2, 80])
  expect((await undo(activity_id)).code).toBe(200)
  expect([await facts(), await balance()]).toEqual([before, 100])
  expect((await undo(activity_id)).code).toBe(-54002)
})

test('a template is not undone when part of what it set has changed since', async () => {
  const { apply, facts, balance, undo, sid, person } = await withTemplate()
  const { activity_id } = await apply()
  await call('setCompanyUser', { employee_id: person.id, device_limit: 7 }, { sid })
  const after = await facts()
  expect(await undo(activity_id)).toMatchObject({ code: -54004, data: '设备上限此后又有变动' })
  expect([await facts(), await balance()]).toEqual([after, 80])
})

test('undoing a reclaim returns the hours to each person, reserved hours included', async () => {
  const { company, sid, person, invited, facts, balance, undo } = await office()
  await call('setCompanyUserService', { employee_ids: [person.id, invited.id], days: 20 }, { sid })
  const before = await facts()
  const taken = (await call('reclaimService', { employee_ids: [person.id, invited.id] }, { sid })).data
  expect([taken.reclaimed_days, await balance()]).toEqual([39, 99])
  expect((await undo(taken.activity_id)).code).toBe(200)
  expect([await facts(), await balance()]).toEqual([before, 60])
  const ledger = await system.rows(z.object({ days: z.int(), balance_after: z.int(), note: z.string() }))`
    select days, balance_after, note from service_entry where company_id = ${company.id} order by id desc limit 2`
  expect(ledger.map(({ note, balance_after }) => [note, balance_after])).toEqual([
    ['撤销收回', 60],
    ['撤销收回', 80],
  ])
})

// Guard: `days + x >= 0` in changeBalance and the guarded statements of the ends; without them days are created from nothing.
test('a reclaim is not undone when its hours were spent or the person’s hours changed since', async () => {
  const { company, sid, person, balance, undo, facts } = await office()
  const assign = (days: number) => call('setCompanyUserService', { employee_ids: [person.id], days }, { sid })
  await assign(20)
  const taken = (await call('reclaimService', { employee_ids: [person.id] }, { sid })).data
  const other = await make.employee(company.id, { name: '别人' })
  await call('setCompanyUserService', { employee_ids: [other.id], days: 95 }, { sid })
  expect(await undo(taken.activity_id)).toMatchObject({ code: -54004, data: '收回的时长已分配给别人' })
  expect(await balance()).toBe(4)
  await call('reclaimService', { employee_ids: [other.id] }, { sid })
  await assign(1)
  const after = await facts()
  expect(await undo(taken.activity_id)).toMatchObject({ code: -54004, data: '陈雨桐的时长此后又有变动' })
  expect(await facts()).toEqual(after)
})

test('a reclaim from a person who was handed over since is not undone, although there was nothing left to hand over', async () => {
  const { sid, person, balance, undo } = await office()
  await call('setCompanyUserService', { employee_ids: [person.id], days: 20 }, { sid })
  const taken = (await call('reclaimService', { employee_ids: [person.id] }, { sid })).data
  await call('handOverEmployee', { employee_id: person.id, successor_id: null }, { sid })
  const left = await balance()
  expect(await undo(taken.activity_id)).toMatchObject({ code: -54004, data: '陈雨桐的时长此后又有变动' })
  expect(await balance()).toBe(left)
})

test('two concurrent undos of one reclaim return the days once', async () => {
  const { sid, person, balance, undo } = await office()
  await call('setCompanyUserService', { employee_ids: [person.id], days: 20 }, { sid })
  const taken = (await call('reclaimService', { employee_ids: [person.id] }, { sid })).data
  const codes = await Promise.all(Array.from({ length: 5 }, async () => (await undo(taken.activity_id)).code))
  expect(codes.filter(code => code === 200)).toEqual([200])
  expect(await balance()).toBe(80)
})

test('undoing a device limit also reverts which devices may connect', async () => {
  const { company, sid, person, group, undo } = await office()
  await system.change`
    update employee set service_ends_at = ${new Date(Date.now() + day)} where id = ${person.id}`
  await call('setVplGroupMembers', { group_id: group.id, dept_ids: [], employee_ids: [person.id] }, { sid })
  await make.device({ companyId: company.id, employeeId: person.id, name: '甲', audit: 'approved' })
  const input = { employee_id: person.id, device_limit: 0 }
  const { activity_id } = (await call('setCompanyUser', input, { sid })).data
  const plan = await call('planAccess', { call: 'undoActivity', input: { activity_id } }, { sid })
  expect(plan.data.connects).toMatchObject({ devices: 1, list: [{ name: '甲', lines: 1 }] })
  expect((await undo(activity_id)).code).toBe(200)
  const { log, employee } = (await call('getCompanyUserDetail', { employee_id: person.id }, { sid })).data
  expect(employee.device_limit).toBe(2)
  expect(log.slice(0, 2).map(({ detail }) => detail)).toEqual([
    '1 台设备可以连接：甲（撤销操作）',
    '设备上限：0 → 2（撤销）',
  ])
  // An act that changes something else as well can't be undone separately.
  const both = await call('setCompanyUser', { ...input, name: '新名' }, { sid })
  expect(both.data.activity_id).toBeUndefined()
})
