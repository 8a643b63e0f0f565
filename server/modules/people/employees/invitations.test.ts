import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import { countOf } from '#server/database/count-rows.ts'
import { newPhone } from '#server/testing/identities.ts'
import { untilWindowHolds } from '#server/testing/limit-window.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal({ SMS_PROOF_AFTER: '1000' })
const { call, make, system, codeSentTo } = portal
let company: TestCompany
let sid: string
beforeEach(async () => {
  company = await make.company({ name: '甲公司有限公司', managers: 1, employees: 1 })
  sid = await make.session(company.owner.account)
})

const add = (employees: Parameters<typeof call<'addCompanyUser'>>[1]['employees'], invite = true) =>
  call('addCompanyUser', { employees, invite }, { sid })
const one = async (phone: string, more: { job_number?: string; dept_id?: string } = {}) =>
  (await add([{ phone, name: '王芳', ...more }])).data.results[0]
const resend = (...employee_ids: string[]) => call('inviteCompanyUser', { employee_ids }, { sid })
const texts = async (phone: string) =>
  (await portal.app.inject({ url: `/demo/outbox?phone=${phone}` })).json<{ text: string }[]>().map(({ text }) => text)
const message = async (phone: string, count = 1) => {
  await expect.poll(async () => (await texts(phone)).length).toBe(count)
  return (await texts(phone))[0] ?? ''
}
const tokenFor = async (phone: string, count = 1) => {
  const text = await message(phone, count)
  const token = /\/invitation\/([\w-]+)/.exec(text)?.[1]
  if (!token) throw new Error(`no link in ${text}`)
  return token
}
const accept = (invitation: string, password = 'Blue-Sail-7', ip = '10.3.0.1') =>
  call('acceptInvitation', { is_agree: 1, is_join: 1, invitation, password }, { ip })
const stateOf = async (phone: string) =>
  (await system.row(z.object({ state: z.string() }))`select state from employee where phone = ${phone}`)?.state
const logIn = (username: string, password = 'Blue-Sail-7') => call('wLogin', { is_agree: 1, username, password })

describe('adding people', () => {
  test('invites an unknown phone, which joins by setting a password through the link', async () => {
    const phone = newPhone()
    const result = await one(phone)
    expect(result).toMatchObject({ phone, problem: null })
    expect(await stateOf(phone)).toBe('invited')
    // The answer reveals neither a password nor the lack of one.
    expect((await logIn(phone)).code).toBe(-41001)
    const token = await tokenFor(phone)
    expect(await texts(phone)).toEqual([expect.stringContaining('甲公司有限公司邀请您')])
    const { data: shown } = await call('getInvitation', { invitation: token })
    expect(shown).toMatchObject({
      company_name: '甲公司有限公司',
      name: '王芳',
      phone: `${phone.slice(0, 3)}****${phone.slice(-4)}`,
    })
    const hours = (Date.parse(shown.expires_at) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(71)
    expect(hours).toBeLessThan(72.1)
    const { code, data } = await accept(token)
    expect([code, data.user_info.company_name, data.user_status]).toEqual([200, '甲公司有限公司', 1])
    expect((await call('wGetUserInfo', {}, { sid: data.sid })).code).toBe(200)
    expect(await stateOf(phone)).toBe('active')
    expect((await logIn(phone)).code).toBe(200)
    expect((await accept(token, 'Other-Pass-9')).code).toBe(-47020)
    expect((await call('getInvitation', { invitation: token })).code).toBe(-47020)
  })

  test('notifies an existing account and leaves it unchanged until its holder agrees', async () => {
    const account = await make.account({ password: 'Blue-Sail-7' })
    const as = await make.session(account)
    const before = await call('wGetUserInfo', {}, { sid: as })
    expect(before.data).toMatchObject({ user_status: -1, user_info: { company_name: null } })
    const existing = await one(account.phone)
    expect(await stateOf(account.phone)).toBe('invited')
    expect(await message(account.phone)).toContain('甲公司有限公司邀请您加入企业网络服务，请登录后')
    expect((await call('wGetUserInfo', {}, { sid: as })).data).toEqual(before.data)
    expect((await call('getMyService', {}, { sid: as })).data.company).toBeNull()
    // The company can't tell who has an account.
    const unknown = await one(newPhone())
    const shown = async (id = '') => {
      const { data } = await call('getCompanyUserDetail', { employee_id: id }, { sid })
      return [data.employee.state, data.log.map(({ action, detail }) => [action, detail])]
    }
    expect(existing).toEqual({
      phone: account.phone,
      employee_id: expect.any(String),
      problem: null,
      problem_field: null,
    })
    expect(await shown(existing?.employee_id ?? '')).toEqual(await shown(unknown?.employee_id ?? ''))
  })

  test('answers each row separately, so that an invalid one affects no other', async () => {
    const elsewhere = (await make.company({ employees: 1 })).employees[0]?.account.phone ?? ''
    const memberPhone = company.employees[0]?.account.phone ?? ''
    const frozen = await make.account({ state: 'disabled', password: 'Blue-Sail-7' })
    await system.change`update employee set job_number = 'A1' where id = ${company.owner.id}`
    const [fresh, second, third, fourth, fifth] = Array.from({ length: 5 }, newPhone)
    if (!fresh || !second || !third || !fourth || !fifth) throw new Error('five phones')
    const { data } = await add([
      { phone: fresh, name: '甲', job_number: 'B1' },
      { phone: elsewhere, name: '乙' },
      { phone: memberPhone, name: '丙' },
      { phone: fresh, name: '丁' },
      { phone: second, name: '戊', job_number: 'A1' },
      { phone: third, name: '己', job_number: 'B1' },
      { phone: fourth, name: '庚', dept_id: company.owner.id },
      { phone: frozen.phone, name: '辛' },
      { phone: fifth, name: '壬' },
    ])
    // Neither employees of other companies nor disabled accounts can be told from others.
    expect(data.added).toBe(4)
    expect(data.results.map(({ problem }) => problem)).toEqual([
      null,
      null,
      '该手机号已是本企业的员工',
      '手机号与前面的行重复',
      '工号已被其他员工使用',
      '工号与前面的行重复',
      '部门不存在',
      null,
      null,
    ])
    // A refused row leaves no account behind.
    expect(
      await system.rows(
        z.object({ phone: z.string() }),
      )`select phone from account where phone = any(${[second, third, fourth]})`,
    ).toEqual([])
  })

  test('sends no message without an invitation', async () => {
    const [phone, existing] = [newPhone(), await make.account({ password: 'Blue-Sail-7' })]
    await add(
      [
        { phone, name: '甲' },
        { phone: existing.phone, name: '乙' },
      ],
      false,
    )
    expect(await stateOf(phone)).toBe('invited')
    const queued = await system.row(z.object({ count: z.int() }))`
    select count(*) as count from sms_message where phone_masked = any(${[phone, existing.phone].map(each => `${each.slice(0, 3)}****${each.slice(-4)}`)})`
    expect(queued?.count).toBe(0)
  })

  // Guard: `on conflict do nothing`, and the order in which accounts are inserted.
  test('lets two companies that add one phone concurrently both wait for the person', async () => {
    const other = await make.company()
    const as = await make.session(other.owner.account)
    for (let round = 0; round < 5; round++) {
      const phones = Array.from({ length: 4 }, newPhone)
      const rows = phones.map(phone => ({ phone, name: '某人' }))
      const answers = await Promise.all([
        call('addCompanyUser', { employees: rows, invite: false }, { sid }),
        call('addCompanyUser', { employees: rows.toReversed(), invite: false }, { sid: as }),
      ])
      expect(answers.map(({ code }) => code)).toEqual([200, 200])
      expect(answers.map(({ data }) => data.added)).toEqual([4, 4])
    }
  })
})

describe('an invitation link', () => {
  test('can be resent three times a day, each replacing the last; people who joined are skipped', async () => {
    const phone = newPhone()
    const id = (await one(phone))?.employee_id ?? ''
    const first = await tokenFor(phone)
    const joined = company.employees[0]?.id ?? ''
    expect((await resend(id, joined)).data).toEqual({ invited: 1, skipped: 1 })
    const second = await tokenFor(phone, 2)
    expect((await accept(first)).code).toBe(-47020)
    await resend(id)
    await resend(id)
    expect((await resend(id)).code).toBe(-47021)
    await system.change`
      update limit_counter set window_start = window_start - interval '1 day' where key like ${`%${phone}`}`
    expect((await resend(id)).data.invited).toBe(1)
    expect((await accept(second)).code).toBe(-47020)
    expect((await accept(await tokenFor(phone, 5))).code).toBe(200)
  })

  test('lets a person without an account decline, which voids it until a new invitation', async () => {
    const phone = newPhone()
    const id = (await one(phone))?.employee_id ?? ''
    const token = await tokenFor(phone)
    const refusing = () => call('declineInvitation', { invitation: token }, { ip: '10.3.0.2' })
    expect((await refusing()).code).toBe(200)
    expect(await stateOf(phone)).toBe('declined')
    expect([(await refusing()).code, (await accept(token)).code]).toEqual([-47020, -47020])
    expect((await one(phone))?.problem).toBe('该手机号已在员工列表中，尚未同意加入，可在列表中再次邀请')
    expect((await resend(id)).data.invited).toBe(1)
    expect((await accept(await tokenFor(phone, 2))).code).toBe(200)
  })

  // Guard: the employee's lock in spendInvitation. Without it an answer that has locked the link and a removal that has locked the
  // employee deadlock, until one of them has to be repeated.
  test.each(['acceptInvitation', 'declineInvitation'] as const)(
    '%s waits for a removal without holding it up',
    async name => {
      const phone = newPhone()
      const id = (await one(phone))?.employee_id ?? ''
      const invitation = await tokenFor(phone)
      const send = (): Promise<{ code: number }> =>
        name === 'acceptInvitation' ? accept(invitation) : call(name, { invitation }, { ip: '10.3.0.4' })
      const locked = [sql`select from employee where id = ${id} for update`]
      const late = await overtakenBy(system, locked, send, [sql`delete from invitation where employee_id = ${id}`])
      expect(late.code).toBe(-47020)
    },
  )

  test('requires consent to join the company separately from the terms', async () => {
    const phone = newPhone()
    await one(phone)
    const invitation = await tokenFor(phone)
    // An older client sends no consent to the company.
    const old = { is_agree: 1, invitation, password: 'Blue-Sail-7' } as unknown as InputOf<'acceptInvitation'>
    expect(await call('acceptInvitation', old, { ip: '10.3.0.3' })).toMatchObject({ code: -41003, data: 'is_join' })
  })

  test('is limited in messages even when a person is removed and added repeatedly', async () => {
    const phone = newPhone()
    for (let round = 0; round < 6; round++) {
      const id = (await one(phone))?.employee_id ?? ''
      await call('delCompanyUser', { employee_ids: [id] }, { sid })
    }
    const waiting = () => countOf(system, sql`select count(*) from graphile_worker._private_jobs`)
    // All are sent by then: a fifth on its way would be counted too late.
    await expect.poll(waiting).toBe(0)
    expect(await texts(phone)).toHaveLength(4)
  })

  test('ends after 72 hours, with the removal, and when the account is disabled', async () => {
    const [late, removed, disabled] = [newPhone(), newPhone(), newPhone()]
    const { data } = await add([late, removed, disabled].map(phone => ({ phone, name: '甲' })))
    const tokens = await Promise.all([late, removed, disabled].map(phone => tokenFor(phone)))
    await system.change`
      update invitation set expires_at = now() where employee_id = ${data.results[0]?.employee_id}`
    await call('delCompanyUser', { employee_ids: [data.results[1]?.employee_id ?? ''] }, { sid })
    await system.change`update account set state = 'disabled' where phone = ${disabled}`
    for (const token of tokens) expect((await accept(token)).code).toBe(-47020)
  })

  test('refuses common passwords, and limits guessing of tokens', async () => {
    const phone = newPhone()
    await one(phone)
    const token = await tokenFor(phone)
    expect((await accept(token, '123')).code).toBe(-41003)
    const codes: number[] = []
    await untilWindowHolds()
    for (let tries = 0; tries < 61; tries++)
      codes.push((await call('getInvitation', { invitation: 'x'.repeat(32) }, { ip: '10.4.0.1' })).code)
    expect([codes[0], codes[59], codes[60]]).toEqual([-47020, -47020, 429])
    expect(
      await system.row(
        z.object({ plain: z.boolean() }),
      )`select token_hash = ${Buffer.from(token)}::bytea as plain from invitation
    where employee_id = (select id from employee where phone = ${phone})`,
    ).toEqual({ plain: false })
  })

  // Guard: spendInvitation and `password_hash is null`.
  test('accepted ten times concurrently is accepted once', async () => {
    const phone = newPhone()
    await one(phone)
    const token = await tokenFor(phone)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => accept(token, `Blue-Sail-${index}`, `10.5.0.${index}`)),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    const winner = answers.findIndex(({ code }) => code === 200)
    expect((await logIn(phone, `Blue-Sail-${winner}`)).code).toBe(200)
  })
})

describe('other ways for the phone’s holder to join', () => {
  const sendCode = (phone: string, email_type: 'register' | 'forgotpwd') =>
    call('sendVerificationCode', { send_type: 1, account: phone, email_type }, { ip: '10.6.0.1' })
  const register = (phone: string, captcha: string) =>
    call('wRegister', { is_agree: 1, username: phone, password: 'Blue-Sail-7', captcha }, { ip: '10.6.0.2' })

  test('registering instead of opening the link sets the password, but joins nobody', async () => {
    const phone = newPhone()
    await one(phone)
    const token = await tokenFor(phone)
    await sendCode(phone, 'register')
    expect((await register(phone, '000000')).code).toBe(-41005)
    expect(await stateOf(phone)).toBe('invited')
    const { code, data } = await register(phone, await codeSentTo(phone))
    // The terms of the portal name no company: the invitation needs a separate answer.
    expect([code, data.user_info.company_name, data.user_status]).toEqual([200, null, -1])
    expect(await stateOf(phone)).toBe('invited')
    expect((await accept(token, 'Other-Pass-9')).code).toBe(-47020)
    const { list } = (await call('getNoticeList', {}, { sid: data.sid })).data
    expect(list.map(({ title }) => title)).toEqual(['甲公司有限公司邀请您加入'])
    const joined = await call('joinCompany', { company_id: company.id, is_join: 1 }, { sid: data.sid })
    expect(joined.data).toMatchObject({ user_info: { company_name: '甲公司有限公司' }, user_status: 1 })
    const log = await system.rows(z.object({ action: z.string() }))`
    select action from employee_log where employee_id = (select id from employee where phone = ${phone}) order by id`
    expect(log).toEqual([{ action: 'added' }, { action: 'joined' }])
  })

  test('registering cannot take over an account that has a password', async () => {
    const account = await make.account({ password: 'Green-Sea-8' })
    await one(account.phone)
    await sendCode(account.phone, 'register')
    expect((await register(account.phone, await codeSentTo(account.phone))).code).toBe(-41008)
    expect((await logIn(account.phone, 'Green-Sea-8')).code).toBe(200)
  })

  test('resetting the password joins nobody', async () => {
    const phone = newPhone()
    await one(phone)
    await sendCode(phone, 'forgotpwd')
    const captcha = await codeSentTo(phone)
    const [password, password2] = ['Blue-Sail-7', 'Blue-Sail-7']
    expect((await call('forgotPassword', { username: phone, password, password2, captcha })).code).toBe(200)
    expect(await stateOf(phone)).toBe('invited')
    expect((await logIn(phone)).data.user_info.company_name).toBeNull()
  })
})
