import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { Duty } from '#contract/duty-names.ts'
import { countOf } from '#server/database/count-rows.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, system } = await testPortal()

async function office(newDuty: Duty = 'devices') {
  const company = await make.company({ managers: 1 })
  const owner = await make.session(company.owner.account)
  const person = await make.employee(company.id, { name: '陈雨桐' })
  const sid = await make.session(person.account)
  const set = (duty: Duty | null, employee_id = person.id) => call('setDuty', { employee_id, duty }, { sid: owner })
  expect((await set(newDuty)).code).toBe(200)
  return { company, owner, person, sid, set }
}

test('a duty opens the console at once, as far as it reaches, and its end closes it at once', async () => {
  const { sid, set } = await office()
  expect((await call('checkManager', {}, { sid })).data.is_company_manager).toBe(1)
  expect((await call('wGetUserInfo', {}, { sid })).data.user_info.duty).toBe('devices')
  expect((await call('getDeviceList', {}, { sid })).code).toBe(200)
  expect((await call('getOrderList', {}, { sid })).code).toBe(-41024)
  await set('finance')
  expect((await call('getDeviceList', {}, { sid })).code).toBe(-41024)
  expect((await call('getOrderList', {}, { sid })).code).toBe(200)
  await set(null)
  expect((await call('getOrderList', {}, { sid })).code).toBe(-41017)
  expect((await call('checkManager', {}, { sid })).data.is_company_manager).toBe(0)
})

test('a plan of an act that the duty does not reach is refused as the act is', async () => {
  const { sid, person } = await office()
  const input = { employee_ids: [person.id], dept_id: null }
  expect((await call('planAccess', { call: 'batchSetDepartment', input }, { sid })).code).toBe(-41024)
})

test('nobody gives a duty to themselves, to a manager, to a guest or to somebody who has yet to agree', async () => {
  const { company, sid, set, person } = await office()
  expect((await call('setDuty', { employee_id: person.id, duty: 'finance' }, { sid })).code).toBe(-41024)
  expect((await set('reader', company.owner.id)).code).toBe(-47003)
  expect((await set('reader', company.managers[0]?.id)).code).toBe(-47060)
  const invited = await make.employee(company.id, { name: '王芳', state: 'invited' })
  expect((await set('reader', invited.id)).code).toBe(-47004)
  const guest = await make.employee(company.id, { name: '吴思齐' })
  await system.change`update employee set guest_until = now() + interval '1 day' where id = ${guest.id}`
  expect((await set('reader', guest.id)).code).toBe(-47009)
})

// Guard: `requireHeldDuty` in perform. Without it an act that was admitted before goes through after the duty was taken back.
test.each([
  ['taken back', sql`delete from employee_duty`, -41017],
  ['exchanged', sql`update employee_duty set duty = 'reader'`, -41024],
])('an act on a device that is under way while its duty is %s changes nothing', async (_, change, code) => {
  const { company, person, sid } = await office()
  const device = await make.device({ companyId: company.id, employeeId: company.owner.id, audit: 'approved' })
  const end = sql`${change} where company_id = ${company.id} and employee_id = ${person.id}`
  const late = await overtakenBy(system, [end], () => call('deviceRemove', { device_ids: [device.id] }, { sid }))
  expect(late.code).toBe(code)
  expect(await countOf(system, sql`select count(*) from device where id = ${device.id}`)).toBe(1)
})

test('an old duty does not come back with somebody who was a manager or disabled meanwhile', async () => {
  const { owner, person, sid } = await office()
  const role = (role: 'manager' | 'employee') =>
    system.change`update employee set role = ${role} where id = ${person.id}`
  await role('manager')
  expect((await call('getOrderList', {}, { sid })).code).toBe(200)
  await role('employee')
  expect((await call('getDeviceList', {}, { sid })).code).toBe(-41017)
  expect((await call('getDutyList', {}, { sid: owner })).data.list).toEqual([])
})

test('what a duty does is in the company’s activity, and who holds one is listed', async () => {
  const { owner, person } = await office('reader')
  expect((await call('getDutyList', {}, { sid: owner })).data.list).toMatchObject([
    { employee_id: person.id, duty: 'reader' },
  ])
  const { list } = (await call('getCompanyActivity', {}, { sid: owner })).data
  expect(list[0]).toMatchObject({ action: 'employee.role', subject_name: '陈雨桐', detail: '角色：只读' })
})

test('finance does what its calls say: it cancels, pays from the balance, tops up and asks for an invoice', async () => {
  const { company, sid, set } = await office('finance')
  const { id: order_id } = await make.order(company, { state: 'pending' })
  expect((await call('orderOpera', { order_id, opera: 'cancel' }, { sid })).code).toBe(200)
  const { id: unpaid } = await make.order(company, { state: 'pending' })
  // There is no money, which is the only thing that is missing.
  expect((await call('orderOpera', { order_id: unpaid, opera: 'pay', gateway: 'balance' }, { sid })).code).toBe(-50020)
  expect((await call('topUpBalance', { amount: 5_000 }, { sid })).code).toBe(200)
  const title = { kind: 'normal', title: company.name, tax_number: company.creditCode, email: 'a@example.com' } as const
  const { title_id } = (await call('setInvoiceTitle', title, { sid })).data
  const paid = await make.order(company)
  expect((await call('requestInvoice', { order_ids: [paid.id], title_id }, { sid })).code).toBe(200)
  await set(null)
  expect((await call('topUpBalance', { amount: 5_000 }, { sid })).code).toBe(-41017)
})

test('somebody with a duty becomes no guest, as no guest gets one', async () => {
  const { person, owner, set } = await office('finance')
  const guest_until = new Date(Date.now() + 86_400_000).toISOString()
  const become = () => call('setCompanyUser', { employee_id: person.id, guest_until }, { sid: owner })
  expect((await become()).code).toBe(-59790)
  await set(null)
  expect((await become()).code).toBe(200)
})
