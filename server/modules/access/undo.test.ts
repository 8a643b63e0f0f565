import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AccessCallName } from '#contract/access.ts'
import { lineGroups } from '#contract/line-names.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
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
  const person = await make.employee(company.id, {
    name: '陈雨桐',
    departmentId: buying.id,
    serviceEndsAt: new Date(Date.now() + 9 * 86_400_000),
  })
  const line = await make.line(company, { name: '东京-01', sku, bound: true })
  const group = await make.lineGroup(company.id, { name: '日本店铺', lines: [line.id], departments: [sales.id] })
  const lines = async () => (await call('getEmployeeVplList', { employee_id: person.id }, { sid })).data.total
  return { company, account, sid, sales, buying, person, line, group, lines }
}

const undo = (activity_id: string | undefined, sid: string) =>
  call('undoActivity', { activity_id: activity_id ?? '' }, { sid })

test('undoing a department move puts it back, and the records of both departments show it', async () => {
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

test('a department move is not undone after another move or when the old place has the same name', async () => {
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

test('a department that gets another name with its move is not offered to be undone by halves', async () => {
  const { sid, sales, buying } = await office()
  const input = { dept_id: buying.id, parent_id: sales.id, name: '采购与物流' }
  expect((await call('planAccess', { call: 'setDepartment', input }, { sid })).data.undoable).toBe(false)
  expect((await call('setDepartment', input, { sid })).data.activity_id).toBeUndefined()
})

test('undoing a group’s member change restores its members unless it changed again', async () => {
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

test('undoing a group’s deletion restores its name, lines and members unless the name is taken', async () => {
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

test('undoing a group’s deletion makes no more groups than there may be', async () => {
  const { company, sid, group } = await office()
  await system.change`
    insert into line_group (company_id, name) select ${company.id}, '组' || n from generate_series(2, ${lineGroups}::integer) as n`
  const { activity_id } = (await call('deleteVplGroup', { group_id: group.id }, { sid })).data
  const { group_id = '' } = (await call('setVplGroup', { name: '又一组' }, { sid })).data
  expect(await undo(activity_id, sid)).toMatchObject({ code: -54004, data: `已有 ${lineGroups} 个专线组` })
  await call('deleteVplGroup', { group_id }, { sid })
  expect((await undo(activity_id, sid)).code).toBe(200)
})

/** Returns a manager’s acts on one device, each with the code that it takes. */
async function deviceActs() {
  const { company, account, sid, person } = await office()
  const device = await make.device({ companyId: company.id, employeeId: person.id, audit: 'pending' })
  const act = async (name: AccessCallName, action: 'audit' | 'authorization', input: object) => {
    await system.change`delete from code_allowance where phone = ${`manager_code:${account.phone}`}`
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
  const audit = (audit_state: string) => act('deviceAudit', 'audit', { audit_state })
  const authorize = (auth_state: string) => act('deviceAuthStatusChange', 'authorization', { auth_state })
  const prove = (when: string) =>
    system.change`update session set proved_at = now() - ${when}::interval where sid_hash = ${hashSecret(sid)}`
  return { company, sid, person, device, states, audit, authorize, prove }
}

test('any manager can undo an approval that admitted devices', async () => {
  const { sid, states, audit, authorize, prove } = await deviceActs()
  const approved = await audit('approved')
  await prove('1 hour')
  expect((await undo(approved, sid)).code).toBe(200)
  expect(await states()).toEqual(['pending', 'authorized'])
  const again = await audit('approved')
  await audit('rejected')
  expect(await undo(again, sid)).toMatchObject({ code: -54004, data: '设备此后又有变动' })
  await authorize('suspended')
  const authorized = await authorize('authorized')
  expect((await undo(authorized, sid)).code).toBe(200)
  expect(await states()).toEqual(['rejected', 'suspended'])
})

// Guard: `requireProof` in devices/undo-states.ts; without it, an open session lets devices in again.
test('undoing a change that blocked devices takes a fresh proof and respects the device limit', async () => {
  const { company, sid, person, states, audit, authorize, prove } = await deviceActs()
  await audit('approved')
  const rejected = await audit('rejected')
  await prove('1 hour')
  expect((await undo(rejected, sid)).code).toBe(-41022)
  expect((await call('planAccess', { call: 'undoActivity', input: { activity_id: rejected } }, { sid })).code).toBe(200)
  await prove('0')
  expect((await undo(rejected, sid)).code).toBe(200)
  expect(await states()).toEqual(['approved', 'authorized'])
  const suspended = await authorize('suspended')
  await system.change`update employee set device_limit = 1 where company_id = ${company.id} and id = ${person.id}`
  await make.device({ companyId: company.id, employeeId: person.id })
  const over = await undo(suspended, sid)
  expect([over.code, String(over.data).slice(0, 6)]).toEqual([-54004, '超过设备上限'])
  await system.change`update employee set device_limit = 2 where company_id = ${company.id} and id = ${person.id}`
  expect((await undo(suspended, sid)).code).toBe(200)
  expect(await states()).toEqual(['approved', 'authorized'])
})

const stockRow = z.object({ free: z.int(), reserved: z.int() })
const addressRow = z.object({
  state: z.string(),
  address_id: z.string().nullable(),
  rebinds: z.int(),
  bound_at: z.string().nullable(),
})

/** Returns a line of a company that has yet to be bound, and the state that its binding changes. */
async function unboundLine() {
  const { company, sid } = await office()
  const place = await make.sku({ stock: 4 })
  const line = await make.line(company, { sku: place })
  const stock = () => system.row(stockRow)`
    select free, reserved from address_stock where region_id = ${place.regionId} and access_way_id = ${place.accessWayId}`
  const now = () => system.row(addressRow)`
    select state, ip_address_id as address_id, rebinds, bound_at::text from line
    where company_id = ${company.id} and id = ${line.id}`
  const bind = async (nth: number) => {
    const free = (await call('getVplIpList', { svp_id: line.id }, { sid })).data.list
    const { data } = await call('bindCompanyVpl', { svp_id: line.id, ip_id: free[nth]?.ip_id ?? '' }, { sid })
    return data.activity_id
  }
  const connect = () => system.change`
    insert into connection (company_id, id, line_id, address, employee_id, employee_name, device_id, device_name, key_id,
      started_at, device_started_at, seen_at, last_number, opened_mark)
    select ${company.id}, uuidv7(), id, address, uuidv7(), '', uuidv7(), '', '', now(), now(), now(), 1, ''
    from line where company_id = ${company.id} and id = ${line.id}`
  return { sid, stock, now, bind, connect }
}

test('undoing a rebind restores the former address and the stock', async () => {
  const { sid, stock, now, bind, connect } = await unboundLine()
  const [unbound, full] = [await now(), await stock()]
  expect((await undo(await bind(0), sid)).code).toBe(200)
  expect([await now(), await stock()]).toEqual([unbound, full])
  const first = await bind(0)
  const [bound, less] = [await now(), await stock()]
  const second = await bind(1)
  // The first binding has been replaced by now.
  expect(await undo(first, sid)).toMatchObject({ code: -54004, data: '专线此后又有变动' })
  expect((await undo(second, sid)).code).toBe(200)
  expect([await now(), await stock()]).toEqual([bound, less])
  // A holder who has connected leaves a trace that the next holder must not inherit.
  const third = await bind(1)
  await connect()
  expect(await undo(third, sid)).toMatchObject({ code: -54004, data: '新的地址已经有人连接过' })
})

// Guard: `bound_at` in the payload of the undo; with the rebind's own instant the first address would seem unused.
test('a binding whose address was used is not undone after the undo of a later rebind either', async () => {
  const { sid, stock, now, bind, connect } = await unboundLine()
  const first = await bind(0)
  await connect()
  const [used, left] = [await now(), await stock()]
  expect((await undo(await bind(1), sid)).code).toBe(200)
  expect(await undo(first, sid)).toMatchObject({ code: -54004, data: '新的地址已经有人连接过' })
  expect([await now(), await stock()]).toEqual([used, left])
})

// Guard: the state in `takeCooling` and the line's address in `bindBefore`.
test('of two concurrent undos of one binding only one succeeds', async () => {
  const { company, sid } = await office()
  const place = await make.sku({ stock: 3 })
  const line = await make.line(company, { sku: place, bound: true })
  const free = (await call('getVplIpList', { svp_id: line.id }, { sid })).data.list
  const { data } = await call('bindCompanyVpl', { svp_id: line.id, ip_id: free[0]?.ip_id ?? '' }, { sid })
  const answers = await Promise.all([undo(data.activity_id, sid), undo(data.activity_id, sid)])
  expect(answers.map(({ code }) => code).sort()).toEqual([-54002, 200])
  const bound = z.object({ bound: z.int() })
  const held = await system.row(bound)`
    select count(*)::integer as bound from ip_address
    where region_id = ${place.regionId} and access_way_id = ${place.accessWayId} and state = 'bound'`
  expect(held?.bound).toBe(1)
})
