import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { untilWindowHolds } from '#server/testing/limit-window.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, call, operate, system } = portal
const { id: operatorId, token } = await make.operator('support')
const actor = `operator:${operatorId}`

const audited = (target: string) =>
  system.rows(z.object({ action: z.string(), actor: z.string(), before: z.unknown(), after: z.unknown() }))`
  select action, actor, before, after from audit_entry where target = ${target} order by created_at desc, id desc`

describe('the account list', () => {
  test('is searched by full phone, by name prefix and by company', async () => {
    const company = await make.company({ name: '苏州寒山寺文化有限公司' })
    const person = await make.employee(company.id, { name: '欧阳修远' })
    const ids = async (filter: object) =>
      (await operate('getAccountList', filter, { token })).data.list.map(({ account_id }) => account_id)
    expect(await ids({ keyword: person.account.phone })).toEqual([person.account.id])
    const copied = person.account.phone.replace(/(\d{3})(\d{4})(\d{4})/, '+86 $1 $2-$3')
    expect(await ids({ keyword: copied })).toEqual([person.account.id])
    expect(await ids({ keyword: person.account.phone.slice(0, 10) })).toEqual([])
    expect(await ids({ keyword: '欧阳' })).toEqual([person.account.id])
    expect(await ids({ keyword: '寒山寺' })).toEqual([company.owner.account.id])
    expect(await ids({ keyword: '欧阳', state: 'disabled' })).toEqual([])
    const { data } = await operate('getAccountList', { keyword: '寒山寺' }, { token })
    expect(data.list).toMatchObject([{ role: 'owner', verification: 'approved', company_name: company.name }])
    expect(JSON.stringify(data)).not.toContain(company.owner.account.phone)
  })

  test('is filtered by registration date in China’s time zone', async () => {
    const account = await make.account({ displayName: '南宫问天' })
    await system.change`update account set registered_at = '2026-03-01T16:00:00Z' where id = ${account.id}`
    const found = async (days: { from?: string; to?: string }) =>
      (await operate('getAccountList', { keyword: '南宫', ...days }, { token })).data.list.length
    expect(await found({ from: '2026-03-02', to: '2026-03-02' })).toBe(1)
    expect(await found({ to: '2026-03-01' })).toBe(0)
    expect(await found({ from: '2026-03-03' })).toBe(0)
    // The list shows the date by which it is filtered, and none for a person who was only invited.
    const shown = async () =>
      (await operate('getAccountList', { keyword: '南宫' }, { token })).data.list[0]?.registered_at
    expect(await shown()).toBe('2026-03-01T16:00:00.000Z')
    await system.change`update account set registered_at = null where id = ${account.id}`
    expect(await shown()).toBeNull()
  })
})

describe('an account', () => {
  test('is disabled, which ends its sessions at once, and enabled again, each with a reason', async () => {
    const account = await make.account({ password: 'Disable-9182' })
    const sid = await make.session(account)
    const set = (state: 'active' | 'disabled') =>
      operate('setAccountState', { account_id: account.id, state, reason: '本人要求' }, { token })
    expect((await set('active')).code).toBe(-53303)
    expect(await set('disabled')).toMatchObject({ code: 200, data: { sessions: 1 } })
    expect((await call('wGetUserInfo', {}, { sid })).code).toBe(-41016)
    const logIn = () => call('wLogin', { username: account.phone, password: 'Disable-9182', agree: 1 } as never, {})
    expect((await logIn()).code).not.toBe(200)
    expect((await set('disabled')).code).toBe(-53303)
    expect((await set('active')).code).toBe(200)
    expect(await audited(`account:${account.id}`)).toMatchObject([
      { action: 'account.enabled', actor, before: { state: 'disabled' }, after: { reason: '本人要求' } },
      { action: 'account.disabled', actor, after: { state: 'disabled', sessions: 1 } },
    ])
    const unknown = { account_id: randomUUID(), state: 'disabled' as const, reason: '不存在' }
    expect((await operate('setAccountState', unknown, { token })).code).toBe(-53021)
  })

  test('is unlocked after wrong passwords', async () => {
    const account = await make.account()
    await system.change`
      insert into login_throttle (key, failures, blocked_until)
      values (${`account:${account.phone}`}, 9, now() + interval '10 minutes')`
    const overview = () => operate('getAccountOverview', { account_id: account.id }, { token })
    expect((await overview()).data.throttle).toMatchObject({ failures: 9, blocked_until: expect.any(String) })
    expect((await operate('releaseLogin', { account_id: account.id }, { token })).code).toBe(200)
    expect((await overview()).data).toMatchObject({
      throttle: null,
      audit: [{ action: 'account.login_released' }],
    })
  })

  test('has a page without full phone and ID numbers', async () => {
    const account = await make.account({ displayName: '钟离春' })
    await make.verification(account, { state: 'rejected', reason: `请联系 ${account.phone}` })
    await make.verification(account, { kind: 'company', state: 'under_review', companyName: '待审企业有限公司' })
    await make.session(account, { ip: '203.0.113.9' })
    await system.change`
      insert into notice (account_id, kind, subject, title, text)
      values (${account.id}, 'verification_reviewed', 'v', '结果', ${`号码 ${account.phone}`})`
    const { data } = await operate('getAccountOverview', { account_id: account.id }, { token })
    expect(data).toMatchObject({
      name: '钟离春',
      company: null,
      verifications: [{ state: 'under_review', company_name: '待审企业有限公司' }, { state: 'rejected' }],
      sessions: [{ ip: '203.0.113.9' }],
      notices: [{ title: '结果' }],
    })
    expect(JSON.stringify(data)).not.toContain(account.phone)
  })

  test('has its messages listed by the account they were sent to', async () => {
    const company = await make.company()
    const sid = await make.session(company.owner.account)
    const account = await make.account()
    const added = await call('addCompanyUser', { employees: [{ phone: account.phone, name: '收信人' }] }, { sid })
    expect(added.code).toBe(200)
    const { data } = await operate('getAccountOverview', { account_id: account.id }, { token })
    expect(data.messages).toMatchObject([{ purpose: 'invitation' }])
  })
})

describe('sessions', () => {
  test('are ended one by one, by account and by company', async () => {
    const company = await make.company({ employees: 2 })
    const [one, another] = company.employees
    if (!one || !another) throw new Error('two were made')
    const sids = await Promise.all([one, one, another, company.owner].map(({ account }) => make.session(account)))
    const alive = async () => Promise.all(sids.map(async sid => (await call('wGetUserInfo', {}, { sid })).code === 200))
    const listed = await operate('getCompanySessions', { company_id: company.id }, { token })
    const single = listed.data.list.find(({ account_id }) => account_id === one.account.id)
    const end = (of: 'session' | 'account' | 'company', id = '') => operate('endSessionsFor', { of, id }, { token })
    expect((await end('session', single?.session_id)).data.sessions).toBe(1)
    expect((await end('session', single?.session_id)).code).toBe(-53021)
    expect((await alive()).filter(Boolean)).toHaveLength(3)
    expect((await end('account', one.account.id)).data.sessions).toBe(1)
    expect(await alive()).toEqual([false, false, true, true])
    expect((await end('company', company.id)).data.sessions).toBe(2)
    expect(await alive()).toEqual([false, false, false, false])
    expect(await audited(`account:${one.account.id}`)).toMatchObject([
      { action: 'account.sessions_ended', actor, after: { sessions: 1 } },
      { action: 'session.ended', actor, after: { sessions: 1, session_id: single?.session_id } },
    ])
    expect(await audited(`company:${company.id}`)).toMatchObject([{ action: 'company.sessions_ended' }])
  })
})

describe('the phone of an account', () => {
  test('is revealed for a reason, which is audited without the phone', async () => {
    const company = await make.company()
    const { account } = company.owner
    const reason = '回电核实身份'
    const own = await operate('unmaskPhone', { of: 'account', id: account.id, reason }, { token })
    expect(own.data).toEqual({ phone: account.phone })
    const contact = await operate('unmaskPhone', { of: 'company', id: company.id, reason }, { token })
    expect(contact.data).toEqual({ phone: '13900000000' })
    const entries = [...(await audited(`account:${account.id}`)), ...(await audited(`company:${company.id}`))]
    expect(entries).toMatchObject([
      { action: 'account.phone_unmasked', actor, after: { reason } },
      { action: 'company.phone_unmasked', actor, after: { reason } },
    ])
    expect(JSON.stringify(entries)).not.toContain(account.phone)
  })

  test('is gone once the account is erased, and cannot be listed', async () => {
    const account = await make.account()
    await system.change`
      update account set state = 'deleted', phone = 'deleted:' || id where id = ${account.id}`
    const gone = await operate('unmaskPhone', { of: 'account', id: account.id, reason: '核实' }, { token })
    expect(gone.code).toBe(-53304)
    const { data } = await operate('getAccountOverview', { account_id: account.id }, { token })
    expect(data).toMatchObject({ state: 'deleted', phone: '已清除' })
    const eager = await make.operator('support')
    const existing = await make.account()
    const codes: number[] = []
    await untilWindowHolds()
    for (let each = 0; each < 61; each++)
      codes.push((await operate('unmaskPhone', { of: 'account', id: existing.id, reason: '翻看' }, eager)).code)
    expect(codes).toEqual([...Array<number>(60).fill(200), 429])
  })
})
