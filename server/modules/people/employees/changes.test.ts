import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract, type InputOf } from '#contract/index.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import { companyCodesOn } from '#server/testing/company-code.ts'
import type { TestCompany, TestEmployee } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make, system, codeSentTo } = portal
const codeFor = companyCodesOn(portal)
const day = 86_400_000
let company: TestCompany
let sid: string
let owner: TestEmployee
let manager: TestEmployee
let one: TestEmployee
let two: TestEmployee
beforeEach(async () => {
  company = await make.company({ managers: 2, employees: 2 })
  owner = company.owner
  ;[manager = owner] = company.managers
  ;[one = owner, two = owner] = company.employees
  sid = await make.session(owner.account)
})

const set = (input: InputOf<'setCompanyUser'>, as = sid) => call('setCompanyUser', input, { sid: as })
const setRole = async (employee_id: string, role: 'owner' | 'manager' | 'employee', as = sid) =>
  call('setCompanyUserRole', { employee_id, role, captcha: await codeFor(as, [employee_id]) }, { sid: as })
const remove = (employee_ids: string[], as = sid) => call('delCompanyUser', { employee_ids }, { sid: as })
const row = (id: string) =>
  system.row(
    z.object({ role: z.string(), state: z.string(), name: z.string() }),
  )`select role, state, name from employee where id = ${id}`
const log = async (id: string) =>
  (
    await system.rows(
      z.object({ action: z.string() }),
    )`select action from employee_log where employee_id = ${id} order by id`
  ).map(({ action }) => action)
const device = (employeeId: string, fingerprint: string) =>
  system.change`
    insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, audit_state)
    values (${company.id}, ${employeeId}, ${fingerprint}, '电脑', 'windows', '11', '12.0.1', 'approved')`
const balance = async () =>
  (await system.row(z.object({ days: z.int() }))`select days from service_balance where company_id = ${company.id}`)
    ?.days ?? 0

describe('setCompanyUser', () => {
  test('changes the given fields only, and logs them', async () => {
    const { data } = await set({ employee_id: one.id, name: '王芳', job_number: 'A1', device_limit: 5 })
    expect(data.employee).toMatchObject({ name: '王芳', job_number: 'A1', device_limit: 5, state: 'active' })
    expect((await set({ employee_id: one.id, job_number: null })).data.employee).toMatchObject({
      name: '王芳',
      job_number: null,
      device_limit: 5,
    })
    expect(await log(one.id)).toEqual(['changed', 'changed'])
    await set({ employee_id: one.id, name: '王芳' })
    expect(await log(one.id)).toHaveLength(2)
  })

  test('requires a unique job number and an existing department', async () => {
    await set({ employee_id: one.id, job_number: 'A1' })
    expect((await set({ employee_id: two.id, job_number: 'A1' })).code).toBe(-47002)
    const foreign = await make.department((await make.company()).id)
    expect((await set({ employee_id: one.id, dept_id: foreign.id })).code).toBe(-46001)
    expect((await set({ employee_id: one.id, dept_id: owner.id })).code).toBe(-46001)
  })

  test('disables a person, ending all sessions at once, and enables again', async () => {
    const sessions = [await make.session(manager.account), await make.session(manager.account)]
    expect((await set({ employee_id: manager.id, state: 'disabled' })).data.employee.state).toBe('disabled')
    for (const each of sessions) expect((await call('wGetUserInfo', {}, { sid: each })).code).toBe(-41016)
    const reason = await system.rows(z.object({ end_reason: z.string() }))`
    select distinct end_reason from session where account_id = ${manager.account.id}`
    expect(reason).toEqual([{ end_reason: 'manager' }])
    const again = await make.session(manager.account)
    expect((await call('getCompanyInfo', {}, { sid: again })).code).toBe(-41017)
    await set({ employee_id: manager.id, state: 'active' })
    expect((await call('getCompanyInfo', {}, { sid: again })).code).toBe(200)
    expect(await log(manager.id)).toEqual(['disabled', 'enabled'])
  })

  test('cannot disable oneself, the owner or somebody who has not joined', async () => {
    const asManager = await make.session(manager.account)
    expect((await set({ employee_id: manager.id, state: 'disabled' }, asManager)).code).toBe(-47005)
    expect((await set({ employee_id: owner.id, state: 'disabled' }, asManager)).code).toBe(-47003)
    expect(contract.setCompanyUser.codes).toContain(-47003)
    const invited = await make.employee(company.id, { state: 'invited' })
    for (const state of ['active', 'disabled'] as const)
      expect((await set({ employee_id: invited.id, state })).code).toBe(-47004)
    expect((await set({ employee_id: owner.id, name: '老板' }, asManager)).code).toBe(200)
  })
})

describe('setCompanyUserRole', () => {
  test('makes a person a manager and an employee again', async () => {
    const as = await make.session(one.account)
    expect((await setRole(one.id, 'manager')).data.employee.role).toBe('manager')
    expect((await call('getCompanyInfo', {}, { sid: as })).code).toBe(200)
    await setRole(one.id, 'employee')
    expect((await call('getCompanyInfo', {}, { sid: as })).code).toBe(-41017)
    expect(await log(one.id)).toEqual(['role', 'role'])
  })

  test('refuses changing one’s own role, the owner’s or that of somebody who has not joined', async () => {
    const asManager = await make.session(manager.account)
    expect((await setRole(manager.id, 'employee', asManager)).code).toBe(-47005)
    expect((await setRole(owner.id, 'employee', asManager)).code).toBe(-47003)
    expect((await setRole(one.id, 'owner', asManager)).code).toBe(-47006)
    const invited = await make.employee(company.id, { state: 'invited' })
    expect((await setRole(invited.id, 'manager')).code).toBe(-47004)
    await set({ employee_id: two.id, state: 'disabled' })
    for (const role of ['manager', 'owner'] as const) expect((await setRole(two.id, role)).code).toBe(-47001)
  })

  test('transfers the ownership, leaving exactly one owner', async () => {
    expect((await setRole(one.id, 'owner')).data.employee.role).toBe('owner')
    expect((await row(owner.id))?.role).toBe('manager')
    expect((await setRole(two.id, 'owner')).code).toBe(-47006)
    expect((await remove([one.id])).code).toBe(-47003)
  })

  // Guard: lockWithManagers, which finds the actor among the managers it locks; otherwise both succeed and none stays.
  test('keeps one of the last two managers who demote each other concurrently', async () => {
    const [first = owner, second = owner] = company.managers
    const [asFirst, asSecond] = [await make.session(first.account), await make.session(second.account)]
    for (let round = 0; round < 8; round++) {
      await system.change`update employee set role = 'employee' where id = ${owner.id}`
      await system.change`
        update employee set role = 'manager', state = 'active' where id = any(${[first.id, second.id]})`
      const answers = await Promise.all([
        setRole(second.id, 'employee', asFirst),
        setRole(first.id, 'employee', asSecond),
      ])
      expect(answers.map(({ code }) => code).sort()).toEqual([-41017, 200])
      const left = await system.row(z.object({ managers: z.int() }))`
      select count(*) as managers from employee where company_id = ${company.id} and role <> 'employee'`
      expect(left?.managers).toBe(1)
    }
  })

  // Guard: the same; the new owner is not removed, disabled or demoted, whoever comes first.
  test('leaves an owner when a transfer and the removal of the successor are concurrent', async () => {
    const asManager = await make.session(manager.account)
    for (let round = 0; round < 6; round++) {
      const successor = await make.employee(company.id)
      const [transfer, removal] = await Promise.all([setRole(successor.id, 'owner'), remove([successor.id], asManager)])
      expect([
        [200, -47003],
        [-47001, 200],
      ]).toContainEqual([transfer.code, removal.code])
      const owners = await system.row(z.object({ owners: z.int() }))`
      select count(*) as owners from employee where company_id = ${company.id} and role = 'owner' and state = 'active'`
      expect(owners?.owners).toBe(1)
      await system.change`update employee set role = 'manager' where company_id = ${company.id} and role = 'owner'`
      await system.change`update employee set role = 'owner' where id = ${owner.id}`
    }
  })
})

describe('delCompanyUser', () => {
  test('returns hours, removes devices and notifies the person, who keeps account and session', async () => {
    await system.change`
      update employee set service_ends_at = ${new Date(Date.now() + 10.5 * day)} where id = any(${[one.id, two.id]})`
    await device(one.id, 'fingerprint-1')
    await device(one.id, 'fingerprint-2')
    await device(manager.id, 'fingerprint-3')
    const as = await make.session(one.account)
    const { code, data } = await remove([one.id, two.id])
    expect([code, data]).toEqual([200, { removed: 2, reclaimed_days: 20, devices: 2 }])
    expect(await balance()).toBe(20)
    expect(
      await system.rows(
        z.object({ fingerprint: z.string() }),
      )`select fingerprint from device where company_id = ${company.id}`,
    ).toEqual([{ fingerprint: 'fingerprint-3' }])
    expect((await call('wGetUserInfo', {}, { sid: as })).data.user_info.company_name).toBeNull()
    expect((await call('getNoticeList', {}, { sid: as })).data.list[0]).toMatchObject({
      kind: 'membership_ended',
      title: `您已不是${company.name}的员工`,
    })
    expect(await log(one.id)).toEqual(['reclaimed', 'removed'])
    expect((await remove([one.id])).code).toBe(-47001)
  })

  test('removes all or nobody: refused if the owner, oneself or a stranger is among them', async () => {
    const asManager = await make.session(manager.account)
    const stranger = (await make.company({ employees: 1 })).employees[0]?.id ?? ''
    expect((await remove([one.id, owner.id], asManager)).code).toBe(-47003)
    expect((await remove([one.id, manager.id], asManager)).code).toBe(-47005)
    expect((await remove([one.id, stranger], asManager)).code).toBe(-47001)
    expect((await row(one.id))?.state).toBe('active')
  })

  test('erasing an account also removes its employment, hours and devices', async () => {
    const account = await make.account({ password: 'Blue-Sail-7' })
    const leaver = await make.employee(company.id, { account, serviceEndsAt: new Date(Date.now() + 3.5 * day) })
    await device(leaver.id, 'fingerprint-9')
    const as = await make.session(account)
    expect((await call('deleteAccount', { password: 'Blue-Sail-7' }, { sid: as })).code).toBe(200)
    expect(await row(leaver.id)).toBeUndefined()
    expect(await balance()).toBe(3)
    expect(
      await system.rows(z.object({ id: z.string() }))`select id from device where employee_id = ${leaver.id}`,
    ).toEqual([])
  })
})

/** The acts that take the company, or its console, from a person. */
const weightyActs: [
  string,
  (as: string, captcha?: string) => Promise<{ code: number; data: unknown }>,
  () => string,
][] = [
  [
    'a transfer',
    (as, captcha) => call('setCompanyUserRole', { employee_id: one.id, role: 'owner', captcha }, { sid: as }),
    () => one.id,
  ],
  [
    "a manager's demotion",
    (as, captcha) => call('setCompanyUserRole', { employee_id: manager.id, role: 'employee', captcha }, { sid: as }),
    () => manager.id,
  ],
  [
    "a manager's removal",
    (as, captcha) => call('delCompanyUser', { employee_ids: [manager.id], captcha }, { sid: as }),
    () => manager.id,
  ],
  [
    "a manager's handover",
    (as, captcha) => call('handOverEmployee', { employee_id: manager.id, successor_id: null, captcha }, { sid: as }),
    () => manager.id,
  ],
]

// Guard: spendStepUp.
describe.each(weightyActs)('%s', (_, act, personId) => {
  test('takes a fresh proof and a code for exactly these people, which works once', async () => {
    const [stale, other] = [await make.session(owner.account), await make.session(owner.account)]
    await system.change`update session set proved_at = now() - interval '5 minutes 1 second' where sid_hash = ${hashSecret(stale)}`
    expect((await act(stale, await codeFor(stale, [personId()]))).code).toBe(-41022)
    expect(await act(sid)).toMatchObject({ code: -41003, data: 'captcha' })
    expect((await act(sid, '000000')).code).toBe(-41005)
    expect((await act(sid, await codeFor(other, [personId()]))).code).toBe(-41005)
    expect((await act(sid, await codeFor(sid, [two.id]))).code).toBe(-41005)
    expect((await row(personId()))?.role).not.toBe('owner')
    expect((await row(manager.id))?.role).toBe('manager')
    const captcha = await codeFor(sid, [personId()])
    expect((await act(sid, captcha)).code).toBe(200)
    await system.change`update employee set role = 'manager', state = 'active' where id = ${personId()} and role <> 'owner'`
    expect((await act(sid, captcha)).code).not.toBe(200)
  })
})

test('the code for an act of the company is sent to the acting manager and names its purpose', async () => {
  const employee_ids = [manager.id]
  expect((await call('getCompanyAdminCaptcha', { action: 'company', employee_ids }, { sid })).code).toBe(200)
  const captcha = await codeSentTo(owner.account.phone)
  expect((await call('delCompanyUser', { employee_ids, captcha }, { sid })).code).toBe(200)
  const stranger = (await make.company({ employees: 1 })).employees[0]?.id ?? ''
  const strange = await call('getCompanyAdminCaptcha', { action: 'company', employee_ids: [stranger] }, { sid })
  expect(strange.code).toBe(-47001)
})

test('disabling a manager takes a fresh proof', async () => {
  const stale = await make.session(owner.account)
  await system.change`update session set proved_at = now() - interval '5 minutes 1 second' where sid_hash = ${hashSecret(stale)}`
  expect((await set({ employee_id: manager.id, state: 'disabled' }, stale)).code).toBe(-41022)
  expect((await set({ employee_id: one.id, state: 'disabled' }, stale)).code).toBe(200)
  expect((await set({ employee_id: manager.id, state: 'disabled' })).code).toBe(200)
})

describe('handOverEmployee', () => {
  const handOver = (input: InputOf<'handOverEmployee'>, as = sid) => call('handOverEmployee', input, { sid: as })
  beforeEach(async () => {
    await system.change`
      update employee set service_ends_at = ${new Date(Date.now() + 10.5 * day)}, name = '离职者' where id = ${one.id}`
    await system.change`update employee set name = '接手人' where id = ${two.id}`
    await device(one.id, 'fingerprint-1')
    await device(one.id, 'fingerprint-2')
  })

  test('previews exactly what then happens, without changing anything', async () => {
    const as = await make.session(one.account)
    const input = { employee_id: one.id, successor_id: null }
    const preview = await handOver({ ...input, preview: true })
    const expected = {
      sessions_ended: 1,
      devices_suspended: 2,
      reclaimed_days: 10,
      lines_handed: 0,
      successor_name: null,
      successor_ends_at: null,
    }
    expect(preview.data).toEqual({ done: false, ...expected })
    expect([(await row(one.id))?.state, await balance(), await log(one.id)]).toEqual(['active', 0, []])
    expect((await call('wGetUserInfo', {}, { sid: as })).code).toBe(200)
    expect((await handOver(input)).data).toEqual({ done: true, ...expected })
    expect([(await row(one.id))?.state, await balance()]).toEqual(['disabled', 10])
    expect((await call('wGetUserInfo', {}, { sid: as })).code).toBe(-41016)
    expect(
      await system.rows(
        z.object({ auth_state: z.string() }),
      )`select distinct auth_state from device where employee_id = ${one.id}`,
    ).toEqual([{ auth_state: 'suspended' }])
    expect(await log(one.id)).toEqual(['reclaimed', 'handed_over', 'disabled'])
  })

  test('gives the unused days to the successor', async () => {
    const { data } = await handOver({ employee_id: one.id, successor_id: two.id })
    expect(data).toMatchObject({ reclaimed_days: 10, successor_name: '接手人' })
    const left = Date.parse(data.successor_ends_at ?? '') - Date.now()
    expect(Math.round(left / day)).toBe(10)
    expect(await balance()).toBe(0)
    const entries = await system.rows(
      z.object({ kind: z.string(), days: z.int(), employee_name: z.string().nullable() }),
    )`
    select kind, days, employee_name from service_entry where company_id = ${company.id} order by id`
    expect(entries).toEqual([
      { kind: 'reclaim', days: 10, employee_name: '离职者' },
      { kind: 'assignment', days: -10, employee_name: '接手人' },
    ])
  })

  test('with removal deletes the person and returns the days', async () => {
    const as = await make.session(one.account)
    const { data } = await handOver({ employee_id: one.id, successor_id: null, remove: true })
    expect([data.done, data.sessions_ended]).toEqual([true, 0])
    expect((await call('wGetUserInfo', {}, { sid: as })).data.user_info.company_name).toBeNull()
    expect(await row(one.id)).toBeUndefined()
    expect(await balance()).toBe(10)
    expect(await log(one.id)).toEqual(['reclaimed', 'handed_over', 'removed'])
  })

  test('refuses oneself, the owner, and a successor who has not joined', async () => {
    const asManager = await make.session(manager.account)
    const none = { successor_id: null }
    expect((await handOver({ employee_id: manager.id, ...none }, asManager)).code).toBe(-47005)
    expect((await handOver({ employee_id: owner.id, ...none }, asManager)).code).toBe(-47003)
    expect((await handOver({ employee_id: one.id, successor_id: one.id })).data).toBe('successor_id')
    const invited = await make.employee(company.id, { state: 'invited' })
    expect((await handOver({ employee_id: one.id, successor_id: invited.id })).data).toBe('successor_id')
    expect((await handOver({ employee_id: one.id, successor_id: company.id })).code).toBe(-47001)
    expect((await row(one.id))?.state).toBe('active')
  })
})
