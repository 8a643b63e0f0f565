import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { hashSecret } from '#server/core/secret-hash.ts'
import { countOf } from '#server/database/count-rows.ts'
import { newPhone } from '#server/testing/identities.ts'
import type { TestAccount } from '#server/testing/make.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { newSid } from './session.ts'

const { make, call, operate, system } = await testPortal()
const password = 'Blue-Sail-7'
const code = async (sid: string) => (await call('checkManager', {}, { sid })).code
const refresh = (sid: string) => call('refreshSession', {}, { sid })
const alertsTo = ({ id }: TestAccount) =>
  countOf(system, sql`select count(*) from notice where account_id = ${id} and title = '登录已被保护性退出'`)

/** Moves an account's sessions back until every grace period and every wait for an answer has passed. */
const later = ({ id }: TestAccount) => system.change`
  update session set last_seen_at = last_seen_at - interval '5 minutes', ended_at = ended_at - interval '5 minutes'
  where account_id = ${id}`

test('a sid whose refresh got no answer stays valid, and can be refreshed again', async () => {
  const account = await make.account()
  const sid = await make.session(account)
  const lost = (await refresh(sid)).data.sid
  await later(account)
  expect(await code(sid)).toBe(200)
  const { list } = (await call('getSessionList', {}, { sid })).data
  expect(list.map(({ current }) => current)).toEqual([true])

  const { data } = await refresh(sid)
  expect(data.sid).not.toBe(lost)
  expect([await code(data.sid), await code(sid)]).toEqual([200, 200])
  await later(account)
  expect([await code(data.sid), await alertsTo(account)]).toEqual([200, 0])
  // The sid has been replaced, so anyone who still uses it is a second holder.
  expect([await code(sid), await code(data.sid), await alertsTo(account)]).toEqual([-41004, -41016, 1])
})

test('a sid that was handed out to another tab a moment ago stays the only one', async () => {
  const sid = await make.session(await make.account())
  const handedOut = (await refresh(sid)).data.sid
  expect((await refresh(sid)).code).toBe(-41019)
  expect([await code(handedOut), await code(sid)]).toEqual([200, 200])
})

// A thief with the same sid may have had it refreshed before, and be waiting.
test('using a sid that was given up as lost ends the login and notifies the holder', async () => {
  const account = await make.account()
  const sid = await make.session(account)
  const kept = (await refresh(sid)).data.sid
  await later(account)
  const fresh = (await refresh(sid)).data.sid
  expect(await code(fresh)).toBe(200)
  expect(await code(kept)).toBe(-41004)
  expect([await code(fresh), await code(sid), await alertsTo(account)]).toEqual([-41016, -41016, 1])
})

test('a sid that was handed out and not used ends with the login', async () => {
  const sid = await make.session(await make.account())
  const handedOut = (await refresh(sid)).data.sid
  expect((await call('signOut', {}, { sid })).code).toBe(200)
  expect([await code(handedOut), await code(sid)]).toEqual([-41016, -41016])
})

test('the former sid answers for a minute after the first use, however late that is', async () => {
  const account = await make.account()
  const sid = await make.session(account)
  const handedOut = (await refresh(sid)).data.sid
  await later(account)
  expect(await code(handedOut)).toBe(200)
  expect(await code(sid)).toBe(200)
  await later(account)
  expect(await code(sid)).toBe(-41004)
})

const lockOf = (sid: string) => sql`select from session where sid_hash = ${hashSecret(sid)} for no key update`
const insertNext = (sid: string, handedOut: string) => sql`
  insert into session (sid_hash, account_id, family_id, takes_over, client_name, client_version, ip, user_agent, expires_at)
  select ${hashSecret(handedOut)}, account_id, family_id, id, client_name, client_version, ip, user_agent, expires_at
  from session where sid_hash = ${hashSecret(sid)}`

/** Creates an employee's login, for the endings that concern employees. */
async function employed() {
  const company = await make.company()
  const account = await make.account({ password })
  const employee = await make.employee(company.id, { account })
  const [sid, own, owner] = await Promise.all([account, account, company.owner.account].map(of => make.session(of)))
  const { list } = (await call('getSessionList', {}, { sid })).data
  const session_id = list.find(({ current }) => current)?.session_id ?? ''
  return { company, account, employee, sid: sid ?? '', own: own ?? '', owner: owner ?? '', session_id }
}
type Employed = Awaited<ReturnType<typeof employed>>
const { token } = await make.operator('support')
const endFor = (of: 'session' | 'account' | 'company', id: string) => operate('endSessionsFor', { of, id }, { token })
const next = 'Green-Sea-8'

// Guard: the locks in `endFamilies`, which every ending uses. Without them the ending statement does not see the new sid.
test.each<[string, (of: Employed) => Promise<{ code: number }>]>([
  ['signing out', ({ sid }) => call('signOut', {}, { sid })],
  ['ending it from another one', ({ own, session_id }) => call('endSession', { session_id }, { sid: own })],
  ['ending all others', ({ own }) => call('endOtherSessions', {}, { sid: own })],
  [
    'a change of the password',
    ({ own }) => call('changePassword', { old_password: password, password: next, password2: next }, { sid: own }),
  ],
  [
    'disabling the person',
    ({ employee, owner }) => call('setCompanyUser', { employee_id: employee.id, state: 'disabled' }, { sid: owner }),
  ],
  [
    'a handover',
    ({ employee, owner }) => call('handOverEmployee', { employee_id: employee.id, successor_id: null }, { sid: owner }),
  ],
  ['an operator, of the session', ({ session_id }) => endFor('session', session_id)],
  ['an operator, of the account', ({ account }) => endFor('account', account.id)],
  ['an operator, of the company', ({ company }) => endFor('company', company.id)],
  ['freezing', ({ company }) => operate('freezeCompany', { company_id: company.id, reason: '核实主体' }, { token })],
])('%s also ends a sid that is handed out meanwhile', async (_, end) => {
  const login = await employed()
  const handedOut = newSid()
  const refreshing = [lockOf(login.sid), insertNext(login.sid, handedOut)]
  expect((await overtakenBy(system, refreshing, () => end(login))).code).toBe(200)
  expect(await code(handedOut)).toBe(-41016)
})

// Guard: `handOut` locks the account before its sessions, like everything that changes them. Otherwise the two would deadlock.
test('a refresh concurrent with a new phone number waits for it and hands out nothing', async () => {
  const account = await make.account()
  const sid = await make.session(account)
  const changing = [sql`update account set phone = ${newPhone()} where id = ${account.id}`]
  const ending = [sql`update session set ended_at = now(), end_reason = 'phone' where account_id = ${account.id}`]
  expect((await overtakenBy(system, changing, () => refresh(sid), ending)).code).toBe(-41019)
  expect(await code(sid)).toBe(-41016)
})

// Guard: the lock in `handOut`.
test('two concurrent refreshes hand out one sid', async () => {
  const account = await make.account()
  const [sid, handedOut] = [await make.session(account), newSid()]
  const second = await overtakenBy(system, [lockOf(sid), insertNext(sid, handedOut)], () => refresh(sid))
  expect(second.code).toBe(-41019)
  expect(await countOf(system, sql`select count(*) from session where account_id = ${account.id}`)).toBe(2)
})

// Guard: the second read of the session in `requireSession`.
test('the first use of a sid concurrent with its replacement is refused', async () => {
  const account = await make.account()
  const sid = await make.session(account)
  const lost = (await refresh(sid)).data.sid
  const replacing = [
    lockOf(sid),
    sql`update session set ended_at = now(), end_reason = 'replaced' where sid_hash = ${hashSecret(lost)}`,
  ]
  expect(await overtakenBy(system, replacing, () => code(lost))).toBe(-41004)
})

// Guard: "takes_over" in the first statement of `handOut`.
test('a refresh concurrent with the first use of the sid that was handed out leaves that one', async () => {
  const account = await make.account()
  const sid = await make.session(account)
  const handedOut = (await refresh(sid)).data.sid
  await later(account)
  const used = [
    lockOf(sid),
    sql`update session set takes_over = null where sid_hash = ${hashSecret(handedOut)}`,
    sql`update session set ended_at = now() + interval '1 minute', end_reason = 'replaced' where sid_hash = ${hashSecret(sid)}`,
  ]
  expect((await overtakenBy(system, used, () => refresh(sid))).code).toBe(-41019)
  expect(await code(handedOut)).toBe(200)
})

// Other tabs may still have the former sid: their requests must not take the login away from its successor.
test('for a minute the former sid acts for its login: its session counts as the current one, and its password change keeps the sid that replaced it', async () => {
  const account = await make.account({ password })
  const [sid, other] = [await make.session(account), await make.session(account)]
  const fresh = (await refresh(sid)).data.sid
  expect(await code(fresh)).toBe(200)
  const { list } = (await call('getSessionList', {}, { sid })).data
  expect(list.map(({ current }) => current).sort()).toEqual([false, true])
  const change = { old_password: password, password: 'Green-Sail-8', password2: 'Green-Sail-8' }
  expect((await call('changePassword', change, { sid })).code).toBe(200)
  expect([await code(fresh), await code(other)]).toEqual([200, -41016])
})
