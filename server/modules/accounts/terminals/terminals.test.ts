import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract, type InputOf } from '#contract/index.ts'
import { countOf } from '#server/database/count-rows.ts'
import { newDeviceKey } from '#server/testing/device-key.ts'
import type { TestAccount } from '#server/testing/make.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, call, operate, post, system, codeSentTo } = await testPortal()
const password = 'Blue-Sail-7'
const renewed = 'Green-Sea-8'

/** Makes a call as a browser that keeps its cookies, and returns the device cookie that it has afterwards. */
async function browse<Name extends 'wLogin' | 'forgotPassword'>(name: Name, input: InputOf<Name>, cookie = '') {
  const { body, headers } = await post(contract[name].path, input, {
    headers: { ...(cookie && { cookie: `device=${cookie}` }) },
  })
  const answer = JSON.parse(body) as { code: number; data: { sid: string } }
  return { ...answer, cookie: /device=([^;]*)/.exec(String(headers['set-cookie'] ?? ''))?.[1] ?? cookie }
}

const logIn = ({ phone }: TestAccount, { cookie = '', secret = password } = {}) =>
  browse('wLogin', { is_agree: 1, username: phone, password: secret }, cookie)

/** Creates a company with the rule, its owner in the console and a manager who is about to log in. */
async function companyWithRule({ on = true } = {}) {
  const [manager, owner] = [await make.account({ password }), await make.account({ password })]
  const company = await make.company({ owner })
  const employee = await make.employee(company.id, { account: manager, role: 'manager', name: '李经理' })
  const sid = await make.session(owner)
  if (on) expect((await call('setTerminalApproval', { on: true }, { sid })).code).toBe(200)
  return { company, owner, manager, employee, sid }
}

const loginsSeenBy = async (sid: string) => (await call('getTerminalApproval', {}, { sid })).data.logins
async function onlyLogin(sid: string): Promise<string> {
  const [login] = await loginsSeenBy(sid)
  if (!login) throw new Error('no login waits')
  return login.login_id
}
const sessionsOf = ({ id }: TestAccount) => countOf(system, sql`select count(*) from session where account_id = ${id}`)

// Guard: `isHeld` in the statement that inserts the session.
test("a manager's login from a new browser gets no session until another manager approves it", async () => {
  const { manager, sid, company } = await companyWithRule()
  const first = await logIn(manager)
  expect(first).toMatchObject({ code: -41040, data: null })
  expect(await sessionsOf(manager)).toBe(0)
  const logins = await loginsSeenBy(sid)
  expect(logins).toMatchObject([{ name: '李经理', phone: manager.phone, own: false, approved: false }])
  // A repeated login, which people will try, is the same request and notifies nobody again.
  expect((await logIn(manager, first)).code).toBe(-41040)
  expect(await loginsSeenBy(sid)).toHaveLength(1)
  const bell = await system.rows(z.object({ title: z.string() }))`
    select title from notice where kind = 'login_held' and account_id = ${company.owner.account.id}`
  expect(bell).toEqual([{ title: '有管理员的登录等待批准' }])

  expect((await call('approveHeldLogin', { login_id: await onlyLogin(sid) }, { sid })).code).toBe(200)
  expect(await sessionsOf(manager)).toBe(0)
  const entered = await logIn(manager, first)
  expect(entered.code).toBe(200)
  expect((await call('checkManager', {}, { sid: entered.data.sid })).data.is_company_manager).toBe(1)
  // The approval was for this browser, which is known from now on, and for one login.
  expect((await logIn(manager, entered)).code).toBe(200)
  expect((await logIn(manager, first)).code).toBe(-41040)
  const activity = await call('getCompanyActivity', {}, { sid })
  const kinds = activity.data.list.map(({ action, actor_name }) => [action, actor_name])
  expect(kinds).toContainEqual(['login.held', '李经理'])
  expect(kinds.map(([action]) => action)).toContain('login.approved')
})

test('browsers known before the rule keep working, and only managers are subject to it', async () => {
  const { manager, owner, company, sid } = await companyWithRule({ on: false })
  const before = await logIn(manager)
  expect(before.code).toBe(200)
  expect((await call('setTerminalApproval', { on: true }, { sid })).code).toBe(200)
  expect((await logIn(manager, before)).code).toBe(200)
  const employee = await make.account({ password })
  await make.employee(company.id, { account: employee })
  expect((await logIn(employee)).code).toBe(200)
  expect((await logIn(owner)).code).toBe(-41040)
  expect((await call('setTerminalApproval', { on: false }, { sid })).code).toBe(200)
  expect((await logIn(owner)).code).toBe(200)
})

test('resetting the password by phone does not make the browser known under the rule', async () => {
  const { manager } = await companyWithRule()
  await call('sendVerificationCode', { send_type: 1, account: manager.phone, email_type: 'forgotpwd' })
  const captcha = await codeSentTo(manager.phone)
  const reset = await browse('forgotPassword', {
    username: manager.phone,
    password: renewed,
    password2: renewed,
    captcha,
  })
  expect(reset.code).toBe(200)
  expect((await logIn(manager, { ...reset, secret: renewed })).code).toBe(-41040)
})

test('only the owner can switch the rule, only with another manager and a fresh proof', async () => {
  const { manager, company, sid, employee } = await companyWithRule({ on: false })
  const managers = await make.session(manager)
  expect((await call('setTerminalApproval', { on: true }, { sid: managers })).code).toBe(-41044)
  const maySwitch = async (by: string) => (await call('getTerminalApproval', {}, { sid: by })).data.settable
  expect([await maySwitch(managers), await maySwitch(sid)]).toEqual([false, true])
  await system.change`update employee set state = 'disabled' where company_id = ${company.id} and id = ${employee.id}`
  expect((await call('setTerminalApproval', { on: true }, { sid })).code).toBe(-41043)
  await system.change`update session set created_at = now() - interval '1 hour', proved_at = now() - interval '1 hour'
    where account_id = ${company.owner.account.id}`
  expect((await call('setTerminalApproval', { on: false }, { sid })).code).toBe(-41022)
})

test('the rule is not applied while the company has a single manager', async () => {
  const { owner, company, employee, sid } = await companyWithRule()
  expect((await logIn(owner)).code).toBe(-41040)
  await system.change`update employee set role = 'employee' where company_id = ${company.id} and id = ${employee.id}`
  expect((await call('getTerminalApproval', {}, { sid })).data).toMatchObject({ on: true, resting: true })
  expect((await logIn(owner)).code).toBe(200)
})

/** Ways to suspend the rule's subject, and to resume it. */
const suspensions = [
  [
    'a manager is disabled',
    ({ employee, sid }: Suspended, over: boolean) =>
      call('setCompanyUser', { employee_id: employee.id, state: over ? 'active' : 'disabled' }, { sid }),
  ],
  [
    'the company is frozen',
    async ({ company: { id: company_id } }: Suspended, over: boolean) => {
      const { token } = await make.operator('support')
      const of = { company_id, reason: '核实主体' }
      return operate(over ? 'unfreezeCompany' : 'freezeCompany', of, { token })
    },
  ],
] as const
type Suspended = Awaited<ReturnType<typeof companyWithRule>>

// Guard: `unjudged`, in the session's condition, in the device's token and in the client's former keys.
test.each(suspensions)('a login made while %s ends with that, and its terminal stays a new one', async (_, suspend) => {
  const office = await companyWithRule()
  const { manager } = office
  expect((await suspend(office, false)).code).toBe(200)
  const browser = await logIn(manager)
  const key = newDeviceKey()
  const { challenge } = (await call('getDeviceChallenge', {})).data
  const input = { is_agree: 1 as const, username: manager.phone, password }
  const client = await browse('wLogin', { ...input, device: key.prove(manager.phone, challenge) })
  const refreshed = (await call('refreshSession', {}, { sid: client.data.sid })).data.sid
  const works = async (sid: string) => (await call('checkManager', {}, { sid })).code
  expect([await works(browser.data.sid), await works(client.data.sid)]).toEqual([200, 200])
  expect((await suspend(office, true)).code).toBe(200)
  for (const sid of [browser.data.sid, client.data.sid, refreshed]) expect(await works(sid)).toBe(-41016)
  expect((await logIn(manager, browser)).code).toBe(-41040)
  const again = (await call('getDeviceChallenge', {})).data.challenge
  expect((await browse('wLogin', { ...input, device: key.prove(manager.phone, again) })).code).toBe(-41040)
})

// Guard: the session's own `unjudged`. Ending the person's sessions together with the suspension would miss this one.
test('a login concurrent with the end of its person’s suspension does not get past the rule', async () => {
  const { manager, company, employee } = await companyWithRule()
  await system.change`update employee set state = 'disabled' where company_id = ${company.id} and id = ${employee.id}`
  const enabling = [
    sql`update employee set state = 'active' where company_id = ${company.id} and id = ${employee.id}`,
    // The login waits where it records its time, after it has written its session.
    sql`update account set display_name = display_name where id = ${manager.id}`,
  ]
  const login = await overtakenBy(system, enabling, () => logIn(manager))
  expect((await call('checkManager', {}, { sid: login.data.sid })).code).toBe(-41016)
  expect((await logIn(manager, login)).code).toBe(-41040)
})

test('support can lift the rule of a company whose managers have no known browser, with an audited reason', async () => {
  const { owner, company, sid } = await companyWithRule()
  const { token } = await make.operator('support', { password })
  const of = { company_id: company.id, reason: '两名管理员都更换了电脑，已电话核实' }
  expect((await operate('endTerminalApproval', of, { token })).code).toBe(200)
  expect((await operate('endTerminalApproval', of, { token })).code).toBe(-53301)
  expect((await logIn(owner)).code).toBe(200)
  expect((await call('getTerminalApproval', {}, { sid })).data.on).toBe(false)
  const audit = await system.rows(z.object({ reason: z.string() }))`
    select after ->> 'reason' as reason from audit_entry
    where action = 'company.terminal_approval_ended' and target = ${`company:${company.id}`}`
  expect(audit).toEqual([{ reason: of.reason }])
})

test('managers approve neither their own logins nor another company’s; rejecting revokes an approval', async () => {
  const [firstCompany, secondCompany] = [await companyWithRule(), await companyWithRule()]
  const browser = await logIn(firstCompany.manager)
  const login_id = await onlyLogin(firstCompany.sid)
  const own = await make.session(firstCompany.manager)
  expect((await call('approveHeldLogin', { login_id }, { sid: own })).code).toBe(-41045)
  expect((await call('approveHeldLogin', { login_id }, { sid: secondCompany.sid })).code).toBe(-41042)
  expect((await call('rejectHeldLogin', { login_id }, { sid: secondCompany.sid })).code).toBe(-41042)
  expect((await call('approveHeldLogin', { login_id }, { sid: firstCompany.sid })).code).toBe(200)
  expect((await call('approveHeldLogin', { login_id }, { sid: firstCompany.sid })).code).toBe(-41042)
  expect((await call('rejectHeldLogin', { login_id }, { sid: own })).code).toBe(200)
  expect((await logIn(firstCompany.manager, browser)).code).toBe(-41041)
  expect(await loginsSeenBy(firstCompany.sid)).toMatchObject([{ login_id, approved: false, rejected: true }])
})

test('a rejection by mistake can be overruled by a manager who has seen it', async () => {
  const { manager, sid } = await companyWithRule()
  const browser = await logIn(manager)
  const login_id = await onlyLogin(sid)
  const approve = (of: string, overrule?: boolean) =>
    call('approveHeldLogin', { login_id, ...(overrule && { overrule }) }, { sid: of })
  expect((await approve(sid, true)).code).toBe(-41042)
  expect((await call('rejectHeldLogin', { login_id }, { sid })).code).toBe(200)
  expect((await logIn(manager, browser)).code).toBe(-41041)
  // A manager whose page still shows the login as waiting does not undo what a colleague has decided meanwhile.
  expect((await approve(sid)).code).toBe(-41042)
  expect((await approve(await make.session(manager), true)).code).toBe(-41045)
  expect((await approve(sid, true)).code).toBe(200)
  expect((await logIn(manager, browser)).code).toBe(200)
})

test('login requests notify the other managers only a limited number of times', async () => {
  const { manager, sid } = await companyWithRule()
  const first = await logIn(manager)
  for (let tried = 1; tried < 5; tried++) expect((await logIn(manager)).code).toBe(-41040)
  // A request that notified nobody reports so; one that waits goes on waiting.
  const sixth = await logIn(manager)
  expect([sixth.code, (await logIn(manager, first)).code]).toEqual([-41046, -41040])
  const logins = await loginsSeenBy(sid)
  expect(logins).toHaveLength(5)
  const bell = async () =>
    (await call('getNoticeList', {}, { sid })).data.list.flatMap(({ title, read }) =>
      title === '有管理员的登录等待批准' ? [read] : [],
    )
  // Rejected requests do not count against the limit.
  expect((await call('rejectHeldLogin', { login_id: logins[0]?.login_id ?? '' }, { sid })).code).toBe(200)
  // The others still wait, and the bell shows them until the last one is decided.
  expect(await bell()).toContain(false)
  expect((await logIn(manager, sixth)).code).toBe(-41040)
  for (const { login_id, rejected } of await loginsSeenBy(sid))
    if (!rejected) expect((await call('rejectHeldLogin', { login_id }, { sid })).code).toBe(200)
  expect(await bell()).not.toContain(false)
})

// Guard: the generation in `useApproval`.
test('an approval ends when the password changes', async () => {
  const { manager, sid } = await companyWithRule()
  const browser = await logIn(manager)
  expect((await call('approveHeldLogin', { login_id: await onlyLogin(sid) }, { sid })).code).toBe(200)
  const own = await make.session(manager)
  const change = { old_password: password, password: renewed, password2: renewed }
  expect((await call('changePassword', change, { sid: own })).code).toBe(200)
  expect((await logIn(manager, { ...browser, secret: renewed })).code).toBe(-41040)
  // The login waits again, and can be approved for the new password.
  expect((await call('approveHeldLogin', { login_id: await onlyLogin(sid) }, { sid })).code).toBe(200)
  expect((await logIn(manager, { ...browser, secret: renewed })).code).toBe(200)
})

test('a request older than a day, or of somebody who is no longer a manager, cannot be approved', async () => {
  const { manager, sid, company, employee } = await companyWithRule()
  await logIn(manager)
  const login_id = await onlyLogin(sid)
  await system.change`update held_login set expires_at = now() where id = ${login_id}`
  expect((await call('approveHeldLogin', { login_id }, { sid })).code).toBe(-41042)
  await logIn(manager)
  const another = await onlyLogin(sid)
  await system.change`update employee set role = 'employee' where company_id = ${company.id} and id = ${employee.id}`
  expect((await call('approveHeldLogin', { login_id: another }, { sid })).code).toBe(-41042)
})

test('erasing an account removes its waiting login and its name from the others’ notices', async () => {
  const { manager, company } = await companyWithRule()
  await logIn(manager)
  const own = await make.session(manager)
  expect((await call('deleteAccount', { password }, { sid: own })).code).toBe(200)
  const left = await system.row(z.object({ logins: z.int(), notices: z.int(), entries: z.int() }))`
    select (select count(*)::integer from held_login where account_id = ${manager.id}) as logins,
      (select count(*)::integer from notice where account_id = ${company.owner.account.id} and text like '%李经理%') as notices,
      (select count(*)::integer from activity where company_id = ${company.id} and activity::text like '%李经理%') as entries`
  expect(left).toEqual({ logins: 0, notices: 0, entries: 0 })
})

// Guard: the state in `useApproval`, which is checked once the rejection has ended.
test('a login concurrent with the withdrawal of its approval gets no session', async () => {
  const { manager, sid } = await companyWithRule()
  const browser = await logIn(manager)
  const login_id = await onlyLogin(sid)
  expect((await call('approveHeldLogin', { login_id }, { sid })).code).toBe(200)
  const login = await overtakenBy(system, [sql`update held_login set state = 'rejected' where id = ${login_id}`], () =>
    logIn(manager, browser),
  )
  expect(login.code).toBe(-41041)
  expect(await sessionsOf(manager)).toBe(0)
})

// Guard: the generation in openSession, after the approval was used up in the same transaction.
test('a login concurrent with a password change gets no session and leaves its approval unused', async () => {
  const { manager, sid } = await companyWithRule()
  const browser = await logIn(manager)
  const login_id = await onlyLogin(sid)
  expect((await call('approveHeldLogin', { login_id }, { sid })).code).toBe(200)
  const login = await overtakenBy(
    system,
    [
      sql`update account set password_hash = 'another' where id = ${manager.id}`,
      sql`update held_login set decided_by = decided_by where id = ${login_id}`,
    ],
    () => logIn(manager, browser),
  )
  expect(login.code).toBe(-41016)
  expect(await sessionsOf(manager)).toBe(0)
})

// Guard: the state in `useApproval`; without it both find the approval.
test('of two concurrent logins only one uses the approval', async () => {
  const { manager, sid } = await companyWithRule()
  const browser = await logIn(manager)
  expect((await call('approveHeldLogin', { login_id: await onlyLogin(sid) }, { sid })).code).toBe(200)
  const both = await Promise.all([logIn(manager, browser), logIn(manager, browser)])
  expect(both.map(({ code }) => code).sort()).toEqual([-41040, 200])
  expect(await sessionsOf(manager)).toBe(1)
})
