import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/index.ts'
import { creditService, serviceBalance } from '#server/modules/people/hours/hours.ts'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, services, system } = await testPortal()
const sku = await make.sku({ stock: 100 })

async function office({ days = 100 } = {}) {
  const company = await make.company({ managers: 1 })
  const sid = await make.session((company.managers[0] ?? company.owner).account)
  const sales = await make.department(company.id, { name: '店铺运营' })
  const line = await make.line(company, { name: '东京-01', sku, bound: true })
  const group = await make.lineGroup(company.id, { name: '日本店铺', lines: [line.id] })
  if (days) await creditService(system, { companyId: company.id, days, kind: 'gift', note: '' })
  const content = { name: '日本运营', dept_id: sales.id, days: 30, device_limit: 3, group_ids: [group.id] }
  const save = (some: Partial<InputOf<'setTemplate'>> = {}) => call('setTemplate', { ...content, ...some }, { sid })
  const detail = async (employee_id: string) => (await call('getCompanyUserDetail', { employee_id }, { sid })).data
  const balance = () => serviceBalance(services.companyDatabase(company.id), company.id)
  return { company, sid, sales, line, group, content, save, detail, balance }
}

test('a template is applied as planned, each part logged as the act it is', async () => {
  const { company, sid, sales, line, group, save, detail, balance } = await office()
  const { template_id } = (await save()).data
  const person = await make.employee(company.id, { name: '陈雨桐' })
  const other = await make.employee(company.id, { name: '吴思齐', departmentId: sales.id })
  const input = { template_id, employee_ids: [person.id, other.id] }
  const plan = await call('planAccess', { call: 'applyTemplate', input }, { sid })
  expect(plan.data.gained).toMatchObject({ people: 2, list: [{ line_names: ['东京-01'] }, {}] })
  expect(await balance()).toBe(100)
  expect((await call('applyTemplate', input, { sid })).data).toMatchObject({ applied: 2 })
  const { employee, log } = await detail(person.id)
  expect(employee).toMatchObject({ dept_path: '店铺运营', device_limit: 3, remain_days: 30 })
  expect(log.map(({ action }) => action).sort()).toEqual(['access', 'assigned', 'changed', 'moved'])
  expect(await balance()).toBe(40)
  const users = (await call('getVplUserList', { svp_id: line.id }, { sid })).data
  expect(users.list.map(({ name }) => name).sort()).toEqual(['吴思齐', '陈雨桐'])
  expect((await call('getVplGroupDetail', { group_id: group.id }, { sid })).data.employees).toHaveLength(2)
})

test('a person added with a template gets it with the invitation, and the days are reserved', async () => {
  const { sid, sales, save, detail, balance } = await office()
  const { template_id } = (await save()).data
  const input = { employees: [{ phone: newPhone(), name: '新人' }], invite: false, template_id }
  const plan = await call('planAccess', { call: 'addCompanyUser', input }, { sid })
  expect(plan.data.joining).toMatchObject({ people: 1, list: [{ line_names: ['东京-01'] }] })
  const { results } = (await call('addCompanyUser', input, { sid })).data
  expect((await detail(results[0]?.employee_id ?? '')).employee).toMatchObject({
    state: 'invited',
    dept_id: sales.id,
    device_limit: 3,
    reserved_days: 30,
  })
  expect(await balance()).toBe(70)
  const both = { ...input, employees: [{ phone: newPhone(), name: '又一人' }], reserve_days: 5 }
  expect(await call('addCompanyUser', both, { sid })).toMatchObject({ code: -41003, data: 'reserve_days' })
})

test('without enough days nothing of a template is applied, to a person or a list', async () => {
  const { company, sid, save, detail } = await office({ days: 10 })
  const { template_id } = (await save()).data
  const person = await make.employee(company.id, { name: '陈雨桐' })
  expect((await call('applyTemplate', { template_id, employee_ids: [person.id] }, { sid })).code).toBe(-47030)
  expect((await detail(person.id)).employee).toMatchObject({ dept_id: null, device_limit: 2 })
  const input = { employees: [{ phone: newPhone(), name: '新人' }], invite: false, template_id }
  expect((await call('addCompanyUser', input, { sid })).code).toBe(-47030)
  expect((await call('getCompanyUserList', { state: 'invited' }, { sid })).data.total).toBe(0)
})

describe('a template', () => {
  test('leaves unset fields alone, and changing or deleting it affects nobody', async () => {
    const { company, sid, group, save, detail } = await office()
    const { template_id } = (await save({ dept_id: null, days: null, device_limit: null })).data
    const person = await make.employee(company.id, { name: '陈雨桐' })
    await call('applyTemplate', { template_id, employee_ids: [person.id] }, { sid })
    expect((await detail(person.id)).employee).toMatchObject({ dept_id: null, device_limit: 2, remain_days: 0 })
    await save({ template_id, name: '改名', group_ids: [] })
    expect((await call('getTemplateList', {}, { sid })).data.list).toMatchObject([
      { name: '改名', dept_path: '店铺运营', group_ids: [] },
    ])
    expect((await call('delTemplate', { template_id }, { sid })).code).toBe(200)
    expect((await call('delTemplate', { template_id }, { sid })).code).toBe(-47050)
    expect((await call('getVplGroupDetail', { group_id: group.id }, { sid })).data.employees).toHaveLength(1)
  })

  test('refers only to things that the company has, under a unique name', async () => {
    const [ours, theirs] = [await office(), await office()]
    expect((await ours.save()).code).toBe(200)
    expect((await ours.save()).code).toBe(-47051)
    expect((await ours.save({ name: '二', dept_id: theirs.sales.id })).code).toBe(-46001)
    expect((await ours.save({ name: '二', group_ids: [theirs.group.id] })).code).toBe(-52010)
    const { template_id } = (await theirs.save()).data
    expect((await ours.save({ template_id, name: '二' })).code).toBe(-47050)
    const person = await make.employee(ours.company.id)
    const input = { template_id, employee_ids: [person.id] }
    expect((await call('applyTemplate', input, { sid: ours.sid })).code).toBe(-47050)
    expect((await call('delTemplate', { template_id }, { sid: ours.sid })).code).toBe(-47050)
  })
})

test('deleting a group names the templates that lose it, and undoing the deletion puts the group back into them', async () => {
  const { sid, group, save } = await office()
  const { template_id } = (await save()).data
  const other = (await save({ name: '另一模板' })).data.template_id
  const removed = (await call('deleteVplGroup', { group_id: group.id }, { sid })).data
  const groupsOf = async () =>
    new Map((await call('getTemplateList', {}, { sid })).data.list.map(each => [each.template_id, each.group_ids]))
  expect(await groupsOf()).toEqual(new Map([template_id, other].map(id => [id, []])))
  const { list } = (await call('getCompanyActivity', { action: 'group.deleted' }, { sid })).data
  expect(list[0]?.detail).toBe('「日本店铺」删除专线组，入职模板「另一模板」「日本运营」不再包含它')
  // A template that was deleted meanwhile is no obstacle.
  await call('delTemplate', { template_id: other }, { sid })
  expect((await call('undoActivity', { activity_id: removed.activity_id ?? '' }, { sid })).code).toBe(200)
  expect(await groupsOf()).toEqual(new Map([[template_id, [group.id]]]))
})

test('moving people applies a template within the chosen department', async () => {
  const { company, sid, save, detail } = await office()
  const undo = ({ activity_id = '' }: { activity_id?: string | undefined }) =>
    call('undoActivity', { activity_id }, { sid })
  const { template_id } = (await save()).data
  const buying = await make.department(company.id, { name: '采购部' })
  const person = await make.employee(company.id, { name: '陈雨桐' })
  const input = { employee_ids: [person.id], dept_id: buying.id, template_id }
  const plan = await call('planAccess', { call: 'batchSetDepartment', input }, { sid })
  expect(plan.data).toMatchObject({ gained: { people: 1 }, undoable: true })
  const first = (await call('batchSetDepartment', input, { sid })).data
  expect(first).toEqual({ moved: 1, activity_id: expect.any(String) })
  const moved = await detail(person.id)
  expect(moved.employee).toMatchObject({ dept_path: '采购部', device_limit: 3, remain_days: 30 })
  expect(moved.log.filter(({ action }) => action === 'moved')).toHaveLength(1)
  // People who are there already get the rest, which is undone without the earlier move.
  const again = (await call('batchSetDepartment', input, { sid })).data
  expect(again.moved).toBe(0)
  expect((await undo(again)).code).toBe(200)
  expect((await detail(person.id)).employee).toMatchObject({ dept_path: '采购部', remain_days: 30 })
  expect((await undo(first)).code).toBe(200)
  expect((await detail(person.id)).employee).toMatchObject({ dept_path: null, device_limit: 2, remain_days: 0 })
  const gone = { ...input, template_id: company.id }
  expect((await call('batchSetDepartment', gone, { sid })).code).toBe(-47050)
})

test('after one part of a template was undone separately, the rest is undone together', async () => {
  const { company, sid, save, detail } = await office()
  const { template_id } = (await save()).data
  const person = await make.employee(company.id)
  const { data } = await call('applyTemplate', { template_id, employee_ids: [person.id] }, { sid })
  const { list } = (await call('getCompanyActivity', {}, { sid })).data
  const assigned = list.find(({ action }) => action === 'employee.assigned')?.activity_id ?? ''
  const undo = (activity_id: string) => call('undoActivity', { activity_id }, { sid })
  expect((await undo(assigned)).code).toBe(200)
  expect((await detail(person.id)).employee).toMatchObject({ device_limit: 3, remain_days: 0 })
  expect((await undo(data.activity_id ?? '')).code).toBe(200)
  expect((await detail(person.id)).employee).toMatchObject({ dept_path: null, device_limit: 2, remain_days: 0 })
  expect((await undo(data.activity_id ?? '')).code).toBe(-54002)
})
