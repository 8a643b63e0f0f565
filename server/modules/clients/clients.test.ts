import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import { device, deviceLog } from '#contract/records/device.ts'
import { countRows } from '#server/database/count-rows.ts'
import { maxPending } from '#server/modules/devices/devices.ts'
import { untilWindowHolds } from '#server/testing/limit-window.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, call, system } = portal

const report = (sid: string, values: Partial<InputOf<'reportDevice'>> = {}, ip = '203.0.113.5') =>
  call(
    'reportDevice',
    {
      fingerprint: 'fingerprint-1',
      name: '林海舟的 ThinkPad X1',
      platform: 'windows',
      os_version: 'Windows 11 24H2',
      client_version: '12.0.1',
      ...values,
    },
    { sid, ip },
  )

async function working() {
  const company = await make.company({ managers: 1, employees: 2 })
  const [employee, colleague] = company.employees
  if (!employee || !colleague) throw new Error('nobody was made')
  await system.change`
    update employee set service_ends_at = now() + interval '10 days', name = '林海舟' where id = ${employee.id}`
  return { company, employee, colleague, sid: await make.session(employee.account) }
}

const logOf = (deviceId: string) =>
  system.rows(
    deviceLog.schema.pick({ action: true, detail: true, ip: true }),
  )`select action, detail, ip from device_log where device_id = ${deviceId} order by id`
const noticesOf = (accountId: string) =>
  system.rows(z.object({ kind: z.string(), text: z.string(), link: z.string(), read: z.boolean() }))`
    select kind, text, link, read_at is not null as read from notice where account_id = ${accountId} order by id`
const approve = (deviceId: string) =>
  system.change`update device set audit_state = 'approved', audited_at = now() where id = ${deviceId}`
const goBack = (deviceId: string, span: string) =>
  system.change`update device set last_seen_at = now() - ${span}::interval where id = ${deviceId}`

describe('an unknown device', () => {
  test('waits for audit, and each manager is notified once', async () => {
    const { company, sid } = await working()
    const { code, data } = await report(sid)
    expect(code).toBe(200)
    expect(data).toMatchObject({ usable: false, reason: 'device_pending', force_update: false })
    await report(sid)
    expect(await logOf(data.device_id)).toMatchObject([{ action: 'registered', ip: '203.0.113.5' }])
    for (const { account } of [company.owner, ...company.managers])
      expect(await noticesOf(account.id)).toEqual([
        {
          kind: 'device_waiting',
          text: '林海舟 登记了新设备「林海舟的 ThinkPad X1」，请审核。',
          link: '/control/deviceManage?audit_state=pending',
          read: false,
        },
      ])
    const managerSid = await make.session(company.owner.account)
    await call('deviceRemove', { device_ids: [data.device_id] }, { sid: managerSid })
    // No manager needs to check any more.
    for (const { account } of [company.owner, ...company.managers])
      expect(await noticesOf(account.id)).toMatchObject([{ read: true }])
  })

  test('is registered once, however many reports are concurrent', async () => {
    const { company, sid } = await working()
    // Guard: `lockEmployee`, and behind it the unique fingerprint with `on conflict do nothing`.
    const answers = await Promise.all(Array.from({ length: 50 }, () => report(sid)))
    expect(answers.map(({ code }) => code)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ data }) => data.device_id)).size).toBe(1)
    expect(await logOf(answers[0]?.data.device_id ?? '')).toHaveLength(1)
    expect(await noticesOf(company.owner.account.id)).toHaveLength(1)
  })

  // Guards: the count of lockEmployee, without which the report fails by the device's dangling reference; the second read after
  // refreshDevice, without which a removed device is reported as fine.
  test.each(['new', 'known'])('that is %s is refused to somebody who is removed meanwhile', async which => {
    const { sid, company, employee } = await working()
    if (which === 'known') await report(sid)
    const removed = [
      sql`delete from device where employee_id = ${employee.id}`,
      sql`delete from employee where id = ${employee.id}`,
    ]
    const late = await overtakenBy(system, removed, () => report(sid, { name: '换了名字' }))
    expect(late.code).toBe(which === 'new' ? -48010 : -48001)
    expect(await countRows(system, sql`device_log where company_id = ${company.id} and detail like '%换了名字%'`)).toBe(
      0,
    )
  })

  test('is refused beyond the person’s limit of waiting devices, also concurrently', async () => {
    const { company, employee, sid } = await working()
    // Guard: `lockEmployee` before `countPending`.
    const answers = await Promise.all(
      Array.from({ length: maxPending + 6 }, (_, index) => report(sid, { fingerprint: `fingerprint-${index}` })),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(maxPending)
    expect(answers.filter(({ code }) => code === -48013)).toHaveLength(6)
    await system.change`
      update device set audit_state = 'rejected' where id = (
        select id from device where employee_id = ${employee.id} and audit_state = 'pending' limit 1)`
    expect((await report(sid, { fingerprint: 'fingerprint-next' })).code).toBe(200)
    expect(await noticesOf(company.owner.account.id)).toHaveLength(maxPending + 1)
  })

  test("is refused with a colleague's fingerprint, though not with another company's", async () => {
    const { colleague, sid } = await working()
    await report(sid)
    expect((await report(await make.session(colleague.account))).code).toBe(-48011)
    expect((await report((await working()).sid)).code).toBe(200)
  })

  test('can be registered only by people of a company', async () => {
    expect((await report(await make.session(await make.account()))).code).toBe(-48010)
    const { company, employee, sid } = await working()
    const invited = await make.employee(company.id, { state: 'invited' })
    expect((await report(await make.session(invited.account))).code).toBe(-48010)
    await report(sid)
    await system.change`update employee set state = 'disabled' where id = ${employee.id}`
    expect((await report(sid)).data).toMatchObject({ reason: 'employee_disabled' })
    expect((await report(sid, { fingerprint: 'another-one' })).code).toBe(-48012)
  })

  test('has its reported fields validated', async () => {
    const { sid } = await working()
    const wrong: [Partial<InputOf<'reportDevice'>>, string][] = [
      [{ fingerprint: 'short' }, 'fingerprint'],
      [{ fingerprint: '带中文的设备指纹' }, 'fingerprint'],
      [{ client_version: '12' }, 'client_version'],
      [{ client_version: '12.0.1-beta' }, 'client_version'],
      [{ client_version: '99999999999.0' }, 'client_version'],
      [{ name: '' }, 'name'],
    ]
    for (const [input, field] of wrong) expect(await report(sid, input)).toMatchObject({ code: -41003, data: field })
  })
})

describe('a known device', () => {
  test('has only new details written and logged', async () => {
    const { sid } = await working()
    const id = (await report(sid)).data.device_id
    await goBack(id, '30 seconds')
    const seen = () =>
      system.row(
        device.schema.pick({ last_seen_at: true, client_version: true }),
      )`select last_seen_at, client_version from device where id = ${id}`
    const before = await seen()
    await report(sid)
    expect(await seen()).toEqual(before)
    await report(sid, { client_version: '12.0.2' }, '203.0.113.6')
    expect(await seen()).toMatchObject({ client_version: '12.0.2' })
    expect((await logOf(id)).at(-1)).toEqual({
      action: 'changed',
      detail: '客户端版本：12.0.1 → 12.0.2；地址：203.0.113.5 → 203.0.113.6',
      ip: '203.0.113.6',
    })
    expect(await logOf(id)).toHaveLength(2)
  })

  test('updates its last-seen time once a minute and adds one log row a day', async () => {
    const { sid } = await working()
    const id = (await report(sid)).data.device_id
    await goBack(id, '61 seconds')
    await report(sid)
    const row = await system.row(
      z.object({ fresh: z.boolean() }),
    )`select last_seen_at > now() - interval '20 seconds' as fresh from device where id = ${id}`
    expect(row?.fresh).toBe(true)
    await goBack(id, '26 hours')
    // Guard: `before` is what the row held when each of them wrote.
    await Promise.all(Array.from({ length: 10 }, () => report(sid)))
    expect((await logOf(id)).filter(({ action }) => action === 'seen')).toHaveLength(1)
    // Guard: the condition of `refreshDevice` is checked again once the first of them has written.
    await Promise.all(Array.from({ length: 10 }, () => report(sid, { name: '新名称' })))
    expect((await logOf(id)).filter(({ action }) => action === 'changed')).toHaveLength(1)
  })

  test('cannot flood the log', async () => {
    const { sid } = await working()
    const id = (await report(sid)).data.device_id
    await untilWindowHolds()
    for (let index = 0; index < 39; index++) await report(sid, { name: `名称 ${index}` })
    await goBack(id, '10 minutes')
    await report(sid, { name: '名称 39' }, '203.0.113.9')
    expect((await logOf(id)).length).toBeLessThanOrEqual(31)
    // Only the log is limited.
    const now = await system.row(z.object({ name: z.string(), last_ip: z.string(), fresh: z.boolean() }))`
      select name, last_ip, last_seen_at > now() - interval '20 seconds' as fresh from device where id = ${id}`
    expect(now).toEqual({ name: '名称 39', last_ip: '203.0.113.9', fresh: true })
  })

  test('is told of a mandatory update, even below a later optional one', async () => {
    const { sid } = await working()
    const force = async (version: string, platform: 'windows' | 'mac' | 'ios' = 'windows') =>
      (await report(sid, { client_version: version, platform })).data.force_update
    await make.installer({ clientType: 1, version: '12.0.9', publishedAt: new Date(Date.now() - 2000) })
    await system.change`update installer set force_update = true`
    await make.installer({ clientType: 1, version: '12.0.10' })
    expect([await force('12.0.8'), await force('12.0.9'), await force('12.0.10'), await force('11.9.99')]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect([await force('1.0', 'mac'), await force('1.0', 'ios')]).toEqual([false, false])
    await system.change`delete from installer`
  })
})

describe('whether a device may be used', () => {
  test('is answered the same by every call', async () => {
    const { company, employee, sid } = await working()
    const id = (await report(sid)).data.device_id
    const managerSid = await make.session(company.owner.account)
    const everywhere = async () => {
      const [reported, lines, own, detail] = [
        (await report(sid)).data,
        (await call('getUsableLines', { device_id: id }, { sid })).data,
        (await call('getMyService', {}, { sid })).data.devices.find(({ device_id }) => device_id === id),
        await call('getDeviceDetail', { device_id: id }, { sid: managerSid }),
      ]
      expect(lines).toMatchObject({ list: [], total: 0, usable: reported.usable, message: reported.message })
      expect([lines.reason, own?.reason]).toEqual([reported.reason, reported.reason])
      // A frozen company's managers see nothing.
      if (detail.code === 200) {
        expect(detail.data.usable).toBe(reported.usable)
        expect(detail.data.reason).toBe(reported.usable ? null : reported.message)
      }
      return reported.reason
    }
    expect(await everywhere()).toBe('device_pending')
    await approve(id)
    expect(await everywhere()).toBe('ok')
    await system.change`update device set auth_state = 'suspended' where id = ${id}`
    expect(await everywhere()).toBe('device_suspended')
    await system.change`update device set auth_state = 'authorized' where id = ${id}`
    await system.change`update employee set service_ends_at = now() where id = ${employee.id}`
    expect(await everywhere()).toBe('no_hours')
    await system.change`
      update employee set service_ends_at = now() + interval '9 days' where id = ${employee.id}`
    await system.change`update company set state = 'frozen' where id = ${company.id}`
    expect(await everywhere()).toBe('company_frozen')
  })

  test('after a lowered limit, the devices approved first stay usable', async () => {
    const { employee, sid } = await working()
    const ids: string[] = []
    for (const fingerprint of ['device-one', 'device-two', 'device-three']) {
      const { device_id } = (await report(sid, { fingerprint })).data
      ids.unshift(device_id)
    }
    // The devices are approved in the reverse order of their registration.
    for (const id of ids) {
      await approve(id)
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    await system.change`update employee set device_limit = 2 where id = ${employee.id}`
    const reasons = async () => {
      const { devices } = (await call('getMyService', {}, { sid })).data
      return ids.map(id => devices.find(({ device_id }) => device_id === id)?.reason)
    }
    expect(await reasons()).toEqual(['ok', 'ok', 'over_device_limit'])
    await system.change`update device set auth_state = 'suspended' where id = ${ids[0]}`
    expect(await reasons()).toEqual(['device_suspended', 'ok', 'ok'])
  })

  test("another person's device is unknown to the caller", async () => {
    const { colleague, sid } = await working()
    const id = (await report(sid)).data.device_id
    const other = await make.session(colleague.account)
    expect((await call('getUsableLines', { device_id: id }, { sid: other })).code).toBe(-48001)
    expect((await call('getMyService', {}, { sid: other })).data.devices).toEqual([])
    const stranger = await make.session(await make.account())
    expect((await call('getUsableLines', { device_id: id }, { sid: stranger })).code).toBe(-48010)
    expect((await call('getMyService', {}, { sid: stranger })).data).toMatchObject({ company: null, devices: [] })
  })

  test('getMyService shows an employee’s department, hours, devices and managers', async () => {
    const { company, employee, sid } = await working()
    const parent = await make.department(company.id, { name: '运营中心' })
    const child = await make.department(company.id, { name: '北美站组', parentId: parent.id })
    await system.change`update employee set department_id = ${child.id} where id = ${employee.id}`
    const { data } = await call('getMyService', {}, { sid })
    expect(data).toMatchObject({ dept_path: '运营中心 / 北美站组', remain_days: 10, device_limit: 2, devices: [] })
    expect(data.company?.name).toBe(company.name)
    expect(data.company?.managers.map(({ phone }) => phone)).toEqual(
      [...company.managers, company.owner].map(({ account }) => account.phone),
    )
    const own = await call('getMyService', {}, { sid: await make.session(company.owner.account) })
    expect(own.data.company?.managers.map(({ phone }) => phone)).toEqual(
      company.managers.map(({ account }) => account.phone),
    )
  })
})
