import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { maxPasskeys } from '#contract/records/passkey-fields.ts'
import { holds } from '#server/database/count-rows.ts'
import { softwareAuthenticator } from '#server/testing/passkey.ts'
import { testPortal } from '#server/testing/portal.ts'
import { newPasskeyChallenge } from './challenges.ts'
import { findPasskey, notePasskeyUse } from './passkeys.sql.ts'
import { relatedOrigins, relyingParty } from './relying-party.ts'

const { make, call, post, system, services } = await testPortal({
  MOBILE_HOSTS: '127.0.0.1:8080=m.portal.localhost:8080',
})
const password = 'Sample-9182'
const chrome = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' }
let addresses = 0
/** Returns a new address for each test, so that wrong answers in one do not hold back another. */
function address() {
  addresses += 1
  return `198.51.100.${addresses}`
}

/** Creates a user with a freshly proved session and a passkey. */
async function holder() {
  const account = await make.account({ password })
  const sid = await make.session(account)
  const authenticator = softwareAuthenticator()
  const added = await add(sid, authenticator)
  expect(added.code).toBe(200)
  return { account, sid, authenticator, passkeyId: added.data.passkey_id }
}
type Authenticator = ReturnType<typeof softwareAuthenticator>

async function add(sid: string, authenticator: Authenticator, lies = {}) {
  const { data } = await call('beginPasskey', {}, { sid })
  return call('addPasskey', { passkey: authenticator.create(data, lies) }, { sid, headers: chrome })
}
const begin = async () => (await call('beginPasskeyLogin', {})).data
async function logIn(authenticator: Authenticator, lies: Parameters<Authenticator['get']>[1] = {}, ip = address()) {
  return call('logInWithPasskey', { is_agree: 1, passkey: authenticator.get(await begin(), lies) }, { ip })
}
const list = async (sid: string) => (await call('getPasskeyList', {}, { sid })).data.list
const notices = async (accountId: string) =>
  (
    await system.rows(
      z.object({ title: z.string() }),
    )`select title from notice where account_id = ${accountId} order by id`
  ).map(({ title }) => title)

test('a passkey that is registered already is not registered again', async () => {
  const { sid, passkeyId } = await holder()
  const passkey = softwareAuthenticator().create((await call('beginPasskey', {}, { sid })).data)
  await system.change`update passkey set credential_id = ${passkey.id} where id = ${passkeyId}`
  expect((await call('addPasskey', { passkey }, { sid })).code).toBe(-41034)
  expect((await list(sid)).map(({ passkey_id }) => passkey_id)).toEqual([passkeyId])
})

test('a passkey is registered, named after the browser, notified to its holder, and logs in', async () => {
  const { account, sid, authenticator } = await holder()
  expect(await list(sid)).toMatchObject([{ name: 'Chrome · Windows', last_used_at: null }])
  expect(await notices(account.id)).toEqual(['已添加通行密钥'])
  const opened = await logIn(authenticator)
  expect(opened).toMatchObject({ code: 200, data: { user_info: { account_id: account.id, phone: account.phone } } })
  const counted = sql`exists (select from limit_counter where key like ${`login:${account.id}:%`} and hits = 1)`
  expect(await holds(system, counted)).toBe(true)
  const [used] = await list(opened.data.sid)
  expect(used?.last_used_at).not.toBeNull()
  // A login by passkey is a proof, like one by password, and leaves the earlier sessions as they were.
  expect((await call('endSession', { session_id: randomUUID() }, { sid: opened.data.sid })).code).toBe(200)
  expect((await call('wGetUserInfo', {}, { sid })).code).toBe(200)
})

test('a passkey login requires the same consents, checks and device token as a password login', async () => {
  const { account, authenticator } = await holder()
  await system.change`update account set agreement_version = 'old', last_login_at = null where id = ${account.id}`
  const unticked = { is_agree: 0 as unknown as 1, passkey: authenticator.get(await begin()) }
  expect(await call('logInWithPasskey', unticked)).toMatchObject({ code: -41003, data: 'is_agree' })
  const ticked = { is_agree: 1, passkey: authenticator.get(await begin()) }
  const { body, headers } = await post('/v1/user/logInWithPasskey', ticked)
  expect(JSON.parse(body)).toMatchObject({ code: 200 })
  expect(String(headers['set-cookie'])).toMatch(/device=/)
  const row = await system.row(z.object({ agreement_version: z.string(), consents: z.int() }))`
    select agreement_version, (select count(*)::integer from consent where account_id = account.id) as consents
    from account where id = ${account.id} and last_login_at is not null`
  expect(row?.agreement_version).not.toBe('old')
  expect(row?.consents).toBe(1)
  expect(await notices(account.id)).toContain('新设备登录')
})

describe('a passkey response is refused and opens no session', () => {
  test.each<[string, Parameters<Authenticator['get']>[1]]>([
    ['from another origin', { origin: 'https://evil.example' }],
    ['from this site’s other port', { origin: 'http://localhost:8081' }],
    ['for another site', { rpId: 'evil.example' }],
    ['with nobody verified', { verified: false }],
    ['with another’s handle', { userHandle: 'A'.repeat(43) }],
  ])('%s', async (_, lies) => {
    const { authenticator } = await holder()
    expect(await logIn(authenticator, lies)).toMatchObject({ code: -41030, data: 4 })
    expect((await logIn(authenticator)).code).toBe(200)
  })

  test('to a challenge that the server did not issue or that has expired', async () => {
    const { authenticator } = await holder()
    expect((await logIn(authenticator, { challenge: 'A'.repeat(43) })).code).toBe(-41031)
    const late = await begin()
    await system.change`update passkey_challenge set expires_at = now() where challenge = ${late.options.challenge}`
    const passkey = authenticator.get(late)
    expect((await call('logInWithPasskey', { is_agree: 1, passkey })).code).toBe(-41031)
  })

  // Guard: the purpose and the subject in spendPasskeyChallenge.
  test('to a challenge issued for another purpose or another login', async () => {
    const { account, sid, authenticator } = await holder()
    const proof = (await call('beginPasskeyProof', {}, { sid })).data
    const toLogIn = { is_agree: 1 as const, passkey: authenticator.get(proof) }
    expect((await call('logInWithPasskey', toLogIn)).code).toBe(-41031)
    const prove = async (options: typeof proof, by: string) =>
      (await call('reauthenticateWithPasskey', { passkey: authenticator.get(options) }, { sid: by })).code
    expect(await prove(await begin(), sid)).toBe(-41031)
    expect(await prove(proof, await make.session(account))).toBe(-41031)
    expect(await prove(proof, sid)).toBe(200)
    const operators = { purpose: 'login', subject: 'operator' } as const
    const challenge = await newPasskeyChallenge(system, operators)
    expect((await logIn(authenticator, { challenge })).code).toBe(-41031)
  })

  test('when it is sent again under another idempotency key', async () => {
    const { authenticator } = await holder()
    const input = { is_agree: 1 as const, passkey: authenticator.get(await begin()) }
    expect((await call('logInWithPasskey', input)).code).toBe(200)
    expect((await call('logInWithPasskey', input)).code).toBe(-41031)
  })

  test('when it is wrong, which also uses up its challenge', async () => {
    const { authenticator } = await holder()
    const options = await begin()
    const attempt = async (lies = {}) =>
      (await call('logInWithPasskey', { is_agree: 1, passkey: authenticator.get(options, lies) }, { ip: address() }))
        .code
    expect(await attempt({ verified: false })).toBe(-41030)
    expect(await attempt()).toBe(-41031)
  })

  test('when its counter goes back, as a clone’s does; a passkey that never counts is accepted', async () => {
    const { authenticator } = await holder()
    expect((await logIn(authenticator, { counter: 7 })).code).toBe(200)
    expect((await logIn(authenticator, { counter: 7 })).code).toBe(-41030)
    expect((await logIn(authenticator, { counter: 3 })).code).toBe(-41030)
    expect((await logIn(authenticator, { counter: 8 })).code).toBe(200)
    const { authenticator: silent } = await holder()
    expect((await logIn(silent, { counter: 0 })).code).toBe(200)
    expect((await logIn(silent, { counter: 0 })).code).toBe(200)
  })

  // Guard: the counter in notePasskeyUse; both answers may have been found right before either is noted.
  test('when another login with the same counter came first', async () => {
    const { authenticator } = await holder()
    const { id } = authenticator.get(await begin())
    const passkey = await findPasskey(system, id)
    if (!passkey) throw new Error('no passkey')
    const note = (counter: number) => notePasskeyUse(system, passkey, counter)
    expect(await Promise.all([note(5), note(5)])).toEqual(expect.arrayContaining([true, false]))
    expect(await note(4)).toBe(false)
    expect(await note(6)).toBe(true)
    await system.change`delete from passkey where id = ${passkey.passkey_id}`
    expect(await note(7)).toBe(false)
  })

  test('when it is signed by another key', async () => {
    const { authenticator } = await holder()
    const { authenticator: other } = await holder()
    const options = await begin()
    const passkey = {
      ...other.get(options),
      id: authenticator.get(options).id,
      userHandle: authenticator.get(options).userHandle,
    }
    expect((await call('logInWithPasskey', { is_agree: 1, passkey }, { ip: address() })).code).toBe(-41030)
  })

  test('when the passkey is unknown or removed, with the same message', async () => {
    const { sid, authenticator, passkeyId } = await holder()
    const stranger = softwareAuthenticator()
    stranger.create((await call('beginPasskey', {}, { sid })).data)
    const unknown = await logIn(stranger)
    expect(unknown).toMatchObject({ code: -41030, data: 4 })
    expect((await call('removePasskey', { passkey_id: passkeyId }, { sid })).code).toBe(200)
    const removed = await logIn(authenticator)
    expect({ ...removed, data: null }).toEqual({ ...unknown, data: null })
  })

  test('when the account is disabled, which only a verified holder is told', async () => {
    const { account, authenticator } = await holder()
    await system.change`update account set state = 'disabled' where id = ${account.id}`
    expect((await logIn(authenticator, { verified: false })).code).toBe(-41030)
    expect((await logIn(authenticator)).code).toBe(-41009)
  })
})

test('wrong passkey responses are throttled without affecting other passkeys or the password', async () => {
  const { account, authenticator } = await holder()
  const ip = address()
  for (const left of [4, 3, 2, 1])
    expect(await logIn(authenticator, { verified: false }, ip)).toMatchObject({ code: -41030, data: left })
  expect((await logIn(authenticator, { verified: false }, ip)).code).toBe(-41002)
  expect((await logIn(authenticator, {}, address())).code).toBe(-41002)
  const { authenticator: other } = await holder()
  expect((await logIn(other, {}, ip)).code).toBe(200)
  expect((await call('wLogin', { is_agree: 1, username: account.phone, password }, { ip })).code).toBe(200)
})

// Guard: the generation, read before the answer is checked, in openSession.
test('removing a passkey ends the other sessions and notifies the holder', async () => {
  const { account, sid, authenticator, passkeyId } = await holder()
  const { sid: opened } = (await logIn(authenticator)).data
  expect((await call('removePasskey', { passkey_id: passkeyId }, { sid })).code).toBe(200)
  expect((await call('wGetUserInfo', {}, { sid: opened })).code).toBe(-41016)
  expect((await call('wGetUserInfo', {}, { sid })).code).toBe(200)
  expect(await list(sid)).toEqual([])
  expect(await notices(account.id)).toContain('已移除通行密钥')
  expect((await call('removePasskey', { passkey_id: passkeyId }, { sid })).code).toBe(-41036)
})

test('deleting a passkey by any SQL statement ends the earlier sessions', async () => {
  const { sid, passkeyId } = await holder()
  await system.change`delete from passkey where id = ${passkeyId}`
  expect((await call('wGetUserInfo', {}, { sid })).code).toBe(-41016)
})

test('nobody can list, rename, remove or reauthenticate with another account’s passkey', async () => {
  const { sid, authenticator, passkeyId } = await holder()
  const stranger = await make.session(await make.account({ password }))
  expect(await list(stranger)).toEqual([])
  const named = { passkey_id: passkeyId, name: '别人的' }
  expect((await call('renamePasskey', named, { sid: stranger })).code).toBe(-41036)
  expect((await call('removePasskey', { passkey_id: passkeyId }, { sid: stranger })).code).toBe(-41036)
  const { data } = await call('beginPasskeyProof', {}, { sid: stranger })
  expect(data.options.allowCredentials).toEqual([])
  const passkey = authenticator.get(data)
  const proved = await call('reauthenticateWithPasskey', { passkey }, { sid: stranger, ip: address() })
  expect(proved.code).toBe(-41030)
  expect((await call('renamePasskey', { ...named, name: '办公电脑' }, { sid })).code).toBe(200)
  expect(await list(sid)).toMatchObject([{ name: '办公电脑' }])
})

test('a passkey counts as a fresh proof of identity', async () => {
  const { sid, authenticator } = await holder()
  await system.change`update session set proved_at = now() - interval '1 hour'`
  const end = async () => (await call('endSession', { session_id: randomUUID() }, { sid })).code
  expect(await end()).toBe(-41022)
  const { data } = await call('beginPasskeyProof', {}, { sid })
  expect(data.options.allowCredentials).toHaveLength(1)
  expect((await call('reauthenticateWithPasskey', { passkey: authenticator.get(data) }, { sid })).code).toBe(200)
  expect(await end()).toBe(200)
})

describe('a passkey registration is refused', () => {
  test.each<[string, object, number]>([
    ['from another origin', { origin: 'https://evil.example' }, -41032],
    ['for another site', { rpId: 'evil.example' }, -41032],
    ['with nobody verified', { verified: false }, -41032],
    ['for a challenge that is not ours', { challenge: 'A'.repeat(43) }, -41031],
  ])('%s', async (_, lies, code) => {
    const sid = await make.session(await make.account())
    expect((await add(sid, softwareAuthenticator(), lies)).code).toBe(code)
    expect(await list(sid)).toEqual([])
  })

  test('when it is repeated, when its credential is known, and beyond the limit', async () => {
    const { account, sid } = await holder()
    const other = softwareAuthenticator()
    const first = other.create((await call('beginPasskey', {}, { sid })).data)
    expect((await call('addPasskey', { passkey: first }, { sid })).code).toBe(200)
    expect((await call('addPasskey', { passkey: first }, { sid })).code).toBe(-41031)
    await system.change`
      insert into passkey (user_handle, credential_id, public_key, counter, transports, name)
      select user_handle, gen_random_uuid(), '', 0, '{}', '' from passkey_holder, generate_series(3, ${maxPasskeys}::integer)
      where account_id = ${account.id}`
    expect(await call('beginPasskey', {}, { sid })).toMatchObject({ code: -41035, data: maxPasskeys })
  })

  // Guard: lockSession; otherwise a thief whose session ends would leave a way back in.
  test('when the password is changed while it is checked', async () => {
    const { account, sid } = await holder()
    const { data } = await call('beginPasskey', {}, { sid })
    const passkey = softwareAuthenticator().create(data)
    const added = await system.transaction(async transaction => {
      await transaction.change`update account set password_hash = 'another' where id = ${account.id}`
      const answer = call('addPasskey', { passkey }, { sid })
      await expect
        .poll(() => holds(system, sql`exists (select from pg_stat_activity where wait_event_type = 'Lock')`))
        .toBe(true)
      return { answer }
    })
    expect((await added.answer).code).toBe(-41016)
  })
})

test('a holder has one random user handle, distinct from the account id and deleted with the account', async () => {
  const { account, sid } = await holder()
  const handle = async () => (await call('beginPasskey', {}, { sid })).data.options.user.id
  expect(await handle()).toBe(await handle())
  expect(Buffer.from(await handle(), 'base64url')).toHaveLength(32)
  expect((await call('deleteAccount', { password }, { sid })).code).toBe(200)
  const left = await system.row(z.object({ count: z.int() }))`
    select count(*)::integer as count from passkey_holder where account_id = ${account.id}`
  expect(left?.count).toBe(0)
})

test.each([
  ['https://portal.example.com/', 'portal.example.com', 'https://portal.example.com'],
  ['https://portal.example.com:8443/', 'portal.example.com', 'https://portal.example.com:8443'],
  ['http://127.0.0.1:8080', 'localhost', 'http://localhost:8080'],
  ['http://[::1]:8080', 'localhost', 'http://localhost:8080'],
])('%s has the RP ID %s', (publicUrl, id, origin) => {
  expect(relyingParty({ publicUrl, mobileHosts: {} })).toEqual({ id, origins: [origin] })
})

test('the mobile host of the public address shares its passkeys, and no other host does', () => {
  const mobileHosts = { 'www.example.com': 'm.example.com', 'other.example.com': 'm.other.example.com' }
  expect(relyingParty({ publicUrl: 'https://www.example.com', mobileHosts })).toEqual({
    id: 'www.example.com',
    origins: ['https://www.example.com', 'https://m.example.com'],
  })
  expect(relatedOrigins({ publicUrl: 'https://portal.example.com', mobileHosts })).toEqual([])
  expect(
    relatedOrigins({ publicUrl: 'https://m.example.com', mobileHosts: { 'm.example.com': 'm.example.com' } }),
  ).toEqual([])
})

test('a passkey created on the mobile host works there and on no other host', async () => {
  const account = await make.account({ password })
  const authenticator = softwareAuthenticator('http://m.portal.localhost:8080')
  expect((await add(await make.session(account), authenticator)).code).toBe(200)
  expect((await logIn(authenticator)).code).toBe(200)
  expect((await logIn(authenticator, { origin: 'http://n.portal.localhost:8080' })).code).toBe(-41030)
})

test('passkeys are refused when the public address is an IP address', () => {
  expect(() => relyingParty({ publicUrl: 'https://203.0.113.7', mobileHosts: {} })).toThrow(
    expect.objectContaining({ code: -41033 }),
  )
  expect(relyingParty(services.config).id).toBe('localhost')
})
