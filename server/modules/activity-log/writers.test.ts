import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { CallName, InputOf } from '#contract/index.ts'
import { companyCodesOn } from '#server/testing/company-code.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, codeSentTo, make, operate, system } = portal
const codeFor = companyCodesOn(portal)
const company = await make.company({ managers: 1, employees: 2 })
const { account } = company.owner
const sid = await make.session(account)
const [one, two] = company.employees

/** Returns what the call adds to the company's activity. */
async function addedBy<Name extends CallName>(name: Name, input: InputOf<Name>, as = sid) {
  const { length } = await entries()
  expect(await call(name, input, { sid: as }), name).toMatchObject({ code: 200 })
  return (await entries()).slice(length)
}
const entries = async () =>
  (
    await system.rows(
      z.object({ action: z.string(), subject_name: z.string(), detail: z.string() }),
    )`select action, subject_name, detail from activity where company_id = ${company.id} order by id`
  ).map(({ action, subject_name, detail }) => [action, subject_name, detail])

test('device acts are logged: registering, auditing, suspending and removing', async () => {
  const report = {
    fingerprint: randomUUID(),
    name: '前台电脑',
    platform: 'windows' as const,
    os_version: 'Windows 11',
    client_version: '12.0.1',
  }
  const theirs = await make.session(one?.account ?? account)
  expect(await addedBy('reportDevice', report, theirs)).toEqual([['device.registered', '前台电脑', '']])
  expect(await addedBy('reportDevice', report, theirs)).toEqual([])
  const { data } = await call('getDeviceList', {}, { sid })
  const device_ids = data.list.map(({ device_id }) => device_id)
  await call('getCompanyAdminCaptcha', { action: 'audit', device_ids }, { sid })
  const audit = { device_ids, audit_state: 'approved', captcha: await codeSentTo(account.phone) } as const
  expect(await addedBy('deviceAudit', audit)).toEqual([['device.approved', '前台电脑', '']])
  expect(await addedBy('deviceRemove', { device_ids })).toEqual([['device.removed', '前台电脑', '']])
})

test('acts on people are logged with their consequences: role, handover and leaving', async () => {
  const [id = '', successor_id = ''] = [one?.id, two?.id]
  await make.device({ companyId: company.id, employeeId: id, name: '留下的电脑' })
  const role = await addedBy('setCompanyUserRole', { employee_id: id, role: 'manager' })
  expect(role).toMatchObject([['employee.role', expect.any(String), '管理员']])
  expect(await addedBy('setCompanyUserRole', { employee_id: id, role: 'manager' })).toEqual([])
  const handing = await addedBy('handOverEmployee', {
    employee_id: id,
    successor_id,
    captcha: await codeFor(sid, [id]),
  })
  expect(handing.map(([action]) => action)).toEqual([
    'device.suspended',
    'employee.handed_over',
    'employee.handed_over',
    'employee.disabled',
  ])
  const leaving = await addedBy('delCompanyUser', { employee_ids: [id], captcha: await codeFor(sid, [id]) })
  expect(leaving.map(([action, name]) => [action, name !== ''])).toEqual([
    ['device.removed', true],
    ['employee.removed', true],
  ])
})

test('acts on lines and their groups are logged', async () => {
  const line = await make.line(company, { name: '东京-01', bound: true })
  expect(await addedBy('setCompanyVpl', { svp_ids: [line.id], name: '东京-02', auto_renew: true })).toEqual([
    ['line.renamed', '东京-02', '东京-01 → 东京-02'],
    ['line.auto_renew', '东京-02', '开启'],
  ])
  expect(await addedBy('setCompanyVpl', { svp_ids: [line.id], name: '东京-02' })).toEqual([])
  expect(await addedBy('setVplGroup', { name: '亚洲' })).toEqual([['group.added', '亚洲', '「亚洲」新建专线组']])
  const [group] = (await call('getVplGroupList', {}, { sid })).data.list
  const group_id = group?.group_id ?? ''
  expect(await addedBy('setVplGroup', { group_id, name: '亚洲', remark: '备用' })).toEqual([
    ['group.changed', '亚洲', '修改备注'],
  ])
  const lines = { group_id, svp_ids: [line.id] }
  expect(await addedBy('planAccess', { call: 'setVplGroupLines', input: lines })).toEqual([])
  expect(await addedBy('setVplGroupLines', lines)).toMatchObject([
    ['group.changed', '亚洲', '「亚洲」加入专线 东京-02'],
  ])
  expect(await addedBy('deleteVplGroup', { group_id })).toMatchObject([['group.deleted', '亚洲', expect.any(String)]])
  const { token } = await make.operator('network')
  const suspended = await operate('suspendOperatedLine', { line_id: line.id, reason: '维护' }, { token })
  expect(suspended.code).toBe(200)
  expect((await entries()).at(-1)).toEqual(['line.suspended', '东京-02', '维护'])
})

test('purchases, billing and changes of the company itself are logged', async () => {
  const type = await make.couponType({ name: '新客券' })
  expect(await addedBy('getCoupon', { coupon_type_id: type.id })).toEqual([['coupon.claimed', '新客券', '']])
  expect((await addedBy('setCompanyInfo', { contact_name: '李四' }))[0]).toEqual(['company.changed', '', '联系人'])
  expect(await addedBy('setCompanyInfo', { contact_name: '李四' })).toEqual([])
  const line = await make.line(company, { name: '大阪-01', bound: true })
  const order = { kind: 'renewal' as const, svp_ids: [line.id], days: 30, request_key: randomUUID() }
  const placed = await addedBy('createOrder', order)
  expect(placed.map(([action]) => action)).toEqual(['order.placed'])
  expect(await addedBy('createOrder', order)).toEqual([])
  const { order_id } = (await call('createOrder', order, { sid })).data
  const opera = async (input: Omit<InputOf<'orderOpera'>, 'order_id'>) =>
    (await addedBy('orderOpera', { order_id, ...input })).map(([action]) => action)
  expect(await opera({ opera: 'pay', gateway: 'sandbox' })).toEqual(['order.payment_started'])
  expect(await opera({ opera: 'pay', gateway: 'sandbox' })).toEqual([])
  expect(await opera({ opera: 'cancel' })).toEqual(['order.cancelled'])
  expect(await opera({ opera: 'delete' })).toEqual(['order.hidden'])
})
