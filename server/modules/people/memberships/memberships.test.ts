import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endCompanySessions } from '#server/modules/accounts/sessions.sql.ts'
import { companyCodesOn } from '#server/testing/company-code.ts'
import { newPhone } from '#server/testing/identities.ts'
import type { TestAccount, TestCompany } from '#server/testing/make.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { lapseInvitations } from '../employees/joining.ts'
import { creditService } from '../hours/hours.ts'

const portal = await testPortal()
const { call, make, services, system } = portal
const codeFor = companyCodesOn(portal)
const password = 'Blue-Sail-7'
let company: TestCompany
let person: TestAccount
let [manager, sid, id] = ['', '', '']
beforeEach(async () => {
  company = await make.company({ name: '甲公司有限公司' })
  manager = await make.session(company.owner.account)
  person = await make.account({ password })
  sid = await make.session(person)
  id = await invitedBy(company)
})

async function invitedBy({ owner }: TestCompany, account = person) {
  const as = await make.session(owner.account)
  const employees = [{ phone: account.phone, name: '王芳' }]
  const { data } = await call('addCompanyUser', { employees, invite: false }, { sid: as })
  return data.results[0]?.employee_id ?? ''
}
const join = ({ id: company_id }: { id: string } = company, as = sid) =>
  call('joinCompany', { company_id, is_join: 1 }, { sid: as })
const decline = (as = sid) => call('declineCompany', { company_id: company.id }, { sid: as })
const leave = (preview = false, as = sid) => call('leaveCompany', { company_id: company.id, preview }, { sid: as })
const remove = async () =>
  call('delCompanyUser', { employee_ids: [id], captcha: await codeFor(manager, [id]) }, { sid: manager })
const mine = async (as = sid) => (await call('getMemberships', {}, { sid: as })).data
const stateOf = async (employeeId: string) =>
  (await system.row(z.object({ state: z.string() }))`select state from employee where id = ${employeeId}`)?.state
const logOf = async (employeeId: string) =>
  (
    await system.rows(
      z.object({ action: z.string(), actor_name: z.string() }),
    )`select action, actor_name from employee_log where employee_id = ${employeeId} order by id`
  ).map(({ action, actor_name }) => `${action} ${actor_name}`)
const titles = async (as: string) => (await call('getNoticeList', {}, { sid: as })).data.list.map(({ title }) => title)
const daysAgo = (days: number) =>
  system.change`
  update employee set invited_at = now() - make_interval(days => ${days}::integer) where id = ${id}`
const lapse = () => lapseInvitations(services, {}, { log: services.log, stopping: new AbortController().signal })

describe('joining a company', () => {
  test('the person agrees in a session of their own and becomes an employee', async () => {
    const requested = await mine()
    expect(requested).toEqual({
      membership: null,
      invitations: [
        {
          company_id: company.id,
          company_name: '甲公司有限公司',
          name: '王芳',
          invited_at: expect.any(String),
          lapses_at: expect.any(String),
        },
      ],
    })
    expect(await titles(sid)).toEqual(['甲公司有限公司邀请您加入'])
    const { code, data } = await join()
    expect([code, data.user_info.company_name, data.user_status]).toEqual([200, '甲公司有限公司', 1])
    expect(await mine()).toEqual({
      membership: {
        company_id: company.id,
        company_name: '甲公司有限公司',
        name: '王芳',
        role: 'employee',
        state: 'active',
      },
      invitations: [],
    })
    expect([await titles(sid), await logOf(id)]).toEqual([[], [expect.stringContaining('added'), 'joined 王芳']])
    expect((await join()).code).toBe(-47022)
  })

  test('a refusal is shown to the managers, who can invite again', async () => {
    expect((await decline()).code).toBe(200)
    expect([await stateOf(id), await titles(sid)]).toEqual(['declined', []])
    expect(await titles(manager)).toContain('加入邀请被谢绝')
    const listed = await call('getCompanyUserList', { state: 'declined' }, { sid: manager })
    expect(listed.data.list.map(({ employee_id }) => employee_id)).toEqual([id])
    expect([(await join()).code, (await decline()).code]).toEqual([-47020, -47020])
    const again = await call('inviteCompanyUser', { employee_ids: [id] }, { sid: manager })
    expect(again.data).toEqual({ invited: 1, skipped: 0 })
    expect([(await join()).code, await stateOf(id)]).toEqual([200, 'active'])
  })

  test('an invitation expires after 14 days, for the person at once and in the list by a job', async () => {
    await daysAgo(13)
    await lapse()
    expect([await stateOf(id), (await mine()).invitations.length]).toEqual(['invited', 1])
    await daysAgo(14)
    expect([(await mine()).invitations, (await join()).code]).toEqual([[], -47020])
    await Promise.all([lapse(), lapse()])
    expect([await stateOf(id), await logOf(id), await titles(sid)]).toEqual([
      'lapsed',
      [expect.stringContaining('added'), 'lapsed 系统'],
      [],
    ])
    expect(await titles(manager)).toEqual(['加入邀请已过期'])
    const { list } = (await call('getNoticeList', {}, { sid: manager })).data
    expect(list[0]).toMatchObject({
      text: expect.stringContaining('王芳没有答复'),
      link: '/control/employeetime?state=lapsed',
    })
  })

  test('a withdrawn invitation cannot be accepted', async () => {
    expect((await remove()).data.removed).toBe(1)
    expect([await titles(sid), (await join()).code]).toEqual([[], -47020])
  })

  test('nobody can accept or decline for somebody else', async () => {
    for (const as of [manager, await make.session(await make.account({ password }))])
      expect((await decline(as)).code).toBe(-47020)
    expect((await join(company, await make.session(await make.account({ password })))).code).toBe(-47020)
    expect(await stateOf(id)).toBe('invited')
  })

  test('an invited person gets no role or state, and the company cannot end their sessions', async () => {
    expect((await call('setCompanyUser', { employee_id: id, state: 'active' }, { sid: manager })).code).toBe(-47004)
    expect((await call('setCompanyUserRole', { employee_id: id, role: 'manager' }, { sid: manager })).code).toBe(-47004)
    await endCompanySessions(system, company.id)
    expect((await call('wGetUserInfo', {}, { sid })).code).toBe(200)
    expect(await stateOf(id)).toBe('invited')
  })

  test('a company learns an invited person’s new phone only once they have joined', async () => {
    const phone = newPhone()
    await system.change`update account set phone = ${phone} where id = ${person.id}`
    const shown = async () =>
      (await call('getCompanyUserDetail', { employee_id: id }, { sid: manager })).data.employee.phone
    expect(await shown()).toBe(person.phone)
    // The generation has risen with the phone, so another session is needed.
    const as = await make.session(person)
    expect((await join(company, as)).code).toBe(200)
    expect(await shown()).toBe(phone)
  })

  // Guards: the state in `join` and in `decline`.
  test('of concurrent acceptance, refusal and withdrawal one takes effect', async () => {
    for (let round = 0; round < 8; round++) {
      const [joined, declined, removed] = await Promise.all([join(), decline(), remove()])
      expect(removed.code).toBe(200)
      expect([joined.code, declined.code].filter(code => code === 200).length).toBeLessThan(2)
      expect([await stateOf(id), (await mine()).membership]).toEqual([undefined, null])
      id = await invitedBy(company)
    }
  })

  // Guard: the unique index employee_joined.
  test('accepting two companies concurrently joins one of them', async () => {
    const other = await make.company()
    for (let round = 0; round < 8; round++) {
      const account = await make.account({ password })
      const as = await make.session(account)
      for (const each of [company, other]) await invitedBy(each, account)
      const codes = await Promise.all([join(company, as), join(other, as)].map(async answer => (await answer).code))
      expect(codes.toSorted()).toEqual([-47022, 200])
      expect((await mine(as)).membership).not.toBeNull()
    }
  })
})

describe('leaving a company', () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)

  test('previews the losses, then removes exactly these; account and session remain', async () => {
    await join()
    await system.change`update employee set service_ends_at = ${days(10.5)} where id = ${id}`
    await make.device({ companyId: company.id, employeeId: id })
    const line = await make.line(company, { bound: true })
    await make.lineGroup(company.id, { lines: [line.id], employees: [id] })
    const lost = { company_name: '甲公司有限公司', devices: 1, lines: 1, reclaimed_days: 10 }
    expect((await leave(true)).data).toEqual({ done: false, ...lost })
    expect([await stateOf(id), await titles(manager)]).toEqual(['active', []])
    expect((await leave()).data).toEqual({ done: true, ...lost })
    const { data } = await call('wGetUserInfo', {}, { sid })
    expect([data.user_info.company_name, data.user_status]).toEqual([null, -1])
    expect((await call('getServiceBalance', {}, { sid: manager })).data.balance).toBe(10)
    expect([await stateOf(id), await titles(manager)]).toEqual([undefined, ['员工自行退出']])
    expect((await logOf(id)).slice(-2)).toEqual(['left 王芳', 'access 王芳'])
    expect((await leave()).code).toBe(-48010)
    // People who left can only come back by agreeing again.
    id = await invitedBy(company)
    expect((await join()).code).toBe(200)
  })

  // Guard: leaving also works for a disabled person; nobody but the company could let them go otherwise.
  test('a disabled person leaves with the unused days and devices, and joins another company', async () => {
    await join()
    await system.change`update employee set service_ends_at = ${days(10.5)} where id = ${id}`
    await make.device({ companyId: company.id, employeeId: id })
    const line = await make.line(company, { bound: true })
    await make.lineGroup(company.id, { lines: [line.id], employees: [id] })
    const disable = { employee_id: id, state: 'disabled' as const }
    expect((await call('setCompanyUser', disable, { sid: manager })).code).toBe(200)
    sid = await make.session(person)
    const other = await make.company()
    await invitedBy(other)
    expect((await join(other)).code).toBe(-47022)
    const lost = { company_name: '甲公司有限公司', devices: 1, lines: 0, reclaimed_days: 10 }
    expect((await leave(true)).data).toEqual({ done: false, ...lost })
    expect((await call('planMembership', { company_id: company.id, act: 'leave' }, { sid })).data.lost.lines).toBe(0)
    expect((await leave()).data).toEqual({ done: true, ...lost })
    expect([await stateOf(id), (await logOf(id)).at(-1)]).toEqual([undefined, 'left 王芳'])
    expect((await join(other)).code).toBe(200)
  })

  test('is refused for a company other than the named one, and to its owner', async () => {
    await join()
    const other = await make.company()
    const elsewhere = await call('leaveCompany', { company_id: other.id }, { sid })
    expect([elsewhere.code, (await leave(false, manager)).code, await stateOf(id)]).toEqual([-48010, -41018, 'active'])
  })

  test('a manager who is removed loses the console with the next call and keeps the session', async () => {
    await join()
    await call('setCompanyUserRole', { employee_id: id, role: 'manager' }, { sid: manager })
    const list = () => call('getCompanyUserList', {}, { sid })
    expect((await list()).code).toBe(200)
    await remove()
    expect([(await list()).code, (await call('wGetUserInfo', {}, { sid })).code]).toEqual([-41017, 200])
  })

  // Guard: the lock under which the role is read.
  test('an account that leaves while becoming the owner leaves no company without an owner', async () => {
    for (let round = 0; round < 6; round++) {
      await join()
      const captcha = await codeFor(manager, [id])
      const transfer = call('setCompanyUserRole', { employee_id: id, role: 'owner', captcha }, { sid: manager })
      const [handed, left] = await Promise.all([transfer, leave()])
      expect([
        [200, -41018],
        [-47001, 200],
      ]).toContainEqual([handed.code, left.code])
      await system.change`update employee set role = 'manager' where company_id = ${company.id} and role = 'owner'`
      await system.change`update employee set role = 'owner' where id = ${company.owner.id}`
      if (handed.code === 200) await remove()
      id = await invitedBy(company)
    }
  })
})

test('erasing an account removes it from the lists of all companies', async () => {
  const other = await make.company()
  const second = await invitedBy(other)
  await join()
  expect((await call('exportAccount', {}, { sid })).data.account).toMatchObject({
    employment: { company: '甲公司有限公司' },
    invitations: [{ company: other.name, state: 'invited' }],
  })
  expect((await call('deleteAccount', { password }, { sid })).code).toBe(200)
  expect([await stateOf(id), await stateOf(second)]).toEqual([undefined, undefined])
})

describe('a person who takes over a phone to which companies have sent invitations', () => {
  /** Invites an unused phone, and reserves some days for it. */
  async function invitedPhone() {
    const phone = newPhone()
    const { data } = await call(
      'addCompanyUser',
      { employees: [{ phone, name: '王芳' }], invite: false },
      { sid: manager },
    )
    return { phone, invited: data.results[0]?.employee_id ?? '' }
  }
  async function change(phone: string) {
    await call('sendPhoneChangeCode', { phone }, { sid })
    const captcha = await portal.codeSentTo(phone)
    return call('changePhone', { phone, captcha, password }, { sid })
  }
  const listed = async () =>
    (
      await system.rows(z.object({ id: z.string() }))`
        select id from employee where company_id = ${company.id} and role <> 'owner'`
    ).map(row => row.id)

  test('finds them on the own page and can agree', async () => {
    await remove()
    const { phone, invited } = await invitedPhone()
    expect((await change(phone)).code).toBe(200)
    expect((await mine()).invitations.map(({ company_id }) => company_id)).toEqual([company.id])
    expect((await join()).code).toBe(200)
    expect([await stateOf(invited), await listed()]).toEqual(['active', [invited]])
    expect((await call('wLogin', { is_agree: 1, username: phone, password })).code).toBe(200)
  })

  test('is listed once, and the days that were kept for the second invitation go back', async () => {
    await join()
    const { phone, invited } = await invitedPhone()
    await creditService(system, { companyId: company.id, days: 30, kind: 'purchase', note: '' })
    expect((await call('setCompanyUserService', { employee_ids: [invited], days: 20 }, { sid: manager })).code).toBe(
      200,
    )
    const balance = async () => (await call('getServiceBalance', {}, { sid: manager })).data.balance
    expect(await balance()).toBe(10)
    expect((await change(phone)).code).toBe(200)
    expect([await listed(), await balance()]).toEqual([[id], 30])
  })

  test('answers the new invitation where the former one was declined', async () => {
    await decline()
    const { phone, invited } = await invitedPhone()
    expect((await change(phone)).code).toBe(200)
    expect(await listed()).toEqual([invited])
    expect((await join()).code).toBe(200)
  })

  // Guard: the lock in `lockUnused`, after which the account has a password.
  test('leaves the phone to a person who registers with it at the same moment', async () => {
    const { phone } = await invitedPhone()
    await call('sendPhoneChangeCode', { phone }, { sid })
    const captcha = await portal.codeSentTo(phone)
    const registered = sql`update account set password_hash = 'of another' where phone = ${phone}`
    const refused = await overtakenBy(system, [registered], () =>
      call('changePhone', { phone, captcha, password }, { sid }),
    )
    expect(refused.code).toBe(-41013)
    expect((await mine()).invitations).toHaveLength(1)
  })
})
