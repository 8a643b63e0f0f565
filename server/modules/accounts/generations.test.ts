import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testPortal } from '#server/testing/portal.ts'
import { findCredentials } from './accounts.sql.ts'
import { endFamily, openSession } from './session.ts'

const { make, call, system } = await testPortal()
const password = 'Blue-Sail-7'
const caller = {
  client: { name: 'portal-web', version: '1201' },
  ip: '127.0.0.1',
  userAgent: 'vitest',
  requestId: 'test',
  onHangUp: () => () => {},
  deviceCookie: undefined,
}
const code = async (sid: string) => (await call('checkManager', {}, { sid })).code
const noticesOf = async (accountId: string) =>
  (
    await system.rows(
      z.object({ title: z.string() }),
    )`select title from notice where account_id = ${accountId} order by id`
  ).map(({ title }) => title)

// Guard: the generation that openSession compares. Without it a login whose password was checked before the change gets a session
// after it.
test('a login that verified the old password gets no session once the password has changed', async () => {
  const account = await make.account({ password })
  const proved = await findCredentials(system, account.phone)
  if (!proved) throw new Error('no account')
  await system.change`update account set password_hash = 'another' where id = ${account.id}`
  await expect(openSession(system, proved, caller, { known: true })).rejects.toMatchObject({ code: -41016 })
})

// Guard: the generation that requireSession compares: the row of the session is written by a transaction that has not seen the
// change, and no statement of the change can see that row.
test.each([
  ['password', sql`password_hash = 'another'`],
  ['state', sql`state = 'disabled'`],
])('a session that is written while the %s changes is invalid', async (_, change) => {
  const account = await make.account({ password })
  const proved = await findCredentials(system, account.phone)
  if (!proved) throw new Error('no account')
  const sid = await system.transaction(async transaction => {
    const opened = await openSession(transaction, proved, caller, { known: true })
    await system.change`update account set ${change} where id = ${account.id}`
    await system.change`update session set ended_at = now(), end_reason = 'password' where account_id = ${account.id}`
    return opened?.sid ?? ''
  })
  expect(await code(sid)).toBe(-41016)
})

test('a thief who keeps refreshing a session loses it when the password changes', async () => {
  const account = await make.account({ password })
  const [owner, stolen] = [await make.session(account), await make.session(account)]
  let sid = stolen
  let over = false
  const thief = (async () => {
    while (!over) {
      const answer = await call('refreshSession', {}, { sid })
      if (answer.code !== 200) return
      sid = answer.data.sid
    }
  })()
  const change = { old_password: password, password: 'Green-Sea-8', password2: 'Green-Sea-8' }
  expect((await call('changePassword', change, { sid: owner })).code).toBe(200)
  over = true
  await thief
  expect(await code(sid)).toBe(-41016)
  expect(await code(owner)).toBe(200)
  expect(await noticesOf(account.id)).toEqual(['登录密码已修改'])
})

test('signing out also ends the sids that replaced the current one', async () => {
  const account = await make.account()
  const first = await make.session(account)
  const other = await make.session(account)
  const { data } = await call('refreshSession', {}, { sid: first })
  expect((await call('signOut', {}, { sid: first })).code).toBe(200)
  expect([await code(first), await code(data.sid), await code(other)]).toEqual([-41016, -41016, 200])
})

// Guard: the lock of the family's first session. Without it a concurrent refresh leaves a successor behind.
test('a refresh concurrent with the end of its session family leaves no session', async () => {
  const account = await make.account()
  const family = z.object({ id: z.string() })
  for (let round = 0; round < 40; round++) {
    let sid = await make.session(account)
    const first = await system.row(
      family,
    )`select id from session where account_id = ${account.id} order by id desc limit 1`
    const refreshes = (async () => {
      for (let each = 0; each < 4; each++) {
        const answer = await call('refreshSession', {}, { sid })
        if (answer.code !== 200) return
        sid = answer.data.sid
      }
    })()
    await Promise.all([refreshes, endFamily(system, first?.id ?? '', 'signed_out')])
    expect(await code(sid)).not.toBe(200)
  }
})

test('reusing a replaced sid after its grace period ends the login and notifies the holder once', async () => {
  const account = await make.account()
  const stolen = await make.session(account)
  const { data } = await call('refreshSession', {}, { sid: stolen })
  expect(await code(data.sid)).toBe(200)
  await system.change`update session set ended_at = now() - interval '1 s' where account_id = ${account.id} and ended_at is not null`
  expect(await code(stolen)).toBe(-41004)
  expect(await code(data.sid)).toBe(-41016)
  expect(await code(stolen)).toBe(-41004)
  expect(await noticesOf(account.id)).toEqual(['登录已被保护性退出'])
})

test('a login from a new kind of device is notified; the first login and known devices are not', async () => {
  const account = await make.account({ password })
  const login = (userAgent: string) =>
    call('wLogin', { is_agree: 1, username: account.phone, password }, { headers: { 'user-agent': userAgent } })
  const windows = (version: number) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/${version}.0 Safari/537.36`
  await login(windows(140))
  await login(windows(141))
  expect(await noticesOf(account.id)).toEqual([])
  await login('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1')
  expect(await noticesOf(account.id)).toEqual(['新设备登录'])
})
