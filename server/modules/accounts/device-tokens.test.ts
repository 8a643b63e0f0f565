import sql from 'sql-template-tag'
import { expect, test, vi } from 'vitest'
import { contract, type InputOf } from '#contract/index.ts'
import { countOf } from '#server/database/count-rows.ts'
import { approvalsOn } from '#server/testing/approvals.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, call, operate, post, system, codeSentTo } = portal

const password = 'Blue-Sail-7'
/** Strangers have many addresses, so only the account's count can hold them back. */
let strangers = 0
const elsewhere = () => `10.66.${strangers >> 8}.${strangers++ & 255}`
const home = '10.7.7.7'

/** Makes a call as a browser that keeps its cookies, and returns the device cookie that it has afterwards. */
async function browse<Name extends 'wLogin' | 'forgotPassword' | 'sendVerificationCode'>(
  name: Name,
  input: InputOf<Name>,
  { cookie = '', ip = home, key = '' } = {},
) {
  const { body, headers } = await post(contract[name].path, input, {
    ip,
    headers: { ...(cookie && { cookie: `operator=x; device=${cookie}` }), ...(key && { 'idempotency-key': key }) },
  })
  const set = String(headers['set-cookie'] ?? '')
  return {
    ...(JSON.parse(body) as { code: number; data: unknown }),
    set,
    cookie: /device=([^;]*)/.exec(set)?.[1] ?? '',
  }
}
const logIn = (username: string, input = password, options: { cookie?: string; ip?: string; key?: string } = {}) =>
  browse('wLogin', { is_agree: 1, username, password: input }, options)

const lockOut = async (username: string) => {
  for (let tried = 0; tried < 5; tried++) await logIn(username, 'wrong-one', { ip: elsewhere() })
}

test('strangers’ failed logins lock out strangers, never a browser that has logged in before', async () => {
  const account = await make.account({ password })
  const first = await logIn(account.phone)
  expect(first.set).toMatch(/^device=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/)
  await lockOut(account.phone)
  expect((await logIn(account.phone)).code).toBe(-41002)
  expect((await logIn(account.phone, password, first)).code).toBe(200)
  // Nor does its login give strangers new attempts.
  expect((await logIn(account.phone, password, { ip: elsewhere() })).code).toBe(-41002)
})

test('strangers do not use up the codes of a phone: its holder’s browser gets the last two of the day without any work', async () => {
  const account = await make.account({ password })
  const known = await logIn(account.phone)
  const send = (options: { cookie?: string; ip?: string }) =>
    browse('sendVerificationCode', { send_type: 1, account: account.phone, email_type: 'forgotpwd' }, options)
  const wait = () =>
    system.change`update code_allowance set last_sent_at = now() - interval '61 s' where phone = ${account.phone}`
  await system.change`
    insert into code_allowance (phone, last_sent_at, day, sent_today)
    values (${account.phone}, now() - interval '61 s', current_date, 8)`
  expect((await send({ ip: elsewhere() })).code).toBe(-41007)
  expect((await send(known)).code).toBe(200)
  await wait()
  expect((await send(known)).code).toBe(200)
  await wait()
  expect((await send(known)).code).toBe(-41007)
  // A browser that is known to another account is a stranger to this one.
  const other = await logIn((await make.account({ password })).phone)
  await system.change`update code_allowance set sent_today = 5 where phone = ${account.phone}`
  expect((await send(other)).code).toBe(-41014)
})

test('a known browser can log in even from a blocked IP address', async () => {
  const account = await make.account({ password })
  const { cookie } = await logIn(account.phone)
  await system.change`
    insert into login_throttle (key, failures, blocked_until)
    values ('address:10.7.8.8', 40, now() + interval '10 minutes')`
  expect((await logIn(account.phone, password, { ip: '10.7.8.8' })).code).toBe(-41002)
  expect((await logIn(account.phone, password, { ip: '10.7.8.8', cookie })).code).toBe(200)
})

test('a known browser is throttled like a stranger, and many known browsers share an upper limit', async () => {
  const account = await make.account({ password })
  const cookies = [(await logIn(account.phone)).cookie]
  while (cookies.length < 7) cookies.push((await logIn(account.phone)).cookie)
  const [cookie = ''] = cookies
  for (const left of [4, 3, 2, 1]) expect((await logIn(account.phone, 'wrong-one', { cookie })).data).toBe(left)
  expect(await logIn(account.phone, 'wrong-one', { cookie })).toMatchObject({ code: -41002, data: 30 })
  expect((await logIn(account.phone, password, { cookie })).code).toBe(-41002)
  // The delay applies to one browser; neither another browser nor a stranger's is delayed.
  expect((await logIn(account.phone, password, { cookie: cookies[1] ?? '' })).code).toBe(200)
  expect((await logIn(account.phone)).code).toBe(200)
  for (const each of cookies)
    for (let tried = 0; tried < 5; tried++) await logIn(account.phone, 'wrong-one', { cookie: each })
  expect((await logIn(account.phone, password, { cookie: (await logIn(account.phone)).cookie })).code).toBe(-41002)
})

test('a device token belongs to one account, cannot be altered and expires after 180 days', async () => {
  const [account, other] = [await make.account({ password }), await make.account({ password })]
  const { cookie } = await logIn(account.phone)
  const others = (await logIn(other.phone)).cookie
  await lockOut(account.phone)
  const [device, end, signature] = cookie.split('.')
  const forged = [
    others,
    `${device}x.${end}.${signature}`,
    `${device}.${Number(end) + 86_400}.${signature}`,
    `${device}.${end}.`,
    `${device}.${end}`,
    '~~~',
    '..',
  ]
  for (const each of forged) expect((await logIn(account.phone, password, { cookie: each })).code, each).toBe(-41002)
  const later = Date.now() + 180 * 86_400_000
  vi.useFakeTimers({ now: later + 5_000, toFake: ['Date'] })
  expect((await logIn(account.phone, password, { cookie })).code).toBe(-41002)
  vi.setSystemTime(later - 5_000)
  expect((await logIn(account.phone, password, { cookie })).code).toBe(200)
})

test('a shared browser keeps the device tokens of its four latest accounts, one each', async () => {
  const accounts = await Promise.all(Array.from({ length: 5 }, () => make.account({ password })))
  let cookie = ''
  for (const { phone } of [...accounts, ...accounts.slice(3)])
    cookie = (await logIn(phone, password, { cookie })).cookie
  expect(cookie.split('~')).toHaveLength(4)
  for (const { phone } of accounts) await lockOut(phone)
  const codes = await Promise.all(accounts.map(async ({ phone }) => (await logIn(phone, password, { cookie })).code))
  expect(codes).toEqual([-41002, 200, 200, 200, 200])
})

test('a repeated login request is also answered with the cookie', async () => {
  const account = await make.account({ password })
  const first = await logIn(account.phone, password, { key: 'login-repeated-1' })
  const again = await logIn(account.phone, password, { key: 'login-repeated-1' })
  expect(again).toEqual(first)
  expect(again.cookie).not.toBe('')
})

test('the owner of an open session can always try to change the password', async () => {
  const account = await make.account({ password })
  const [sid, stolen] = [await make.session(account), await make.session(account)]
  await lockOut(account.phone)
  const change = (old_password: string, by: string) =>
    call(
      'changePassword',
      { old_password, password: 'Green-Sail-8', password2: 'Green-Sail-8' },
      { sid: by, ip: elsewhere() },
    )
  for (const left of [4, 3, 2, 1]) expect(await change('wrong-one', stolen)).toMatchObject({ code: -41012, data: left })
  expect((await change('wrong-one', stolen)).code).toBe(-41002)
  // A refresh is the same login.
  const refreshed = (await call('refreshSession', {}, { sid: stolen })).data.sid
  expect((await change(password, refreshed)).code).toBe(-41002)
  expect((await change(password, sid)).code).toBe(200)
})

test('resetting the password by phone makes the browser known and clears all failure counts', async () => {
  const account = await make.account({ password })
  const { cookie } = await logIn(account.phone)
  await lockOut(account.phone)
  for (let tried = 0; tried < 5; tried++) await logIn(account.phone, 'wrong-one', { cookie })
  await call('sendVerificationCode', { send_type: 1, account: account.phone, email_type: 'forgotpwd' }, { ip: home })
  const captcha = await codeSentTo(account.phone)
  const reset = { username: account.phone, password: 'Green-Sail-8', password2: 'Green-Sail-8', captcha }
  const answer = await browse('forgotPassword', reset)
  expect(answer.code).toBe(200)
  expect((await logIn(account.phone, 'Green-Sail-8', { cookie })).code).toBe(200)
  await lockOut(account.phone)
  expect((await logIn(account.phone, 'Green-Sail-8', answer)).code).toBe(200)
})

test('support sees and lifts the lockout of a known browser too', async () => {
  const account = await make.account({ password })
  const other = await make.account({ password })
  const { token } = await make.operator('support')
  const { cookie } = await logIn(account.phone)
  for (let tried = 0; tried < 6; tried++) await logIn(account.phone, 'wrong-one', { cookie })
  await lockOut(other.phone)
  const { data } = await operate('getAccountOverview', { account_id: account.id }, { token })
  expect(data.throttle).toMatchObject({ failures: 5, blocked_until: expect.any(String) })
  expect((await operate('releaseLogin', { account_id: account.id }, { token })).code).toBe(200)
  expect((await logIn(account.phone, password, { cookie })).code).toBe(200)
  expect(await countOf(system, sql`select count(*) from login_throttle where key = ${`account:${other.phone}`}`)).toBe(
    1,
  )
})

test("an operator's browser becomes known as well, and the password of an open session is throttled separately", async () => {
  const operator = await make.operator('support', { password: 'Owner-9182-sea' })
  const attempt = async (known: string, ip: string, cookie = '') => {
    const { body, headers } = await post(
      '/operations/operator/logIn',
      { name: operator.name, password: known },
      { ip, headers: { authorization: 'operations-web 1201', ...(cookie && { cookie: `device=${cookie}` }) } },
    )
    const cookies = [headers['set-cookie'] ?? []].flat()
    const device = cookies.flatMap(each => /^device=([^;]*)/.exec(each)?.[1] ?? [])[0] ?? ''
    return { code: (JSON.parse(body) as { code: number }).code, device }
  }
  const { device } = await attempt('Owner-9182-sea', home)
  expect(device).not.toBe('')
  for (let tried = 0; tried < 5; tried++) await attempt('wrong', elsewhere())
  expect((await attempt('Owner-9182-sea', home)).code).toBe(-41002)
  expect((await attempt('Owner-9182-sea', home, device)).code).toBe(200)
  expect((await operate('beginTotp', { password: 'Owner-9182-sea' }, { token: operator.token })).code).toBe(200)
  // A reset by an owner lets strangers try again, because the operator may be one of them.
  const owners = [await make.operator('owner'), await make.operator('owner')] as const
  const reset = { operator_id: operator.id, totp: false }
  const values = (await approvalsOn(portal).confirmed('resetOperator', reset, owners)).password
  expect((await attempt(values, home)).code).toBe(200)
})
