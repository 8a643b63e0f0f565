import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { device, deviceLog } from '#contract/records/device.ts'
import { employee } from '#contract/records/employee.ts'
import type { TestCompany, TestEmployee } from '#server/testing/make.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { unrecorded } from '#server/testing/unrecorded.ts'
import { removeDevicesOf, suspendDevicesOf } from './devices.ts'

const portal = await testPortal()
const { make, call, system, services } = portal

async function managed(people = 1) {
  const company = await make.company({ managers: 1, employees: people })
  const [manager] = company.managers
  const [employee] = company.employees
  if (!manager || !employee) throw new Error('nobody was made')
  return { company, manager, employee, sid: await make.session(manager.account) }
}

const captchaFor = async (
  sid: string,
  phone: string,
  action: 'audit' | 'authorization',
  device_ids: string[],
): Promise<string> => {
  // Simulates that a minute has passed since the previous code.
  await system.change`delete from code_allowance where phone = ${`manager_code:${phone}`}`
  await system.change`delete from demo_outbox where phone = ${phone}`
  expect(await call('getCompanyAdminCaptcha', { action, device_ids }, { sid })).toMatchObject({ code: 200 })
  return portal.codeSentTo(phone)
}

const stateOf = async (id: string) =>
  system.row(
    device.schema.pick({ audit_state: true, auth_state: true, audit_note: true }),
  )`select audit_state, auth_state, audit_note from device where id = ${id}`
const logOf = async (id: string) =>
  (
    await system.rows(
      deviceLog.schema.pick({ action: true }),
    )`select action from device_log where device_id = ${id} order by id`
  ).map(({ action }) => action)
const nameOf = async ({ id }: TestEmployee) =>
  (await system.row(employee.schema.pick({ name: true }))`select name from employee where id = ${id}`)?.name

describe('the administrator captcha', () => {
  test('is bound to action, devices, account and session, and is valid once', async () => {
    const { company, employee, manager, sid } = await managed()
    const input = { companyId: company.id, employeeId: employee.id, audit: 'pending' as const }
    const [one, two] = [(await make.device(input)).id, (await make.device(input)).id]
    const { phone } = manager.account
    const answer = await call('getCompanyAdminCaptcha', { action: 'audit', device_ids: [one, two] }, { sid })
    expect(answer.data).toEqual({ phone: `${phone.slice(0, 3)}****${phone.slice(-4)}` })
    const captcha = await portal.codeSentTo(phone)

    const audit = (device_ids: string[], as = sid) =>
      call('deviceAudit', { device_ids, audit_state: 'approved', captcha }, { sid: as })
    expect((await audit([one])).code).toBe(-41005)
    expect(
      (await call('deviceAuthStatusChange', { device_ids: [one, two], auth_state: 'suspended', captcha }, { sid }))
        .code,
    ).toBe(-41005)
    expect((await audit([one, two], await make.session(company.owner.account))).code).toBe(-41005)
    // Another login of the same manager, whose phone received the code.
    expect((await audit([one, two], await make.session(manager.account))).code).toBe(-41005)
    expect((await stateOf(one))?.audit_state).toBe('pending')
    // The order of the devices, and repeated ones, make no difference.
    expect(await audit([two, one, two])).toMatchObject({ code: 200, data: { changed: 2 } })
    expect((await audit([one, two])).code).toBe(-41005)
    expect(await logOf(one)).toEqual(['approved'])
  })

  test('can be requested again only after a minute, whatever strangers have sent to the phone', async () => {
    const { company, employee, manager, sid } = await managed()
    const { phone } = manager.account
    await call('sendVerificationCode', { send_type: 1, account: phone, email_type: 'forgotpwd' })
    const device = await make.device({ companyId: company.id, employeeId: employee.id })
    const ask = () => call('getCompanyAdminCaptcha', { action: 'audit', device_ids: [device.id] }, { sid })
    expect((await ask()).code).toBe(200)
    const second = await ask()
    expect(second.code).toBe(-41006)
    expect(second.data).toBeGreaterThan(50)
    await system.change`update code_allowance set last_sent_at = now() - interval '1 hour', sent_today = 10 where phone = ${phone}`
    await system.change`
      update code_allowance set last_sent_at = now() - interval '1 hour' where phone = ${`manager_code:${phone}`}`
    expect((await ask()).code).toBe(200)
    await system.change`
      update code_allowance set last_sent_at = now() - interval '1 hour', sent_today = 10
      where phone = ${`manager_code:${phone}`}`
    expect((await ask()).code).toBe(-41007)
  })

  test('allows five attempts within five minutes, and only the newest code counts', async () => {
    const { company, employee, manager, sid } = await managed()
    const device_ids = [(await make.device({ companyId: company.id, employeeId: employee.id, audit: 'pending' })).id]
    const { phone } = manager.account
    const audit = (captcha: string) => call('deviceAudit', { device_ids, audit_state: 'approved', captcha }, { sid })
    const other = (code: string) => (code === '000000' ? '000001' : '000000')

    const first = await captchaFor(sid, phone, 'audit', device_ids)
    for (let tries = 0; tries < 5; tries++) expect((await audit(other(first))).code).toBe(-41005)
    expect((await audit(first)).code).toBe(-41005)

    const late = await captchaFor(sid, phone, 'audit', device_ids)
    await system.change`update admin_captcha set expires_at = now() where company_id = ${company.id}`
    expect((await audit(late)).code).toBe(-41005)

    const replaced = await captchaFor(sid, phone, 'audit', device_ids)
    const newest = await captchaFor(sid, phone, 'audit', device_ids)
    if (replaced !== newest) expect((await audit(replaced)).code).toBe(-41005)
    expect((await audit(newest)).code).toBe(200)
  })

  test('is accepted once when used twenty times concurrently', async () => {
    const { company, employee, manager, sid } = await managed()
    const device_ids = [(await make.device({ companyId: company.id, employeeId: employee.id })).id]
    const captcha = await captchaFor(sid, manager.account.phone, 'authorization', device_ids)
    // Lets all of them reach the comparison. Guard: `used_at is null` in `useCaptcha`.
    await system.change`update admin_captcha set attempts = -20 where company_id = ${company.id}`
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call(
          'deviceAuthStatusChange',
          { device_ids, captcha, auth_state: index % 2 ? 'suspended' : 'authorized' },
          { sid },
        ),
      ),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === -41005)).toHaveLength(19)
    expect((await logOf(device_ids[0] ?? '')).length).toBeLessThanOrEqual(1)
  })

  test('is only sent for the company’s own devices', async () => {
    const { sid } = await managed()
    const other = await managed()
    const device = await make.device({ companyId: other.company.id, employeeId: other.employee.id })
    expect((await call('getCompanyAdminCaptcha', { action: 'audit', device_ids: [device.id] }, { sid })).code).toBe(
      -48001,
    )
  })
})

describe('auditing and authorizing devices', () => {
  async function act(
    { sid, phone }: { sid: string; phone: string },
    input: { device_ids: string[] } & (
      | { audit_state: 'approved' | 'rejected'; note?: string }
      | { auth_state: 'authorized' | 'suspended' }
    ),
  ) {
    const captcha = await captchaFor(sid, phone, 'audit_state' in input ? 'audit' : 'authorization', input.device_ids)
    return 'audit_state' in input
      ? call('deviceAudit', { ...input, captcha }, { sid, ip: '198.51.100.9' })
      : call('deviceAuthStatusChange', { ...input, captcha }, { sid, ip: '198.51.100.9' })
  }

  test('is logged with actor, action and IP address', async () => {
    const { company, employee, manager, sid } = await managed()
    const device = await make.device({ companyId: company.id, employeeId: employee.id, audit: 'pending' })
    const who = { sid, phone: manager.account.phone }
    const device_ids = [device.id]
    await act(who, { device_ids, audit_state: 'rejected', note: '非公司配发' })
    expect(await stateOf(device.id)).toEqual({
      audit_state: 'rejected',
      auth_state: 'authorized',
      audit_note: '非公司配发',
    })
    await act(who, { device_ids, audit_state: 'approved' })
    await act(who, { device_ids, auth_state: 'suspended' })
    expect(await act(who, { device_ids, auth_state: 'suspended' })).toMatchObject({ code: 200, data: { changed: 0 } })
    await act(who, { device_ids, auth_state: 'authorized' })
    const { data } = await call('getDeviceLog', { device_id: device.id, page_size: 3 }, { sid })
    expect(data.total).toBe(4)
    expect(data.list.map(({ action }) => action)).toEqual(['authorized', 'suspended', 'approved'])
    expect(data.list[0]).toMatchObject({ actor_name: await nameOf(manager), ip: '198.51.100.9', detail: '恢复授权' })
    const { data: older } = await call('getDeviceLog', { device_id: device.id, page: 4, page_size: 1 }, { sid })
    expect(older.list).toMatchObject([{ action: 'rejected', detail: '审核驳回：非公司配发' }])
  })

  test('keeps within the device limit unless it is raised; a refused attempt does not use up the code', async () => {
    const { company, employee, manager, sid } = await managed()
    const known = { companyId: company.id, employeeId: employee.id }
    await make.device(known)
    const suspended = await make.device({ ...known, auth: 'suspended' })
    const waiting = [
      (await make.device({ ...known, audit: 'pending' })).id,
      (await make.device({ ...known, audit: 'pending' })).id,
    ]
    const { phone } = manager.account
    const captcha = await captchaFor(sid, phone, 'audit', waiting)
    const approve = () => call('deviceAudit', { device_ids: waiting, audit_state: 'approved', captcha }, { sid })
    expect(await approve()).toMatchObject({ code: -48002, data: `${await nameOf(employee)}（2 台）` })
    expect((await stateOf(waiting[0] ?? ''))?.audit_state).toBe('pending')
    expect(await logOf(waiting[0] ?? '')).toEqual([])
    await system.change`update employee set device_limit = 3 where id = ${employee.id}`
    expect(await approve()).toMatchObject({ code: 200, data: { changed: 2 } })
    // A suspended device counts again once it is authorized.
    const again = await act({ sid, phone }, { device_ids: [suspended.id], auth_state: 'authorized' })
    expect(again.code).toBe(-48002)
    // Rejecting a device does not need the limit, so it works even while the limit is exceeded.
    await system.change`update employee set device_limit = 1 where id = ${employee.id}`
    expect((await act({ sid, phone }, { device_ids: waiting, audit_state: 'rejected' })).code).toBe(200)
  })

  test('keeps within the limit when two managers approve concurrently', async () => {
    const { company, employee, manager, sid } = await managed()
    await system.change`update employee set device_limit = 1 where id = ${employee.id}`
    const values = { companyId: company.id, employeeId: employee.id, audit: 'pending' as const }
    const owner = { sid: await make.session(company.owner.account), phone: company.owner.account.phone }
    for (let round = 0; round < 5; round++) {
      await system.change`delete from device where company_id = ${company.id}`
      const [one, two] = [[(await make.device(values)).id], [(await make.device(values)).id]]
      const codes = [
        await captchaFor(sid, manager.account.phone, 'audit', one),
        await captchaFor(owner.sid, owner.phone, 'audit', two),
      ]
      // Guard: `lockOwners` in `changeTogether`.
      const answers = await Promise.all([
        call('deviceAudit', { device_ids: one, audit_state: 'approved', captcha: codes[0] ?? '' }, { sid }),
        call('deviceAudit', { device_ids: two, audit_state: 'approved', captcha: codes[1] ?? '' }, { sid: owner.sid }),
      ])
      expect(answers.map(({ code }) => code).sort()).toEqual([-48002, 200])
    }
  })

  // Guard: deviceAudit locks the owners before the devices; otherwise it and a change of the owner would deadlock.
  test('waits for a change of the owner that goes on to the devices', async () => {
    const { company, employee, manager, sid } = await managed()
    const device_ids = [(await make.device({ companyId: company.id, employeeId: employee.id, audit: 'pending' })).id]
    const captcha = await captchaFor(sid, manager.account.phone, 'audit', device_ids)
    const renamed = await overtakenBy(
      system,
      [sql`select from employee where id = ${employee.id} for no key update`],
      () => call('deviceAudit', { device_ids, audit_state: 'approved', captcha }, { sid }),
      [sql`update employee set name = '新名' where id = ${employee.id}`],
    )
    expect(renamed.code).toBe(200)
  })

  test('removing devices deletes and logs them, all or none', async () => {
    const { company, employee, sid } = await managed()
    const { id } = await make.device({ companyId: company.id, employeeId: employee.id, name: '旧手机' })
    const stranger = await managed()
    const foreign = await make.device({ companyId: stranger.company.id, employeeId: stranger.employee.id })
    expect((await call('deviceRemove', { device_ids: [id, foreign.id] }, { sid })).code).toBe(-48001)
    expect(await call('deviceRemove', { device_ids: [id] }, { sid })).toMatchObject({ code: 200, data: { removed: 1 } })
    expect(await stateOf(id)).toBeUndefined()
    expect(await logOf(id)).toEqual(['removed'])
    expect((await call('deviceRemove', { device_ids: [id] }, { sid })).code).toBe(-48001)
  })
})

describe('the functions that other modules call on people’s devices', () => {
  const devicesOf = async (company: TestCompany, people: TestEmployee[]) =>
    Promise.all(people.map(({ id }) => make.device({ companyId: company.id, employeeId: id })))

  test('suspend and remove the devices of the given people in their company only', async () => {
    const { company, sid } = await managed(3)
    const devices = await devicesOf(company, company.employees)
    const handle = unrecorded(services.companyDatabase(company.id))
    const [first, second] = company.employees.map(({ id }) => id)
    const people = [first ?? '', second ?? '']
    expect(await suspendDevicesOf(handle, company.id, people, '198.51.100.1')).toBe(2)
    expect(await suspendDevicesOf(handle, company.id, people)).toBe(0)
    expect((await call('getDeviceList', { auth_state: 'suspended' }, { sid })).data.total).toBe(2)
    expect(await removeDevicesOf(handle, company.id, people)).toBe(2)
    expect((await call('getDeviceList', {}, { sid })).data.total).toBe(1)
    expect(await logOf(devices[0]?.id ?? '')).toEqual(['suspended', 'removed'])
    const other = await make.company()
    expect(
      await removeDevicesOf(
        services.companyDatabase(other.id),
        company.id,
        company.employees.map(({ id }) => id),
      ),
    ).toBe(0)
  })
})
