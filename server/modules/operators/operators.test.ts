import sql from 'sql-template-tag'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { hashSecret } from '#server/core/secret-hash.ts'
import { countOf } from '#server/database/count-rows.ts'
import { approvalsOn } from '#server/testing/approvals.ts'
import { testPortal } from '#server/testing/portal.ts'
import { production } from '#server/testing/production.ts'
import { totpCode } from '#server/testing/totp-code.ts'
import { newTotp, sealTotp, stepOf } from './totp.ts'

const portal = await testPortal()
const { make, operate, system } = portal
const { confirmed } = approvalsOn(portal)
const password = 'Owner-9182'

const audited = (action: string, target: string) =>
  system.row(
    z.object({
      actor: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      ip: z.string().nullable(),
      request_id: z.string(),
    }),
  )`
    select actor, before, after, ip, request_id from audit_entry
    where action = ${action} and target = ${target} order by id desc limit 1`

/** Logs in; the cookie comes from the answer. */
async function logIn(input: { name: string; password: string; totp?: string }, ip?: string) {
  const { body, headers } = await portal.post('/operations/operator/logIn', input, {
    headers: { authorization: 'operations-web 1201' },
    ...(ip && { ip }),
  })
  const cookie = [headers['set-cookie'] ?? []].flat().find(each => each.startsWith('operator='))
  return { ...(JSON.parse(body) as { code: number; data: unknown }), cookie: cookie ?? '' }
}

describe('logging in', () => {
  test('sets an HttpOnly, same-site cookie and is audited', async () => {
    const owner = await make.operator('owner', { password })
    const answer = await logIn({ name: owner.name, password }, '203.0.113.77')
    expect(answer.code).toBe(200)
    expect(answer.data).toMatchObject({ name: owner.name, roles: ['owner'], must_bind: false })
    expect(answer.cookie).toMatch(/^operator=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    const token = /operator=([\w-]+)/.exec(answer.cookie)?.[1] ?? ''
    expect((await operate('getSelf', {}, { token })).data.name).toBe(owner.name)
    const entry = await audited('operator.logged_in', `operator:${owner.id}`)
    expect(entry).toMatchObject({ actor: `operator:${owner.id}`, ip: '203.0.113.77' })
    expect(entry?.request_id).toMatch(/^[0-9a-f-]{36}$/)
    const stored = await countOf(
      system,
      sql`select count(*) from operator_session where encode(token_hash, 'escape') like ${`%${token}%`}`,
    )
    expect(stored).toBe(0)
  })

  test('of another operator ends the permissions of a page opened by the previous one', async () => {
    const [before, now] = [await make.operator('owner'), await make.operator('owner')]
    const on = (page: { id: string }) => ({ token: now.token, headers: { 'page-operator': page.id } })
    expect((await operate('getSelf', {}, on(now))).code).toBe(200)
    expect((await operate('getSelf', {}, on(before))).code).toBe(-41004)
    expect((await operate('logOut', {}, on(before))).code).toBe(-41004)
    expect((await operate('getSelf', {}, { token: now.token })).code).toBe(200)
  })

  test('is not blocked by strangers’ failed customer logins, from whatever IP address', async () => {
    const { name } = await make.operator('support', { password })
    const attempt = { is_agree: 1, username: `operator:${name}`, password: 'Wrong-9182' } as const
    for (let tries = 0; tries < 6; tries++) await portal.call('wLogin', attempt, { ip: `203.0.113.${tries}` })
    expect((await logIn({ name, password }, '203.0.113.90')).code).toBe(200)
  })

  test('counts attempts down and locks after wrong passwords; an unknown name is answered alike', async () => {
    const { name } = await make.operator('support', { password })
    const ip = '203.0.113.78'
    for (const left of [4, 3, 2, 1])
      expect(await logIn({ name, password: 'wrong' }, ip)).toMatchObject({ code: -41001, data: left })
    expect((await logIn({ name, password: 'wrong' }, ip)).code).toBe(-41002)
    expect((await logIn({ name, password }, ip)).code).toBe(-41002)
    expect(await logIn({ name: 'nobody', password }, '203.0.113.79')).toMatchObject({ code: -41001, data: 4 })
  })

  test('tells a disabled operator so only after the correct password', async () => {
    const { name } = await make.operator('support', { password, state: 'disabled' })
    expect((await logIn({ name, password: 'wrong' }, '203.0.113.80')).code).toBe(-41001)
    expect((await logIn({ name, password }, '203.0.113.80')).code).toBe(-53004)
  })
})

describe('an operator session', () => {
  test('ends after thirty minutes without a call, and on logging out', async () => {
    const { id, token } = await make.operator('support')
    const idle = await make.operatorSession(id, { seenMinutesAgo: 31 })
    const used = await make.operatorSession(id, { seenMinutesAgo: 29 })
    expect((await operate('getSelf', {}, { token: idle })).code).toBe(-41004)
    expect((await operate('getSelf', {}, { token: used })).code).toBe(200)
    expect((await operate('logOut', {}, { token })).code).toBe(200)
    expect((await operate('getSelf', {}, { token })).code).toBe(-41004)
    expect((await operate('getSelf', {}, { token: used })).code).toBe(200)
  })

  test('is kept alive by the operator’s acts, not by the page’s automatic requests', async () => {
    const { id } = await make.operator()
    const token = await make.operatorSession(id, { seenMinutesAgo: 20 })
    const seenMinutesAgo = async () =>
      (
        await system.row(z.object({ minutes: z.number() }))`
          select round(extract(epoch from now() - last_seen_at) / 60)::integer as minutes from operator_session
            where token_hash = ${hashSecret(token)}`
      )?.minutes
    await operate('getSelf', {}, { token })
    expect(await seenMinutesAgo()).toBe(20)
    await operate('getOperatorList', {}, { token })
    expect(await seenMinutesAgo()).toBe(0)
  })

  test('is not accepted as a sid, nor a sid as an operator session', async () => {
    const { token } = await make.operator()
    const sid = await make.session((await make.company()).owner.account)
    expect((await portal.call('wGetUserInfo', {}, { sid: token })).code).toBe(-41004)
    expect((await operate('getSelf', {}, { token: sid })).code).toBe(-41004)
  })

  test.each([
    ['the page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another host of the same domain', { 'sec-fetch-site': 'same-site' }],
    ['a form, which can name itself nothing', { authorization: '' }],
    ['a page of the portal itself', { authorization: 'portal-web 1201' }],
  ])('is refused to %s', async (_who, headers) => {
    const { token } = await make.operator()
    expect((await operate('getSelf', {}, { token, headers })).code).toBe(-41017)
    expect((await operate('getSelf', {}, { token, headers: { 'sec-fetch-site': 'same-origin' } })).code).toBe(200)
  })

  test('gets no CORS response that would let another origin use it', async () => {
    const response = await portal.app.inject({
      method: 'OPTIONS',
      url: '/api/operations/operator/getSelf',
      headers: { origin: portal.config.publicUrl, 'access-control-request-method': 'POST' },
    })
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('the authenticator', () => {
  test('is bound by its code and then required; each code works once, wrong ones count down', async () => {
    const operator = await make.operator('finance', { password })
    const { token, name } = operator
    expect((await operate('beginTotp', { password: 'wrong' }, { token })).code).toBe(-41012)
    const begun = await operate('beginTotp', { password }, { token })
    const { secret, uri } = begun.data
    expect(uri).toContain(`secret=${secret}`)
    const wrong = totpCode(secret, Date.now() + 3_600_000)
    expect((await operate('bindTotp', { totp: wrong }, { token })).code).toBe(-53005)
    const other = await make.operatorSession(operator.id)
    const now = Date.now()
    expect((await operate('bindTotp', { totp: totpCode(secret, now) }, { token })).code).toBe(200)
    expect((await operate('getSelf', {}, { token: other })).code, 'other sessions end').toBe(-41004)
    const ip = '203.0.113.90'
    expect((await logIn({ name, password }, ip)).code).toBe(-53001)
    expect((await logIn({ name, password, totp: wrong }, ip)).code).toBe(-53002)
    expect((await logIn({ name, password, totp: totpCode(secret, now) }, ip)).code, 'used when it was bound').toBe(
      -53002,
    )
    const next = totpCode(secret, now + 30_000)
    expect((await logIn({ name, password, totp: next }, ip)).code).toBe(200)
    expect((await logIn({ name, password, totp: next }, ip)).code, 'used').toBe(-53002)
    const kept = await system.row(
      z.object({ totp_sealed: z.instanceof(Buffer) }),
    )`select totp_sealed from operator where id = ${operator.id}`
    expect(kept?.totp_sealed.toString('latin1')).not.toContain(secret)
  })

  test.each([
    [-31, undefined],
    [-29, 'before'],
    [0, 'now'],
    [29, 'after'],
    [61, undefined],
  ])('accepts a clock that differs by %i seconds', (seconds, expected) => {
    const { secret } = newTotp(portal.config, 'someone')
    const now = Date.parse('2026-11-20T00:00:00Z')
    const step = stepOf(portal.config, 'someone', secret, totpCode(secret, now + seconds * 1000), now)
    const steps = { before: now / 30_000 - 1, now: now / 30_000, after: now / 30_000 }
    expect(step).toBe(expected && steps[expected as keyof typeof steps])
  })
})

describe('managing operators', () => {
  test('adds them with a one-time password that they must change first', async () => {
    const [owner, secondOwner] = [await make.operator(), await make.operator()]
    const name = `new${Date.now()}`
    const profile = { name, display_name: '新人', roles: ['content' as const] }
    const { password: values } = await confirmed('setOperator', profile, [owner, secondOwner])
    const { list } = (await operate('getOperatorList', { keyword: name }, owner)).data
    expect(await audited('operator.added', `operator:${list[0]?.operator_id}`)).toMatchObject({
      actor: `operator:${owner.id}`,
      after: profile,
    })
    expect(values).toMatch(/^[a-z2-9]{20}$/)
    const first = await logIn({ name, password: values }, '203.0.113.100')
    expect(first.data).toMatchObject({ must_change_password: true })
    const token = /operator=([\w-]+)/.exec(first.cookie)?.[1] ?? ''
    expect((await operate('getContentArticleList', {}, { token })).code).toBe(-53015)
    const changed = await operate('changeOwnPassword', { old_password: values, password: 'Fresh-7261-sea' }, { token })
    expect(changed.code).toBe(200)
    expect((await operate('getSelf', {}, { token })).data.must_change_password).toBe(false)
    expect((await logIn({ name, password: values }, '203.0.113.101')).code).toBe(-41001)
    expect((await operate('setOperator', { name, display_name: '同名', roles: ['content'] }, owner)).code).toBe(-53030)
  })

  test('refuses changing one’s own roles or state', async () => {
    const owner = await make.operator()
    const self = { operator_id: owner.id }
    const changed = await operate(
      'setOperator',
      { ...self, name: owner.name, display_name: '我', roles: ['owner'] },
      owner,
    )
    expect(changed.code).toBe(-53032)
    expect((await operate('setOperatorState', { ...self, state: 'disabled' }, owner)).code).toBe(-53032)
    expect((await operate('resetOperator', { ...self, totp: true }, owner)).code).toBe(-53032)
  })

  test('disabling and resetting end the sessions at once; a reset gives another password', async () => {
    const [owner, secondOwner] = [await make.operator(), await make.operator()]
    const other = await make.operator('network', { password })
    const reset = await confirmed('resetOperator', { operator_id: other.id, totp: true }, [owner, secondOwner])
    expect((await operate('getSelf', {}, other)).code).toBe(-41004)
    expect((await logIn({ name: other.name, password }, '203.0.113.102')).code).toBe(-41001)
    expect((await logIn({ name: other.name, password: reset.password }, '203.0.113.102')).code).toBe(200)
    const token = await make.operatorSession(other.id)
    await operate('setOperatorState', { operator_id: other.id, state: 'disabled' }, owner)
    expect((await operate('getSelf', {}, { token })).code).toBe(-41004)
  })

  test('refuses an auditor any other role', async () => {
    const owner = await make.operator()
    const profile = {
      name: `both${Date.now()}`,
      display_name: '身兼两职',
      roles: ['auditor' as const, 'finance' as const],
    }
    expect(await operate('setOperator', profile, owner)).toMatchObject({ code: -41003, data: 'roles' })
    const made = system.change`update operator set roles = array['auditor', 'owner'] where id = ${owner.id}`
    await expect(made).rejects.toThrow('auditor_alone')
  })

  // Guard: requireConfirmed. Without it the operator gets back the role that was removed meanwhile.
  test('refuses a save that would add a role because the roles changed meanwhile', async () => {
    const [owner, other] = [await make.operator(), await make.operator('support')]
    const profile = { operator_id: other.id, name: other.name, display_name: '同事', roles: ['support' as const] }
    const waiting = sql`select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%from operator where id%for update%'`
    const saving = await system.transaction(async transaction => {
      await transaction.change`update operator set roles = array['content'] where id = ${other.id}`
      const answer = operate('setOperator', profile, owner)
      await vi.waitFor(async () => expect(await countOf(system, waiting)).toBe(1), {
        timeout: 10_000,
        interval: 5,
      })
      return { answer }
    })
    expect((await saving.answer).code).toBe(-53022)
    const { list } = (await operate('getOperatorList', { keyword: other.name }, owner)).data
    expect(list[0]?.roles).toEqual(['content'])
  })

  test('two owners disabling each other concurrently leave one', async () => {
    // Guard: lockOwners, which locks every owner who can log in, in one order, before it is checked who still is one.
    await system.change`update operator set state = 'disabled' where 'owner' = any(roles)`
    const pair = [await make.operator(), await make.operator()] as const
    const disable = (by: { token: string }, colleague: { id: string }) =>
      operate('setOperatorState', { operator_id: colleague.id, state: 'disabled' }, by)
    for (let round = 0; round < 8; round++) {
      await system.change`update operator set state = 'active' where id = any(${pair.map(({ id }) => id)}::uuid[])`
      const tokens = await Promise.all(pair.map(async ({ id }) => ({ token: await make.operatorSession(id) })))
      const answers = await Promise.all([
        disable(tokens[0] ?? { token: '' }, pair[1]),
        disable(tokens[1] ?? { token: '' }, pair[0]),
      ])
      const left = sql`select count(*) from operator where state = 'active' and 'owner' = any(roles)`
      expect(await countOf(system, left)).toBe(1)
      // The refused operator was no owner any more when the request was checked, or had no session any more.
      const [refused, done] = answers.map(({ code }) => code).sort((one, another) => one - another)
      expect([-41017, -41004]).toContain(refused)
      expect(done).toBe(200)
    }
  })
})

test('where an authenticator is required, only binding one works before', async () => {
  const strict = await testPortal(production)
  const { id, token } = await strict.make.operator()
  const self = await strict.operate('getSelf', {}, { token })
  expect(self.data.must_bind).toBe(true)
  expect((await strict.operate('getAuditList', {}, { token })).code).toBe(-53003)
  const { secret } = newTotp(strict.config, 'x')
  await strict.system.change`
    update operator set totp_sealed = ${sealTotp(strict.config, id, secret)} where id = ${id}`
  // An authenticator that another person binds ends the earlier sessions.
  expect((await strict.operate('getAuditList', {}, { token })).code).toBe(-41004)
  const fresh = await strict.make.operatorSession(id)
  expect((await strict.operate('getAuditList', {}, { token: fresh })).code).toBe(200)
})
