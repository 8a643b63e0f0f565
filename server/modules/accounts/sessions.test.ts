import { expect, test } from 'vitest'
import { z } from 'zod'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, call, system, codeSentTo } = portal
const password = 'Blue-Sail-7'

test('a sid expires after seven days without use and after thirty days in all', async () => {
  const account = await make.account()
  const idle = await make.session(account)
  await system.change`update session set last_seen_at = now() - interval '7 days' where account_id = ${account.id}`
  expect((await call('checkManager', {}, { sid: idle })).code).toBe(-41004)
  const old = await make.session(account, { expiresAt: new Date() })
  expect((await call('checkManager', {}, { sid: old })).code).toBe(-41004)
})

test('using a session keeps it alive', async () => {
  const account = await make.account()
  const sid = await make.session(account)
  await system.change`update session set last_seen_at = now() - interval '6 days' where account_id = ${account.id}`
  await call('checkManager', {}, { sid })
  const row = await system.row(
    z.object({ awake: z.boolean() }),
  )`select last_seen_at > now() - interval '1 minute' as awake from session where account_id = ${account.id}`
  expect(row).toEqual({ awake: true })
})

test('a refresh gives a new sid; the old one works for one more minute and cannot refresh again', async () => {
  const account = await make.account()
  const sid = await make.session(account)
  const [first, second] = await Promise.all([call('refreshSession', {}, { sid }), call('refreshSession', {}, { sid })])
  expect([first.code, second.code].sort()).toEqual([-41019, 200].sort())
  const fresh = first.code === 200 ? first.data.sid : second.data.sid
  expect((await call('checkManager', {}, { sid: fresh })).code).toBe(200)
  expect((await call('checkManager', {}, { sid })).code).toBe(200)
  expect((await call('refreshSession', {}, { sid })).code).toBe(-41019)
  await system.change`update session set ended_at = now() - interval '1 s' where account_id = ${account.id} and end_reason = 'replaced'`
  expect((await call('checkManager', {}, { sid })).code).toBe(-41004)
  const age = await system.row(
    z.object({ ends: z.int() }),
  )`select count(distinct expires_at)::integer as ends from session where account_id = ${account.id}`
  expect(age).toEqual({ ends: 1 })
})

test('signing out ends the sid at once', async () => {
  const sid = await make.session(await make.account())
  expect((await call('signOut', {}, { sid })).code).toBe(200)
  expect((await call('checkManager', {}, { sid })).code).toBe(-41016)
})

test('an account sees and ends its own sessions, nobody else’s', async () => {
  const [account, other] = [await make.account(), await make.account()]
  const sid = await make.session(account, { userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' })
  await make.session(account, { ip: '10.0.0.9' })
  const { data } = await call('getSessionList', {}, { sid })
  expect(data.total).toBe(2)
  expect(data.list.find(session => session.current)).toMatchObject({ device: 'Chrome · Windows', ip: '127.0.0.1' })
  const away = data.list.find(session => !session.current)
  if (!away) throw new Error('two sessions were listed')
  const stranger = await make.session(other)
  expect((await call('endSession', { session_id: away.session_id }, { sid: stranger })).data).toEqual({ ended: false })
  expect((await call('endSession', { session_id: away.session_id }, { sid })).data).toEqual({ ended: true })
  expect((await call('getSessionList', {}, { sid })).data.total).toBe(1)
})

test('all other logins end at once, also one that was refreshed; nobody else’s do', async () => {
  const [account, other] = [await make.account(), await make.account()]
  const [sid, ...away] = await Promise.all([0, 1, 2].map(() => make.session(account)))
  const stranger = await make.session(other)
  const refreshed = await call('refreshSession', {}, { sid: away[0] })
  expect((await call('endOtherSessions', {}, { sid })).code).toBe(200)
  for (const ended of [...away, refreshed.data.sid])
    expect((await call('checkManager', {}, { sid: ended })).code).toBe(-41016)
  expect((await call('checkManager', {}, { sid })).code).toBe(200)
  expect((await call('checkManager', {}, { sid: stranger })).code).toBe(200)
})

test('changing the password ends the other sessions and keeps the current one', async () => {
  const account = await make.account({ password })
  const [current, otherSession] = [await make.session(account), await make.session(account)]
  const change = (old_password: string, next = 'Green-Sea-8', again = next) =>
    call('changePassword', { old_password, password: next, password2: again }, { sid: current })
  expect(await change('not-the-one')).toMatchObject({ code: -41012, data: 4 })
  expect((await change(password, 'Green-Sea-8', 'Green-Sea-9')).code).toBe(-41010)
  expect((await change(password)).code).toBe(200)
  expect((await call('checkManager', {}, { sid: current })).code).toBe(200)
  expect((await call('checkManager', {}, { sid: otherSession })).code).toBe(-41016)
})

test('changing the phone takes the password and a code sent to the new phone', async () => {
  const account = await make.account({ password })
  const taken = await make.account({ password })
  const [current, otherSession] = [await make.session(account), await make.session(account)]
  const phone = newPhone()
  await call('sendPhoneChangeCode', { phone }, { sid: current })
  const captcha = await codeSentTo(phone)
  const change = (to: string, input: string) =>
    call('changePhone', { phone: to, captcha, password: input }, { sid: current })
  expect((await change(phone, 'not-the-one')).code).toBe(-41012)
  expect((await change(taken.phone, password)).code).toBe(-41005)
  expect((await change(phone, password)).data).toEqual({ phone })
  expect((await call('checkManager', {}, { sid: otherSession })).code).toBe(-41016)
  expect((await call('wLogin', { is_agree: 1, username: phone, password })).code).toBe(200)
  await call('sendPhoneChangeCode', { phone: taken.phone }, { sid: current })
  const theirs = await codeSentTo(taken.phone)
  expect((await call('changePhone', { phone: taken.phone, captcha: theirs, password }, { sid: current })).code).toBe(
    -41013,
  )
})

test('the display name can be changed; too long, empty or unprintable names are refused at the field', async () => {
  const sid = await make.session(await make.account())
  expect((await call('setDisplayName', { display_name: ' 小王 ' }, { sid })).data.user_info.display_name).toBe('小王')
  for (const display_name of ['', '   ', 'x'.repeat(31), 'a\u0000b'])
    expect(await call('setDisplayName', { display_name }, { sid })).toMatchObject({
      code: -41003,
      data: 'display_name',
    })
})

test('an account can be exported and erased; an owner has to transfer the company first', async () => {
  const account = await make.account({ password, displayName: '待注销的人' })
  await make.verification(account, { state: 'approved' })
  const sid = await make.session(account)
  const exported = await call('exportAccount', {}, { sid })
  expect(exported.data.account).toMatchObject({ phone: account.phone, display_name: '待注销的人' })
  expect(JSON.stringify(exported.data)).not.toContain('argon2')
  expect((await call('deleteAccount', { password: 'not-the-one' }, { sid })).code).toBe(-41012)
  expect((await call('deleteAccount', { password }, { sid })).code).toBe(200)
  expect((await call('checkManager', {}, { sid })).code).toBe(-41016)
  expect((await call('wLogin', { is_agree: 1, username: account.phone, password })).code).toBe(-41001)
  const remains = await system.row(z.object({ text: z.string() }))`
  select concat(account::text, (select string_agg(verification::text, '') from identity_verification verification where account_id = account.id)) as text
  from account where id = ${account.id}`
  expect(remains?.text).not.toContain(account.phone)
  expect(remains?.text).not.toContain('张三')

  const owner = await make.account({ password })
  await make.company({ owner })
  expect((await call('deleteAccount', { password }, { sid: await make.session(owner) })).code).toBe(-41018)
})
