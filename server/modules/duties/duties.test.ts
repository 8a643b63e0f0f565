import { randomUUID } from 'node:crypto'
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

test('a duty grants its part of the console at once, and its end withdraws it at once', async () => {
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

test('planning an act outside the duty is refused like the act itself', async () => {
  const { sid, person } = await office()
  const input = { employee_ids: [person.id], dept_id: null }
  expect((await call('planAccess', { call: 'batchSetDepartment', input }, { sid })).code).toBe(-41024)
})

test('a duty cannot be given to oneself, a manager, a guest or somebody who has not joined', async () => {
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

// Guard: `requireHeldDuty` in perform. Without it an act that was admitted before goes through after the duty was revoked.
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

test('becoming a manager or being disabled ends a duty for good', async () => {
  const { owner, person, sid } = await office()
  const role = (role: 'manager' | 'employee') =>
    system.change`update employee set role = ${role} where id = ${person.id}`
  await role('manager')
  expect((await call('getOrderList', {}, { sid })).code).toBe(200)
  await role('employee')
  expect((await call('getDeviceList', {}, { sid })).code).toBe(-41017)
  expect((await call('getDutyList', {}, { sid: owner })).data.list).toEqual([])
})

test('disabling a person records the end of their duty, so that a manager who enables them again knows of it', async () => {
  const { owner, person } = await office()
  const { data } = await call('setCompanyUser', { employee_id: person.id, state: 'disabled' }, { sid: owner })
  expect((await call('undoActivity', { activity_id: data.activity_id ?? '' }, { sid: owner })).code).toBe(200)
  const entries = (await call('getCompanyActivity', { action: 'employee.role' }, { sid: owner })).data.list
  expect(entries[0]).toMatchObject({ subject_name: '陈雨桐', detail: '不再担任角色' })
  const { log } = (await call('getCompanyUserDetail', { employee_id: person.id }, { sid: owner })).data
  expect(log.filter(({ action }) => action === 'role').map(({ detail }) => detail)[0]).toBe('不再担任角色')
})

test('giving a duty is logged in the company’s activity, and its holders are listed', async () => {
  const { owner, person } = await office('reader')
  expect((await call('getDutyList', {}, { sid: owner })).data.list).toMatchObject([
    { employee_id: person.id, duty: 'reader' },
  ])
  const { list } = (await call('getCompanyActivity', {}, { sid: owner })).data
  expect(list[0]).toMatchObject({ action: 'employee.role', subject_name: '陈雨桐', detail: '角色：只读' })
})

test('the holders of duties are paged, and a department that was deleted is no longer among those of a duty', async () => {
  const { company, person, owner } = await office('reader')
  const other = await make.employee(company.id, { name: '吴思齐' })
  const [kept, gone] = [await make.department(company.id, { name: '运营中心' }), await make.department(company.id)]
  const input = { employee_id: other.id, duty: 'reader' as const, dept_ids: [kept.id, gone.id] }
  expect((await call('setDuty', input, { sid: owner })).code).toBe(200)
  await system.change`delete from department where company_id = ${company.id} and id = ${gone.id}`
  const page = async (page: number) => (await call('getDutyList', { page, page_size: 1 }, { sid: owner })).data
  const pages = [await page(1), await page(2), await page(3)]
  expect(pages.map(({ total }) => total)).toEqual([2, 2, 2])
  const list = pages.flatMap(({ list }) => list)
  expect(new Set(list.map(({ employee_id }) => employee_id))).toEqual(new Set([person.id, other.id]))
  const saved = list.find(({ employee_id }) => employee_id === other.id)
  expect(saved).toMatchObject({ dept_ids: [kept.id], dept_paths: ['运营中心'] })
  expect((await call('setDuty', { ...input, dept_ids: saved?.dept_ids ?? [] }, { sid: owner })).code).toBe(200)
})

test('the finance duty can cancel and pay orders, top up the balance and request invoices', async () => {
  const { company, sid, set } = await office('finance')
  const { id: order_id } = await make.order(company, { state: 'pending' })
  expect((await call('orderOpera', { order_id, opera: 'cancel' }, { sid })).code).toBe(200)
  const { id: unpaid } = await make.order(company, { state: 'pending' })
  // Only the money is missing.
  expect((await call('orderOpera', { order_id: unpaid, opera: 'pay', gateway: 'balance' }, { sid })).code).toBe(-50020)
  expect((await call('topUpBalance', { amount: 5_000 }, { sid })).code).toBe(200)
  const title = { kind: 'normal', title: company.name, tax_number: company.creditCode, email: 'a@example.com' } as const
  const { title_id } = (await call('setInvoiceTitle', title, { sid })).data
  const paid = await make.order(company)
  expect((await call('requestInvoice', { order_ids: [paid.id], title_id }, { sid })).code).toBe(200)
  await set(null)
  expect((await call('topUpBalance', { amount: 5_000 }, { sid })).code).toBe(-41017)
})

test('a person with a duty cannot become a guest, and a guest cannot get a duty', async () => {
  const { person, owner, set } = await office('finance')
  const guest_until = new Date(Date.now() + 86_400_000).toISOString()
  const become = () => call('setCompanyUser', { employee_id: person.id, guest_until }, { sid: owner })
  expect((await become()).code).toBe(-59790)
  await set(null)
  expect((await become()).code).toBe(200)
})

/** Creates a department with one below it and another one, each with one person and a device, and a head of the first. */
async function departments() {
  const company = await make.company({ managers: 1 })
  const owner = await make.session(company.owner.account)
  const soon = new Date(Date.now() + 3 * 86_400_000)
  const sales = await make.department(company.id, { name: '销售部' })
  const below = await make.department(company.id, { name: '华南组', parentId: sales.id })
  const other = await make.department(company.id, { name: '财务部' })
  const inside = await make.employee(company.id, { name: '王小明', departmentId: below.id, serviceEndsAt: soon })
  const outside = await make.employee(company.id, { name: '王大明', departmentId: other.id, serviceEndsAt: soon })
  const [device, foreign] = await Promise.all(
    [inside, outside].map(({ id }) =>
      make.device({ companyId: company.id, employeeId: id, name: `电脑${id.slice(-4)}`, audit: 'pending' }),
    ),
  )
  if (!device || !foreign) throw new Error('no device was made')
  const head = await make.employee(company.id, { name: '陈主管', departmentId: sales.id })
  const sid = await make.session(head.account)
  const set = (duty: Duty | null, dept_ids: string[] | null) =>
    call('setDuty', { employee_id: head.id, duty, dept_ids }, { sid: owner })
  expect((await set('department', [sales.id])).code).toBe(200)
  return { company, owner, sid, set, sales, below, other, inside, outside, head, device, foreign }
}

test('the head of a department sees its people, devices and figures, and those below', async () => {
  const { company, sid, owner, sales, below, inside, head, device, set } = await departments()
  const people = (input: object) =>
    call('getCompanyUserList', input, { sid }).then(({ data }) => data.list.map(({ name }) => name).toSorted())
  expect(await people({})).toEqual(['王小明', '陈主管'])
  expect(await people({ keyword: '明' })).toEqual(['王小明'])
  expect(await people({ dept_id: below.id })).toEqual(['王小明'])
  expect((await call('exportCompanyUsers', {}, { sid })).data.rows).toBe(2)
  for (const input of [{}, { keyword: '电脑' }, { audit_state: 'pending' as const }]) {
    const { list, total, pending } = (await call('getDeviceList', input, { sid })).data
    expect([list.map(({ device_id }) => device_id), total, pending]).toEqual([[device.id], 1, 1])
  }
  expect((await call('exportDevices', {}, { sid })).data.rows).toBe(1)
  const tree = (await call('getDeptListByCompanyId', {}, { sid })).data
  expect(tree.list.map(({ name, parent_id, people_in_all }) => [name, parent_id, people_in_all])).toEqual([
    ['销售部', null, 2],
    ['华南组', sales.id, 1],
  ])
  const { employees, devices, todo } = (await call('getCompanyData', {}, { sid })).data
  expect([employees.total, employees.in_service, devices.pending]).toEqual([2, 1, 1])
  expect(todo.map(({ kind }) => kind)).not.toContain('order_pending')
  expect((await call('getCompanyInfo', {}, { sid })).data).toMatchObject({ employee_count: 2, department_count: 2 })
  const serviceEndsAt = new Date(Date.now() + 3 * 86_400_000)
  await make.employee(company.id, { departmentId: sales.id, serviceEndsAt, state: 'disabled' })
  expect((await call('getServiceBalance', {}, { sid })).data).toMatchObject({
    employees_in_service: 1,
    ends_within_7: 1,
  })
  const { user_info } = (await call('wGetUserInfo', {}, { sid })).data
  expect(user_info).toMatchObject({ duty: 'department', duty_departments: ['销售部'] })
  expect((await call('getDutyList', {}, { sid: owner })).data.list).toMatchObject([
    { employee_id: head.id, dept_ids: [sales.id], dept_paths: ['销售部'] },
  ])
  expect((await set('department', [below.id])).code).toBe(200)
  expect(await people({})).toEqual(['王小明'])
  expect((await call('getCompanyUserDetail', { employee_id: inside.id }, { sid })).code).toBe(200)
})

test('a plan offers to undo only to those who may', async () => {
  const { company, sid, owner, below, inside, sales } = await departments()
  const { secret: token } = await make.apiToken(company, { scopes: ['people:change'] })
  const input = { employee_ids: [inside.id], dept_id: sales.id }
  const move = { call: 'batchSetDepartment' as const, input }
  const offered = async (as: { sid: string } | { token: string }) => (await call('planAccess', move, as)).data.undoable
  expect([await offered({ sid: owner }), await offered({ sid }), await offered({ token })]).toEqual([
    true,
    false,
    false,
  ])
  const { activity_id } = (await call('batchSetDepartment', input, { sid })).data
  expect((await call('undoActivity', { activity_id: activity_id ?? below.id }, { sid })).code).toBe(-41024)
})

test('the head of a department changes its people, but neither others, nor managers, nor anything of the company as a whole', async () => {
  const { company, sid, below, other, inside, outside, device, foreign } = await departments()
  const code = async (answer: Promise<{ code: number }>) => (await answer).code
  const rename = (employee_id: string) => code(call('setCompanyUser', { employee_id, position: '店长' }, { sid }))
  expect(await rename(inside.id)).toBe(200)
  expect(await rename(outside.id)).toBe(-41054)
  const state = (employee_id: string) => code(call('setCompanyUser', { employee_id, state: 'disabled' }, { sid }))
  await system.change`update employee set department_id = ${below.id} where id = ${company.managers[0]?.id}`
  expect(await state(company.managers[0]?.id ?? '')).toBe(-41054)
  const move = (employee_ids: string[], dept_id: string | null) =>
    code(call('batchSetDepartment', { employee_ids, dept_id }, { sid }))
  for (const dept of [other.id, null]) expect(await move([inside.id], dept)).toBe(-41054)
  expect(await move([inside.id, outside.id], below.id)).toBe(-41054)
  const more = { employee_ids: [inside.id], dept_id: below.id, template_id: other.id }
  expect(await code(call('batchSetDepartment', more, { sid }))).toBe(-41054)
  const reclaim = (id: string) => code(call('reclaimService', { employee_ids: [id] }, { sid }))
  expect([await reclaim(outside.id), await reclaim(inside.id)]).toEqual([-41054, 200])
  const newcomer = { name: '新同事', phone: '13800138011' }
  const add = (row: object) => code(call('addCompanyUser', { employees: [{ ...newcomer, ...row }] }, { sid }))
  expect(await add({})).toBe(-41054)
  expect(await add({ dept_id: below.id, group_ids: [other.id] })).toBe(-41054)
  expect(await add({ dept_id: below.id })).toBe(200)
  const remove = (id: string) => code(call('deviceRemove', { device_ids: [id] }, { sid }))
  expect([await remove(foreign.id), await remove(device.id)]).toEqual([-41054, 200])
  const plan = (id: string) =>
    code(call('planAccess', { call: 'delCompanyUser', input: { employee_ids: [id] } }, { sid }))
  expect([await plan(outside.id), await plan(inside.id)]).toEqual([-41054, 200])
  expect(await code(call('delCompanyUser', { employee_ids: [inside.id] }, { sid }))).toBe(200)
})

test('a head needs departments, the duties for devices and reading may have some, finance has none; all of them exist', async () => {
  const { set, sales } = await departments()
  expect(await set('department', null)).toMatchObject({ code: -41003, data: 'dept_ids' })
  expect(await set('finance', [sales.id])).toMatchObject({ code: -41003, data: 'dept_ids' })
  for (const duty of ['department', 'devices', 'reader'] as const)
    expect((await set(duty, [randomUUID()])).code).toBe(-46001)
})

test('a reader limited to some departments sees their people and devices, and nothing of the company as a whole', async () => {
  const { owner, sid, set, sales, below, inside, outside, device, foreign, head } = await departments()
  expect((await set('reader', [sales.id])).code).toBe(200)
  const names = (await call('getCompanyUserList', {}, { sid })).data.list.map(({ name }) => name)
  expect(names.toSorted()).toEqual(['王小明', '陈主管'])
  expect((await call('getDeviceList', {}, { sid })).data).toMatchObject({ total: 1, list: [{ device_id: device.id }] })
  const code = async (answer: Promise<{ code: number }>) => (await answer).code
  const detail = (employee_id: string) => code(call('getCompanyUserDetail', { employee_id }, { sid }))
  expect([await detail(inside.id), await detail(outside.id)]).toEqual([200, -41054])
  expect(await code(call('getDeviceDetail', { device_id: foreign.id }, { sid }))).toBe(-41054)
  for (const name of [
    'getOrderList',
    'getCompanyVplList',
    'getCompanyActivity',
    'getServiceLedger',
    'getShopList',
  ] as const)
    expect(await code(call(name, {}, { sid })), name).toBe(-41024)
  expect(await code(call('setCompanyUser', { employee_id: inside.id, position: '店长' }, { sid }))).toBe(-41024)
  const { user_info } = (await call('wGetUserInfo', {}, { sid })).data
  expect(user_info).toMatchObject({ duty: 'reader', duty_departments: ['销售部'] })
  expect((await call('getDutyList', {}, { sid: owner })).data.list).toMatchObject([
    { employee_id: head.id, duty: 'reader', dept_ids: [sales.id], dept_paths: ['销售部'] },
  ])
  const [entry] = (await call('getCompanyActivity', {}, { sid: owner })).data.list
  expect(entry).toMatchObject({ action: 'employee.role', detail: '角色：只读、销售部' })
  // Narrowed, and then assigned for the whole company again.
  expect((await set('reader', [below.id])).code).toBe(200)
  expect((await call('getCompanyUserList', {}, { sid })).data.total).toBe(1)
  expect((await set('reader', null)).code).toBe(200)
  expect(await code(call('getOrderList', {}, { sid }))).toBe(200)
  expect((await call('getDeviceList', {}, { sid })).data.total).toBe(2)
})

test('the duty for devices, limited to some departments, removes devices of their people, and no manager’s', async () => {
  const { company, sid, set, sales, below, device, foreign } = await departments()
  expect((await set('devices', [sales.id])).code).toBe(200)
  const manager = company.managers[0]?.id ?? ''
  await system.change`update employee set department_id = ${below.id} where id = ${manager}`
  const managers = await make.device({ companyId: company.id, employeeId: manager, audit: 'approved' })
  const remove = async (...ids: string[]) => (await call('deviceRemove', { device_ids: ids }, { sid })).code
  expect([await remove(foreign.id), await remove(managers.id), await remove(device.id, foreign.id)]).toEqual([
    -41054, -41054, -41054,
  ])
  const plan = async (id: string) =>
    (await call('planAccess', { call: 'deviceRemove', input: { device_ids: [id] } }, { sid })).code
  expect([await plan(foreign.id), await plan(device.id)]).toEqual([-41054, 200])
  expect(await remove(device.id)).toBe(200)
  expect((await call('exportDevices', {}, { sid })).data.rows).toBe(1)
  const left = sql`select count(*) from device where company_id = ${company.id}`
  expect(await countOf(system, left)).toBe(2)
})

// Guard: `duty` is "limited", which a version without limited duties refuses; `limited_in_what` keeps both in step.
test('a limited duty is no word that an older program takes for the whole company’s', async () => {
  const { company, set, sales } = await departments()
  expect((await set('devices', [sales.id])).code).toBe(200)
  const limited = sql`select count(*) from employee_duty where company_id = ${company.id} and duty = 'limited'`
  expect(await countOf(system, limited)).toBe(1)
  await expect(
    system.change`update employee_duty set duty = 'devices' where company_id = ${company.id}`,
  ).rejects.toThrow(/limited_/)
})

// Guard: `requireHeldDuty` compares the departments; without it an act admitted before goes through after they were narrowed.
test('an act that is under way while the departments of a duty are exchanged changes nothing', async () => {
  const { company, head, sid, set, sales, other, inside, device } = await departments()
  const narrowed = sql`
    update employee_duty set departments = array[${other.id}::uuid] where company_id = ${company.id} and employee_id = ${head.id}`
  const act = () => call('setCompanyUser', { employee_id: inside.id, position: '店长' }, { sid })
  expect((await overtakenBy(system, [narrowed], act)).code).toBe(-41024)
  expect((await set('devices', [sales.id])).code).toBe(200)
  const removal = () => call('deviceRemove', { device_ids: [device.id] }, { sid })
  expect((await overtakenBy(system, [narrowed], removal)).code).toBe(-41024)
  expect(await countOf(system, sql`select count(*) from device where id = ${device.id}`)).toBe(1)
  const changed = sql`select count(*) from employee where id = ${inside.id} and position = '店长'`
  expect(await countOf(system, changed)).toBe(0)
})

// Guard: the people are read after the lock under which they are moved (`requireWithin`).
test('a person who is moved out of the department meanwhile is not removed by its head', async () => {
  const { company, sid, inside } = await departments()
  const moved = [
    sql`select pg_advisory_xact_lock(471530192, hashtext(${company.id}))`,
    sql`update employee set department_id = null where id = ${inside.id}`,
  ]
  const late = await overtakenBy(system, moved, () => call('delCompanyUser', { employee_ids: [inside.id] }, { sid }))
  expect(late.code).toBe(-41054)
})

// Guard: `lockWithManagers` reads the roles again; they change without the lock under which people are moved.
test('a person who becomes a manager meanwhile is not changed by the head of their department', async () => {
  const { sid, inside } = await departments()
  const promoted = sql`update employee set role = 'manager' where id = ${inside.id}`
  const act = () => call('setCompanyUser', { employee_id: inside.id, position: '店长' }, { sid })
  expect((await overtakenBy(system, [promoted], act)).code).toBe(-41054)
})
