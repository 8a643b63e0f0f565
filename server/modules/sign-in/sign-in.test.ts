import { randomUUID } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { DeviceProof } from '#contract/device-key.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import { countOf } from '#server/database/count-rows.ts'
import { newDeviceKey } from '#server/testing/device-key.ts'
import { dnsCounterpart } from '#server/testing/dns-counterpart.ts'
import type { TestAccount } from '#server/testing/make.ts'
import { oidcCounterpart } from '#server/testing/oidc-counterpart.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { newSid } from '../accounts/session.ts'

const texts = new Map<string, string[]>()
const portal = await testPortal({ WEBHOOK_PRIVATE: '1', DNS_SERVERS: await dnsCounterpart(texts) })
const { call, make, system, config } = portal
const callback = `${config.publicUrl}/enterprise`
const password = 'Blue-Sail-7'
let companies = 0

/** Creates a company with a proved domain whose provider knows nobody yet. */
async function office({ on = true } = {}) {
  companies += 1
  const domain = `company${companies}.example.com`
  const company = await make.company({ managers: 1, name: `登录测试${companies}有限公司` })
  const sid = await make.session(company.owner.account)
  const client = { clientId: 'portal', secret: `secret-${randomUUID()}` }
  const provider = await oidcCounterpart({ ...client, callback })
  const settings = { kind: 'oidc', issuer: provider.issuer, client_id: client.clientId } as const
  expect((await call('setCompanySignIn', { ...settings, client_secret: client.secret }, { sid })).code).toBe(200)
  const { data } = await call('addCompanyDomain', { domain: domain.toUpperCase() }, { sid })
  texts.set(`_hyl-verify.${domain}`, ['v=spf1 -all', data.token])
  const account = await make.account({ password })
  const employee = await make.employee(company.id, { account, name: '陈雨桐' })
  provider.people.set('test', { email: `admin@${domain}`, name: '管理员' })
  const switchTo = (state: 'on' | 'off', required = false) => call('switchCompanySignIn', { state, required }, { sid })
  const come = async (sub: string, begun: { url: string; secret: string }) => ({
    parameters: await provider.logIn(begun.url, sub),
    secret: begun.secret,
  })
  const begin = async () => (await call('beginCompanySignIn', { is_agree: 1, company_id: company.id }, {})).data
  const signIn = async (sub: string) => call('completeCompanySignIn', await come(sub, await begin()))
  const rehearse = async () =>
    call('completeCompanySignIn', await come('test', (await call('beginSignInTest', {}, { sid })).data))
  const logIn = (who: TestAccount, more: { ticket?: string; captcha?: string; device?: DeviceProof } = {}) =>
    call('wLogin', { is_agree: 1, username: who.phone, password, ...more })
  /** Signs the person in for the first time and confirms it. */
  async function link(sub: string, who: TestAccount) {
    const { ticket } = (await signIn(sub)).data
    expect((await logIn(who, { ticket: ticket ?? '' })).code).toBe(200)
  }
  if (on) {
    expect((await call('proveCompanyDomain', { domain }, { sid })).code).toBe(200)
    expect((await rehearse()).code).toBe(200)
    expect((await switchTo('on')).code).toBe(200)
  }
  return {
    company,
    domain,
    sid,
    provider,
    settings,
    employee,
    account,
    switchTo,
    come,
    begin,
    signIn,
    rehearse,
    logIn,
    link,
  }
}

test('sign-in is enabled after a verified domain and a test login, and linked on first login', async () => {
  const { company, domain, sid, provider, account, switchTo, rehearse, signIn, logIn } = await office({ on: false })
  const found = async () => (await call('findCompanySignIn', { domain })).data.list
  expect((await switchTo('on')).code).toBe(-59104)
  expect((await rehearse()).code).toBe(-59113)
  texts.set(`_hyl-verify.${domain}`, ['hyl-domain-verification=another'])
  expect(await call('proveCompanyDomain', { domain }, { sid })).toMatchObject({
    code: -59109,
    data: `_hyl-verify.${domain}`,
  })
  const token = (await call('getCompanySignIn', {}, { sid })).data.domains[0]?.token ?? ''
  texts.set(`_hyl-verify.${domain}`, [token])
  expect((await call('proveCompanyDomain', { domain }, { sid })).code).toBe(200)
  expect((await rehearse()).data).toMatchObject({
    purpose: 'test',
    opened: null,
    ticket: null,
    shown: `管理员 admin@${domain}`,
  })
  expect(await found()).toEqual([])
  expect((await switchTo('on')).code).toBe(200)
  expect(await found()).toEqual([{ company_id: company.id, name: company.name }])
  expect((await call('removeCompanyDomain', { domain }, { sid })).code).toBe(-59105)
  const unproved = `other-${domain}`
  const again = async () => (await call('addCompanyDomain', { domain: unproved }, { sid })).code
  expect([await again(), await again()]).toEqual([200, -59106])
  expect((await call('findCompanySignIn', { domain: unproved })).data.list).toEqual([])

  provider.people.set('u1', { email: `yutong@${domain}`, email_verified: true, name: '陈雨桐' })
  const first = await signIn('u1')
  expect(first.data).toMatchObject({ opened: null, company_name: company.name })
  expect((await logIn(account, { ticket: first.data.ticket ?? '' })).data.user_info.account_id).toBe(account.id)
  const second = await signIn('u1')
  expect(second.data.opened?.user_info.account_id).toBe(account.id)
  expect((await call('wGetUserInfo', {}, { sid: second.data.opened?.sid ?? '' })).code).toBe(200)
  const own = await call('getOwnSignIn', {}, { sid: second.data.opened?.sid ?? '' })
  expect(own.data.link).toMatchObject({ shown: `陈雨桐 yutong@${domain}`, company_name: company.name })
  // The provider has shown no password: acts that take one still do.
  const link = { ticket: first.data.ticket ?? '' }
  expect((await call('linkCompanySignIn', link, { sid: second.data.opened?.sid ?? '' })).code).toBe(-41022)
})

test('switching sign-in to its present state changes nothing and ends no login under way', async () => {
  const { company, sid, switchTo, begin, come, provider, domain, link, account } = await office()
  provider.people.set('u1', { email: `yutong@${domain}`, email_verified: true, name: '陈雨桐' })
  await link('u1', account)
  const written = async () =>
    (await call('getCompanyActivity', {}, { sid })).data.list.filter(({ action }) => action === 'sign_in.switched')
      .length
  const [before, begun] = [await written(), await begin()]
  expect((await switchTo('on')).code).toBe(200)
  expect(await written()).toBe(before)
  expect((await call('completeCompanySignIn', await come('u1', begun))).code).toBe(200)
  for (const _ of [1, 2]) expect((await switchTo('off')).code, company.name).toBe(200)
  expect(await written()).toBe(before + 1)
})

test('an unverified, foreign or missing email claim signs nobody in', async () => {
  const { domain, provider, account, signIn, logIn, company } = await office()
  provider.people.set('u1', { email: `yutong@${domain}` })
  provider.people.set('u2', { email: 'yutong@elsewhere.example.com' })
  provider.people.set('u3', { email: `yutong@${domain}`, email_verified: false })
  provider.people.set('u4', {})
  provider.people.set('u6', { email: `yutong@${domain}`, email_verified: 'false' })
  provider.people.set('u7', { email: `yutong@${domain}`, email_verified: 'true' })
  for (const sub of ['u2', 'u3', 'u4', 'u6']) expect((await signIn(sub)).code, sub).toBe(-59113)
  expect((await signIn('u7')).code).toBe(200)
  const stranger = await make.account({ password })
  const { ticket } = (await signIn('u1')).data
  expect((await logIn(stranger, { ticket: ticket ?? '' })).code).toBe(-59115)
  expect((await logIn(account, { ticket: `${company.id}.${'a'.repeat(43)}` })).code).toBe(-59114)
  expect((await logIn(account, { ticket: ticket ?? '' })).code).toBe(200)
  // Neither the ticket nor either side can be used twice.
  expect((await logIn(account, { ticket: ticket ?? '' })).code).toBe(-59114)
  provider.people.set('u5', { email: `other@${domain}` })
  expect((await logIn(account, { ticket: (await signIn('u5')).data.ticket ?? '' })).code).toBe(-59115)
})

test('a sign-in response is valid once, for the browser that began and the method it belongs to', async () => {
  const { domain, provider, begin, come } = await office()
  provider.people.set('u1', { email: `yutong@${domain}` })
  const [mine, other] = [await begin(), await begin()]
  const stolen = await come('u1', mine)
  expect((await call('completeCompanySignIn', { ...stolen, secret: other.secret })).code).toBe(-59111)
  const answered = await come('u1', other)
  const mixed = { ...answered.parameters, code: stolen.parameters.code ?? '' }
  // The code was issued for another challenge, so that its verifier does not fit.
  expect((await call('completeCompanySignIn', { ...answered, parameters: mixed })).code).toBe(-59112)
  expect((await call('completeCompanySignIn', answered)).code).toBe(-59111)
  const refused = await come('', await begin())
  expect(await call('completeCompanySignIn', refused)).toMatchObject({ code: -59112, data: '登录被取消' })
  const forged = await come('u1', await begin())
  const wrong = { ...forged.parameters, iss: 'https://elsewhere.example.com' }
  expect((await call('completeCompanySignIn', { ...forged, parameters: wrong })).code).toBe(-59103)
})

test('a login at the provider, and the confirmation of who came, take ten minutes at most', async () => {
  const { company, domain, provider, account, begin, come, signIn, logIn } = await office()
  provider.people.set('u1', { email: `yutong@${domain}` })
  const ahead = async (table: 'sign_in_attempt' | 'sign_in_ticket') => {
    const row = await system.row(z.object({ seconds: z.number() }))`
      select extract(epoch from expires_at - now())::float8 as seconds from ${raw(table)} where company_id = ${company.id}`
    await system.change`update ${raw(table)} set expires_at = now() where company_id = ${company.id}`
    return row?.seconds ?? 0
  }
  const { ticket } = (await signIn('u1')).data
  expect(Math.abs((await ahead('sign_in_ticket')) - 600)).toBeLessThan(60)
  expect((await logIn(account, { ticket: ticket ?? '' })).code).toBe(-59114)
  const late = await come('u1', await begin())
  expect(Math.abs((await ahead('sign_in_attempt')) - 600)).toBeLessThan(60)
  expect((await call('completeCompanySignIn', late)).code).toBe(-59111)
})

test('an identity whose signature is not by a key of the provider signs nobody in', async () => {
  const { domain, sid, provider, rehearse } = await office({ on: false })
  provider.publishOtherKeys()
  expect((await call('proveCompanyDomain', { domain }, { sid })).code).toBe(200)
  expect((await rehearse()).code).toBe(-59103)
})

test('a sign-in session ends with employment, link or switch; the person’s own session continues', async () => {
  const { domain, provider, account, employee, sid, signIn, logIn, link, switchTo } = await office()
  provider.people.set('u1', { email: `yutong@${domain}` })
  await link('u1', account)
  const open = async () => (await signIn('u1')).data.opened?.sid ?? ''
  const codeOf = async (of: string) => (await call('wGetUserInfo', {}, { sid: of })).code
  const own = (await logIn(account)).data.sid
  const renewed = (await call('refreshSession', {}, { sid: await open() })).data.sid
  expect(await codeOf(renewed)).toBe(200)
  await switchTo('off')
  expect([await codeOf(renewed), await codeOf(own)]).toEqual([-41016, 200])
  await switchTo('on')
  const unlinked = await open()
  expect((await call('removeSignInLink', { employee_id: employee.id }, { sid })).code).toBe(200)
  expect([await codeOf(unlinked), await codeOf(own)]).toEqual([-41016, 200])
  await link('u1', account)
  const before = await open()
  expect((await call('delCompanyUser', { employee_ids: [employee.id] }, { sid })).code).toBe(200)
  expect([await codeOf(before), await codeOf(own)]).toEqual([-41016, 200])
  expect((await signIn('u1')).data).toMatchObject({ opened: null })
})

// Guard: the locks in `endFamilies`.
test.each<[string, (of: Awaited<ReturnType<typeof office>>) => Promise<{ code: number }>]>([
  ['a removed link', ({ sid, employee }) => call('removeSignInLink', { employee_id: employee.id }, { sid })],
  ['a switch', ({ switchTo }) => switchTo('off')],
])('%s also ends a sid that is handed out meanwhile', async (_, end) => {
  const about = await office()
  about.provider.people.set('u1', { email: `yutong@${about.domain}` })
  await about.link('u1', about.account)
  const [opened, handedOut] = [(await about.signIn('u1')).data.opened?.sid ?? '', newSid()]
  const refreshing = [
    sql`select from session where sid_hash = ${hashSecret(opened)} for no key update`,
    sql`insert into session (sid_hash, account_id, family_id, takes_over, opened_by, client_name, client_version, ip, user_agent,
        expires_at)
      select ${hashSecret(handedOut)}, account_id, family_id, id, opened_by, client_name, client_version, ip, user_agent, expires_at
      from session where sid_hash = ${hashSecret(opened)}`,
  ]
  expect((await overtakenBy(system, refreshing, () => end(about))).code).toBe(200)
  for (const sid of [opened, handedOut]) expect((await call('wGetUserInfo', {}, { sid })).code).toBe(-41016)
})

test('switching sign-in on again keeps its enforcement', async () => {
  const { sid, switchTo } = await office()
  expect((await switchTo('on', true)).code).toBe(200)
  expect((await call('switchCompanySignIn', { state: 'on' }, { sid })).code).toBe(200)
  expect((await call('getCompanySignIn', {}, { sid })).data.settings).toMatchObject({ state: 'on', required: true })
})

test('a link or provider removed while a login is under way opens nothing', async () => {
  const { company, domain, provider, account, begin, come, link } = await office()
  provider.people.set('u1', { email: `yutong@${domain}` })
  await link('u1', account)
  const answer = await come('u1', await begin())
  // Guard: `useLink` locks the link; if it were only read, the session would open after the removal.
  const removed = [sql`delete from sign_in_link where account_id = ${account.id}`]
  const { data } = await overtakenBy(system, removed, () => call('completeCompanySignIn', answer))
  expect(data).toMatchObject({ opened: null })
  // Guard: `insertTicket` compares the secret; a provider replaced meanwhile vouches for nobody.
  const late = await come('u1', await begin())
  const replaced = [sql`update company_sign_in set secret_sealed = 'other' where company_id = ${company.id}`]
  expect((await overtakenBy(system, replaced, () => call('completeCompanySignIn', late))).code).toBe(-59102)
})

test('a company that enforces sign-in refuses passwords, and managers’ exceptions notify all of them', async () => {
  const { company, domain, provider, account, signIn, logIn, link, switchTo } = await office()
  provider.people.set('u1', { email: `yutong@${domain}` })
  const manager = await make.account({ password })
  const colleague = await make.employee(company.id, { account: manager, name: '周经理' })
  await system.change`update employee set role = 'manager' where id = ${colleague.id}`
  expect((await switchTo('on', true)).code).toBe(200)
  expect((await logIn(account)).code).toBe(-59116)
  // A person who has just come from the provider nevertheless confirms it with the password.
  await link('u1', account)
  expect((await signIn('u1')).data.opened?.user_info.account_id).toBe(account.id)
  expect((await logIn(manager)).code).toBe(-59117)
  expect((await logIn(manager, { captcha: '000000' })).code).toBe(-41005)
  await call('sendVerificationCode', { send_type: 1, account: manager.phone, email_type: 'login' })
  expect((await logIn(manager, { captcha: await portal.codeSentTo(manager.phone) })).code).toBe(200)
  const notified = await system.rows(z.object({ account_id: z.string() }))`
    select account_id from notice where kind = 'sign_in_bypassed'`
  expect(notified.map(({ account_id }) => account_id).sort()).toEqual(
    [company.owner.account.id, company.managers[0]?.account.id, manager.id].sort(),
  )
  // A person outside of the company is not bound by it.
  const stranger = await make.account({ password })
  expect((await logIn(stranger)).code).toBe(200)
})

// Guard: a login has effects only once it has a session. Otherwise an insider who knows a manager's password could link their own
// identity to the manager's account while the login is held.
test('a login that is held for approval links nobody, uses nothing up and reports no exception', async () => {
  const { company, domain, provider, account, sid, signIn, logIn, switchTo } = await office()
  provider.people.set('u1', { email: `yutong@${domain}` })
  const manager = await make.account({ password })
  await make.employee(company.id, { account: manager, name: '周经理', role: 'manager' })
  expect((await switchTo('on', true)).code).toBe(200)
  expect((await call('setTerminalApproval', { on: true }, { sid })).code).toBe(200)
  const waiting = async () => (await call('getTerminalApproval', {}, { sid })).data.logins
  const bypassed = () =>
    countOf(
      system,
      sql`select count(*) from notice where kind = 'sign_in_bypassed' and account_id = ${company.owner.account.id}`,
    )
  // A login that the company's sign-in refuses is not held.
  expect([(await logIn(manager)).code, await waiting()]).toEqual([-59117, []])

  const { ticket } = (await signIn('u1')).data
  expect((await logIn(manager, { ticket: ticket ?? '' })).code).toBe(-41040)
  expect((await call('getCompanySignIn', {}, { sid })).data.links.total).toBe(0)
  expect((await logIn(account, { ticket: ticket ?? '' })).code).toBe(200)
  expect((await signIn('u1')).data.opened?.user_info.account_id).toBe(account.id)

  await call('sendVerificationCode', { send_type: 1, account: manager.phone, email_type: 'login' })
  const captcha = await portal.codeSentTo(manager.phone)
  const { challenge } = (await call('getDeviceChallenge', {})).data
  const device = newDeviceKey().prove(manager.phone, challenge)
  expect((await logIn(manager, { captcha, device })).code).toBe(-41040)
  expect(await bypassed()).toBe(0)
  for (const { login_id } of await waiting())
    expect((await call('approveHeldLogin', { login_id }, { sid })).code).toBe(200)
  expect((await logIn(manager, { captcha, device })).code).toBe(200)
  expect(await bypassed()).toBe(1)
  expect((await logIn(manager, { captcha, device })).code).toBe(-41005)
})

test('a password login made while a person is disabled ends once the company’s sign-in applies again', async () => {
  const { account, employee, sid, logIn, switchTo } = await office()
  expect((await switchTo('on', true)).code).toBe(200)
  const set = (state: 'active' | 'disabled') => call('setCompanyUser', { employee_id: employee.id, state }, { sid })
  expect((await set('disabled')).code).toBe(200)
  const meanwhile = (await logIn(account)).data.sid
  expect((await call('wGetUserInfo', {}, { sid: meanwhile })).code).toBe(200)
  expect((await set('active')).code).toBe(200)
  expect((await call('wGetUserInfo', {}, { sid: meanwhile })).code).toBe(-41016)
  expect((await logIn(account)).code).toBe(-59116)
})

test('changed settings require the secret again and invalidate links and test logins', async () => {
  const { domain, sid, provider, account, settings, link, begin, come, switchTo } = await office()
  provider.people.set('u1', { email: `yutong@${domain}` })
  await link('u1', account)
  const answer = await come('u1', await begin())
  const elsewhere = { ...settings, issuer: 'http://127.0.0.1:9' }
  expect((await call('setCompanySignIn', elsewhere, { sid })).code).toBe(-59101)
  expect((await call('setCompanySignIn', settings, { sid })).code).toBe(200)
  expect((await call('completeCompanySignIn', answer)).code).toBe(-59111)
  expect((await switchTo('on')).code).toBe(-59104)
  expect((await call('getCompanySignIn', {}, { sid })).data.links.total).toBe(1)
  expect((await call('setCompanySignIn', { ...elsewhere, client_secret: 'x' }, { sid })).code).toBe(200)
  expect((await call('getCompanySignIn', {}, { sid })).data.links.total).toBe(0)
  expect(await call('beginSignInTest', {}, { sid })).toMatchObject({ code: -59103, data: '对方拒绝连接' })
})
