import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { usableFor } from '#server/modules/access/usable-lines.ts'
import { allAnnounced } from '#server/testing/announced.ts'
import { watchedHandle } from '#server/testing/handles.ts'
import { makeOn } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
import { testReplica } from '#server/testing/replica.ts'
import { accessChanges } from './access-changes.ts'

const portal = await testPortal()
const { make, call, system, services } = portal
/** The devices whose wait has begun: before that, a change may still refuse the call instead. */
const registered = new Set<string>()
const { changes } = services
services.changes = {
  ...changes,
  wait(of) {
    registered.add(of.deviceId)
    return changes.wait(of)
  },
}
const sku = await make.sku({ stock: 100 })
let port = 0
beforeAll(async () => {
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  port = (portal.app.server.address() as AddressInfo).port
})

/** Milliseconds that the tests wait at most: a client without a change waits several times as long. */
const longest = 7_000
const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

async function working() {
  const company = await make.company()
  const parent = await make.department(company.id, { name: '运营中心' })
  const child = await make.department(company.id, { name: '北美站组', parentId: parent.id })
  const employee = await make.employee(company.id, {
    name: '陈雨桐',
    departmentId: child.id,
    serviceEndsAt: new Date(Date.now() + 86_400_000),
  })
  const device = await make.device({ companyId: company.id, employeeId: employee.id })
  const { id: orderId } = await make.order(company)
  const line = await make.line(company, { name: '洛杉矶-01', sku, orderId, bound: true })
  const sid = await make.session(employee.account)
  const ask = async () => (await call('getUsableLines', { device_id: device.id }, { sid })).data
  const wait = (version: string) => call('waitForChange', { device_id: device.id, version }, { sid })
  return { company, parent, child, employee, device, line, orderId, sid, ask, wait }
}
type Working = Awaited<ReturnType<typeof working>>

/** Waits in the background; returns the call's answer and the milliseconds that passed after `change`. */
async function waitWhile({ ask, wait, device }: Working, change: () => Promise<unknown>) {
  const { version } = await ask()
  registered.delete(device.id)
  const waiting = wait(version)
  while (!registered.has(device.id)) await pause(5)
  await pause(60)
  const started = performance.now()
  await change()
  const { data } = await waiting
  return { changed: data.changed, after: performance.now() - started }
}

describe('the lines of a client', () => {
  test('are those its person has the right to, with address and gateway', async () => {
    const { company, parent, line, orderId, ask } = await working()
    const before = await ask()
    expect(before).toMatchObject({ usable: true, list: [], total: 0 })
    const unbound = await make.line(company, { name: '未绑定', sku, orderId })
    const ended = await make.line(company, { name: '已到期', sku, orderId, bound: true, endsAt: new Date() })
    await make.lineGroup(company.id, { lines: [line.id, unbound.id, ended.id], departments: [parent.id] })
    const after = await ask()
    expect(after.list).toEqual([
      {
        svp_id: line.id,
        name: '洛杉矶-01',
        region: '日本 东京',
        access_way: '数据中心原生 IP',
        address: expect.stringMatching(/^10\./),
        gateway: 'gw.example.com',
      },
    ])
    expect(after.version).not.toBe(before.version)
    expect((await ask()).version).toBe(after.version)
  })

  test('are empty, with the reason, for a device that is not in service', async () => {
    const { company, child, device, line, ask } = await working()
    await make.lineGroup(company.id, { lines: [line.id], departments: [child.id] })
    expect((await ask()).list).toHaveLength(1)
    await system.change`update device set auth_state = 'suspended' where id = ${device.id}`
    expect(await ask()).toMatchObject({ list: [], total: 0, usable: false, reason: 'device_suspended' })
  })
})

describe('an employee’s own page', () => {
  const own = async (sid: string) => {
    const { lines, line_count } = (await call('getMyService', {}, { sid })).data
    return { names: lines.map(({ name }) => name), line_count }
  }

  test('shows the lines that can be used now, while the person is in service', async () => {
    const { company, parent, employee, line, orderId, sid } = await working()
    expect(await own(sid)).toEqual({ names: [], line_count: 0 })
    const unbound = await make.line(company, { name: '未绑定', sku, orderId })
    const foreign = await make.line(company, { name: '别组', sku, orderId, bound: true })
    await make.lineGroup(company.id, { name: '甲', lines: [line.id, unbound.id], departments: [parent.id] })
    await make.lineGroup(company.id, { name: '乙', lines: [line.id], employees: [employee.id] })
    await make.lineGroup(company.id, { name: '丙', lines: [foreign.id] })
    expect(await own(sid)).toEqual({ names: ['洛杉矶-01'], line_count: 1 })
    const { data } = await call('getMyService', {}, { sid })
    expect(data.lines[0]).toMatchObject({
      svp_id: line.id,
      region: '日本 东京',
      address: expect.stringMatching(/^10\./),
    })
    const none = { names: [], line_count: 0 }
    await system.change`update employee set service_ends_at = now() where id = ${employee.id}`
    expect(await own(sid)).toEqual(none)
    await system.change`
      update employee set service_ends_at = now() + interval '1 day', state = 'disabled' where id = ${employee.id}`
    expect(await own(sid)).toEqual(none)
    await system.change`update employee set state = 'active' where id = ${employee.id}`
    expect((await own(sid)).line_count).toBe(1)
    await system.change`update company set state = 'frozen' where id = ${company.id}`
    expect(await own(sid)).toEqual(none)
  })
})

describe('a waiting client', () => {
  test('is answered at once when its version is outdated', async () => {
    const { wait, ask } = await working()
    const started = performance.now()
    expect((await wait('')).data).toEqual({ changed: true })
    expect((await wait('something-else')).data).toEqual({ changed: true })
    expect(performance.now() - started).toBeLessThan(longest)
    expect((await ask()).version).toMatch(/^[\w-]{22}$/)
  })

  /** Each row of a chain builds on the row before; every chain has a separate company, and the chains run concurrently. */
  test('is notified within two seconds of any change to what it may use', async () => {
    const waits: number[] = []
    const chains: ((its: Working, group: string) => [string, ReturnType<typeof sql>][])[] = [
      ({ company, line: { id } }, group) => [
        [
          'a line comes into the group',
          sql`
          insert into line_group_line (company_id, group_id, line_id) values (${company.id}, ${group}, ${id})`,
        ],
        ['it is renamed', sql`update line set name = '洛杉矶-02' where id = ${id}`],
        ['it is suspended', sql`update line set state = 'suspended', suspend_reason = '核实中' where id = ${id}`],
        ['it is resumed', sql`update line set state = 'active', suspend_reason = null where id = ${id}`],
        [
          'its gateway moves',
          sql`update ip_address set gateway = 'other.example.com'
          where id = (select ip_address_id from line where id = ${id})`,
        ],
        ['the group is deleted', sql`delete from line_group where id = ${group}`],
      ],
      ({ company, line, parent, child, employee }, group) => [
        [
          'a line comes into the group',
          sql`
          insert into line_group_line (company_id, group_id, line_id) values (${company.id}, ${group}, ${line.id})`,
        ],
        ['the department moves away', sql`update department set parent_id = null where id = ${child.id}`],
        ['and back', sql`update department set parent_id = ${parent.id} where id = ${child.id}`],
        ['the person leaves the department', sql`update employee set department_id = null where id = ${employee.id}`],
        [
          'the person is put in',
          sql`
          insert into line_group_employee (company_id, group_id, employee_id) values (${company.id}, ${group}, ${employee.id})`,
        ],
      ],
      ({ employee: { id } }) => [
        ['the hours end', sql`update employee set service_ends_at = now() where id = ${id}`],
        [
          'and are assigned anew',
          sql`update employee set service_ends_at = now() + interval '9 days' where id = ${id}`,
        ],
        ['the limit falls', sql`update employee set device_limit = 0 where id = ${id}`],
        ['and rises', sql`update employee set device_limit = 2 where id = ${id}`],
      ],
      ({ company, device: { id } }) => [
        [
          'the device is rejected',
          sql`update device set audit_state = 'rejected', audit_note = '不认识' where id = ${id}`,
        ],
        ['with another note', sql`update device set audit_note = '私人电脑' where id = ${id}`],
        ['and approved', sql`update device set audit_state = 'approved' where id = ${id}`],
        ['the company is frozen', sql`update company set state = 'frozen' where id = ${company.id}`],
        ['the device is removed', sql`delete from device where id = ${id}`],
      ],
    ]
    await Promise.all(
      chains.map(async chain => {
        const its = await working()
        const group = await make.lineGroup(its.company.id, { departments: [its.parent.id] })
        for (const [what, change] of chain(its, group.id)) {
          const { changed, after } = await waitWhile(its, () => system.change`${change}`)
          expect(changed, what).toBe(true)
          expect(after, what).toBeLessThan(longest)
          waits.push(after)
        }
      }),
    )
    // The limit leaves out the waits that were delayed by other load on the machine.
    waits.sort((one, other) => one - other)
    expect(waits[Math.floor(waits.length * 0.8)]).toBeLessThan(2000)
  }, 60_000)

  test('is not notified of others’ changes, waits once per device, and ends nobody else’s wait', async () => {
    const its = await working()
    const { company, device, line, ask } = its
    await make.lineGroup(company.id, { lines: [line.id], departments: [its.child.id] })
    const colleague = await make.employee(company.id, { serviceEndsAt: new Date(Date.now() + 86_400_000) })
    const { version } = await ask()
    const first = its.wait(version)
    let answered = false
    void first.then(() => {
      answered = true
    })
    while (!services.changes.waiting()) await pause(5)
    await system.change`update employee set device_limit = 1 where id = ${colleague.id}`
    await pause(1300)
    expect(answered).toBe(false)
    const second = its.wait(version)
    // Guard: answered immediately, two clients of one device would make each other repeat their requests endlessly.
    expect(await Promise.race([first, pause(4_000)])).toBeUndefined()
    expect((await first).data).toEqual({ changed: false })
    const other = await make.session(colleague.account)
    expect((await call('waitForChange', { device_id: device.id, version }, { sid: other })).code).toBe(-48001)
    expect(services.changes.waiting()).toBe(1)
    await system.change`update line set name = '新名' where id = ${line.id}`
    expect((await second).data).toEqual({ changed: true })
  }, 30_000)

  test('is notified when a line expires', async () => {
    const its = await working()
    await make.lineGroup(its.company.id, { lines: [its.line.id], departments: [its.child.id] })
    await system.change`update line set ends_at = now() + interval '1200 milliseconds' where id = ${its.line.id}`
    await pause(50)
    const { version, list } = await its.ask()
    expect(list).toHaveLength(1)
    const started = performance.now()
    expect((await its.wait(version)).data).toEqual({ changed: true })
    expect(performance.now() - started).toBeLessThan(longest)
    expect((await its.ask()).list).toEqual([])
  })

  test('stops waiting when it disconnects', async () => {
    const { sid, device, ask } = await working()
    const { version } = await ask()
    const body = JSON.stringify({ sid, device_id: device.id, version })
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/v1/client/waitForChange',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    sent.on('error', () => {})
    sent.end(body)
    while (!services.changes.waiting()) await pause(5)
    sent.destroy()
    await expect.poll(services.changes.waiting, { timeout: longest }).toBe(0)
  })
})

test('many waiting clients share queries: none while nothing changes, two for a change', async () => {
  const company = await make.company()
  const department = await make.department(company.id)
  const { id: orderId } = await make.order(company)
  const line = await make.line(company, { sku, orderId, bound: true })
  let queries = 0
  const changes = await accessChanges({
    ...services,
    companyDatabase: id =>
      watchedHandle(services.companyDatabase(id), () => {
        queries += 1
      }),
  })
  const people = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const employee = await make.employee(company.id, {
        serviceEndsAt: new Date(Date.now() + 86_400_000),
        ...(index < 10 && { departmentId: department.id }),
      })
      const device = await make.device({ companyId: company.id, employeeId: employee.id })
      return { companyId: company.id, employeeId: employee.id, deviceId: device.id }
    }),
  )
  const deviceIds = people.map(({ deviceId }) => deviceId)
  const usable = await usableFor(services.companyDatabase(company.id), company.id, deviceIds)
  const answers: boolean[] = []
  await allAnnounced(system)
  const waits = people.map(async of => {
    answers.push(await changes.wait({ ...of, version: usable.get(of.deviceId)?.answer.version ?? '' }).over)
  })
  expect(changes.waiting()).toBe(30)
  // No client is notified of the minutely sign of life, another company's change, or a newcomer who has nothing yet.
  await system.change`update device set last_seen_at = now()`
  await system.change`update employee set device_limit = 9 where company_id <> ${company.id}`
  await make.employee(company.id)
  await pause(900)
  expect([queries, answers]).toEqual([0, []])
  // Both changes are announced at the same instant, when the transaction ends.
  await system.transaction(async transaction => {
    await makeOn(transaction).lineGroup(company.id, { lines: [line.id], departments: [department.id] })
    await transaction.change`update line set name = '再改名' where id = ${line.id}`
  })
  await expect.poll(() => answers).toEqual(Array(10).fill(true))
  // The waits' lookups are combined into one query, or two on a slow machine.
  expect(queries).toBeLessThanOrEqual(4)
  expect(changes.waiting()).toBe(20)
  await system.change`update company set state = 'frozen' where id = ${company.id}`
  await Promise.all(waits)
  expect(answers).toEqual(Array(30).fill(true))
}, 30_000)

test('a stopping replica releases its waiting clients; another replica notifies its own of a change', async () => {
  const its = await working()
  const { version } = await its.ask()
  const replica = await testReplica(portal.config, portal)
  const waitThere = async () => {
    const payload = { sid: its.sid, device_id: its.device.id, version }
    const waiting = replica.app.inject({ method: 'POST', url: '/api/v1/client/waitForChange', payload })
    // The request is sent once its answer is awaited.
    const answer = Promise.resolve(waiting)
    while (!replica.services.changes.waiting()) await pause(5)
    await pause(60)
    return async () => (await answer).json<{ data: { changed: boolean } }>().data.changed
  }
  const notified = await waitThere()
  await system.change`update device set auth_state = 'suspended' where id = ${its.device.id}`
  expect(await notified()).toBe(true)
  await system.change`update device set auth_state = 'authorized' where id = ${its.device.id}`
  await pause(700)
  const released = await waitThere()
  const started = performance.now()
  const [changed] = await Promise.all([released(), replica.stop()])
  expect([changed, performance.now() - started < longest]).toEqual([false, true])
})
