import { expect, test } from 'vitest'
import type { AccessCallName } from '#contract/access.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make, system } = portal
const sku = await make.sku({ stock: 100 })

async function office() {
  const company = await make.company({ managers: 1 })
  const { account } = company.managers[0] ?? company.owner
  const sid = await make.session(account)
  const sales = await make.department(company.id, { name: '运营中心' })
  const buying = await make.department(company.id, { name: '采购部' })
  const person = await make.employee(company.id, { name: '陈雨桐', departmentId: buying.id })
  const line = await make.line(company, { name: '东京-01', sku, bound: true })
  const group = await make.lineGroup(company.id, { name: '日本店铺', lines: [line.id], departments: [sales.id] })
  const lines = async () => (await call('getEmployeeVplList', { employee_id: person.id }, { sid })).data.total
  return { company, account, sid, sales, buying, person, line, group, lines }
}

const undo = (activity_id: string | undefined, sid: string) =>
  call('undoActivity', { activity_id: activity_id ?? '' }, { sid })

test('a department that was moved goes back, and both records tell of both', async () => {
  const { sid, sales, buying, person, line, lines } = await office()
  const input = { dept_id: buying.id, parent_id: sales.id }
  const plan = await call('planAccess', { call: 'setDepartment', input }, { sid })
  expect(plan.data).toMatchObject({
    gained: {
      people: 1,
      list: [{ name: '陈雨桐', dept_path: '运营中心 / 采购部', lines: 1, line_names: ['东京-01'] }],
    },
    undoable: true,
  })
  expect(await lines()).toBe(0)
  const moved = (await call('setDepartment', input, { sid })).data
  expect(await lines()).toBe(1)
  expect((await undo(moved.activity_id, sid)).code).toBe(200)
  expect(await lines()).toBe(0)
  const log = (await call('getCompanyUserDetail', { employee_id: person.id }, { sid })).data.log
  expect(log.map(({ detail }) => detail)).toEqual([
    '失去 1 条专线：东京-01（撤销操作）',
    '获得 1 条专线：东京-01（修改部门）',
  ])
  const ofLine = (await call('getVplLog', { svp_id: line.id }, { sid })).data.list
  expect(ofLine.filter(({ action }) => action === 'access').map(({ detail }) => detail)).toEqual([
    '1 人失去：陈雨桐（撤销操作）',
    '1 人获得：陈雨桐（修改部门）',
  ])
})

test('a department that has moved on, or has a namesake, stays', async () => {
  const { company, sid, sales, buying } = await office()
  const move = async (parent_id: string | null) =>
    (await call('setDepartment', { dept_id: buying.id, parent_id }, { sid })).data.activity_id
  const first = await move(sales.id)
  await move(null)
  expect((await undo(first, sid)).code).toBe(-54004)
  const again = await move(sales.id)
  await make.department(company.id, { name: '采购部' })
  expect(await undo(again, sid)).toMatchObject({ code: -54004, data: '原来的上级部门已有同名的部门' })
})

test('a group takes back what it held, unless it was changed again', async () => {
  const { sid, group, line, sales, person, lines } = await office()
  const members = async (dept_ids: string[], employee_ids: string[]) =>
    (await call('setVplGroupMembers', { group_id: group.id, dept_ids, employee_ids }, { sid })).data.activity_id
  const first = await members([], [person.id])
  expect(await lines()).toBe(1)
  const second = await members([sales.id], [person.id])
  expect(await undo(first, sid)).toMatchObject({ code: -54004, data: '专线组此后又有改动' })
  expect((await undo(second, sid)).code).toBe(200)
  expect((await undo(first, sid)).code).toBe(200)
  expect(await lines()).toBe(0)
  const detail = (await call('getVplGroupDetail', { group_id: group.id }, { sid })).data
  expect(detail).toMatchObject({ departments: [{ dept_id: sales.id }], employees: [], lines: [{ svp_id: line.id }] })
  // Nothing was changed, so there is nothing to undo.
  expect(await members([sales.id], [])).toBeUndefined()
})

test('a deleted group comes back with its name, lines and people, unless its name is taken', async () => {
  const { sid, group, line, sales } = await office()
  const remove = async () => (await call('deleteVplGroup', { group_id: group.id }, { sid })).data.activity_id
  const first = await remove()
  expect((await undo(first, sid)).code).toBe(200)
  const detail = (await call('getVplGroupDetail', { group_id: group.id }, { sid })).data
  expect(detail).toMatchObject({ name: '日本店铺', departments: [{ dept_id: sales.id }], lines: [{ svp_id: line.id }] })
  const second = await remove()
  await call('setVplGroup', { name: '日本店铺' }, { sid })
  expect((await undo(second, sid)).code).toBe(-54004)
})

// Guard: what `auditUndoOf` and the call of the authorization offer. Undoing takes no administrator's code.
test('what let devices in is taken back; what shut them out needs the code', async () => {
  const { company, account, sid, person } = await office()
  const device = await make.device({ companyId: company.id, employeeId: person.id, audit: 'pending' })
  const act = async (name: AccessCallName, action: 'audit' | 'authorization', input: object) => {
    await system.change`delete from code_allowance where phone = ${account.phone}`
    await system.change`delete from demo_outbox where phone = ${account.phone}`
    await call('getCompanyAdminCaptcha', { action, device_ids: [device.id] }, { sid })
    const captcha = await portal.codeSentTo(account.phone)
    const { data } = await call(name, { device_ids: [device.id], captcha, ...input } as never, { sid })
    return (data as { activity_id?: string }).activity_id
  }
  const states = async () => {
    const { data } = await call('getDeviceDetail', { device_id: device.id }, { sid })
    return [data.device.audit_state, data.device.auth_state]
  }
  const approve = () => act('deviceAudit', 'audit', { audit_state: 'approved' })
  expect((await undo(await approve(), sid)).code).toBe(200)
  expect(await states()).toEqual(['pending', 'authorized'])
  const approved = await approve()
  expect(await act('deviceAudit', 'audit', { audit_state: 'rejected' })).toBeUndefined()
  expect(await undo(approved, sid)).toMatchObject({ code: -54004, data: '设备此后又有变动' })
  expect(await act('deviceAuthStatusChange', 'authorization', { auth_state: 'suspended' })).toBeUndefined()
  const authorized = await act('deviceAuthStatusChange', 'authorization', { auth_state: 'authorized' })
  expect((await undo(authorized, sid)).code).toBe(200)
  expect(await states()).toEqual(['rejected', 'suspended'])
})
