import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { hitsOf } from '#server/database/limits.ts'
import { newPhone } from '#server/testing/identities.ts'
import { untilWindowHolds } from '#server/testing/limit-window.ts'
import { testPortal } from '#server/testing/portal.ts'

// The larger the daily budget, the less proof of work a code takes.
const portal = await testPortal({ SMS_PROOF_AFTER: '1000', SMS_DAILY_LIMIT: '100000' })
const { make, call, system, codeSentTo } = portal

let address = 0
const elsewhere = () => `10.9.${Math.floor(++address / 250)}.${(address % 250) + 1}`

const send = (account: string, email_type: 'register' | 'forgotpwd', ip = elsewhere()) =>
  call('sendVerificationCode', { send_type: 1, account, email_type }, { ip })
/** Computes the proof of work as a browser would. */
async function sendProved(account: string, ip = elsewhere()) {
  const { challenge } = (await call('getProofChallenge', {}, { ip })).data as unknown as { challenge: Challenge }
  const solution = await solveChallenge({ challenge, deriveKey })
  const proof = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  return call('sendVerificationCode', { send_type: 1, account, email_type: 'register', proof }, { ip })
}
const register = (username: string, captcha: string, more: { password?: string; invite_code?: string } = {}) =>
  call('wRegister', { is_agree: 1, username, password: 'Blue-Sail-7', captcha, ...more }, { ip: elsewhere() })
const patience = (phone: string) =>
  system.change`update code_allowance set last_sent_at = now() - interval '61 s' where phone = ${phone}`

test('a code that was sent by SMS registers an account and records its consent', async () => {
  const phone = newPhone()
  expect(await send(phone, 'register')).toMatchObject({ code: 200, data: {} })
  const answer = await register(phone, await codeSentTo(phone))
  expect(answer.code).toBe(200)
  expect(answer.data).toMatchObject({ user_status: -1, user_info: { phone, is_company_manager: 0 } })
  expect((await call('wLogin', { is_agree: 1, username: phone, password: 'Blue-Sail-7' })).code).toBe(200)
  const row = await system.row(
    z.object({ agreement_version: z.string(), agreed: z.boolean(), password_hash: z.string().nullable() }),
  )`select agreement_version, agreed_at is not null as agreed, password_hash from account where phone = ${phone}`
  expect(row).toMatchObject({ agreement_version: '2026-12', agreed: true })
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('codes and passwords are stored as digests', async () => {
  const phone = newPhone()
  await send(phone, 'register')
  const code = await codeSentTo(phone)
  const stored = await system.row(z.object({ text: z.string() }))`
  select concat((select string_agg(verification_code::text, ' ') from verification_code where phone = ${phone}),
    (select string_agg(payload::text, ' ') from graphile_worker._private_jobs)) as text`
  expect(stored?.text).toContain(phone)
  expect(stored?.text).not.toContain(code)
})

test('a second code within a minute is refused with the wait; a newer code replaces the older one', async () => {
  const phone = newPhone()
  await send(phone, 'register')
  const first = await codeSentTo(phone)
  const again = await send(phone, 'register')
  expect(again.code).toBe(-41006)
  expect(Number(again.data)).toBeGreaterThan(55)
  await patience(phone)
  expect((await send(phone, 'register')).code).toBe(200)
  await expect.poll(() => codeSentTo(phone)).not.toBe(first)
  expect((await register(phone, first)).code).toBe(-41005)
  expect((await register(phone, await codeSentTo(phone))).code).toBe(200)
})

test('fifty concurrent requests for one phone send one code', async () => {
  const phone = newPhone()
  // Guard: the condition in takeAllowance's upsert, engines/messages/phone-allowance.ts.
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(phone, 'register')))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === -41006)).toHaveLength(49)
})

// Guard: the shares of a phone's codes in takeAllowance. Without them ten requests of a stranger keep the holder out for a day.
test('strangers have five codes a day sent to a phone, three more by a proof of work, and leave the rest to its holder', async () => {
  const phone = newPhone()
  for (let sent = 0; sent < 5; sent++) {
    expect((await send(phone, 'register')).code).toBe(200)
    await patience(phone)
  }
  expect((await send(phone, 'register')).code).toBe(-41014)
  for (let sent = 0; sent < 3; sent++) {
    expect((await sendProved(phone)).code).toBe(200)
    await patience(phone)
  }
  expect((await sendProved(phone)).code).toBe(-41007)
})

test('thirty codes an hour for an IP address', async () => {
  await untilWindowHolds()
  for (let sent = 0; sent < 30; sent++) expect((await send(newPhone(), 'register', '10.8.8.8')).code).toBe(200)
  expect(await send(newPhone(), 'register', '10.8.8.8')).toMatchObject({ code: 429, status: 429 })
})

test('an IP address whose requests keep being refused is rate limited', async () => {
  const phone = newPhone()
  await untilWindowHolds()
  const codes: number[] = []
  for (let tries = 0; tries < 31; tries++) codes.push((await send(phone, 'register', '10.8.9.9')).code)
  expect(codes).toEqual([200, ...Array<number>(29).fill(-41006), 429])
})

test('rate limits by IP address count a whole IPv6 /64 together', async () => {
  await untilWindowHolds()
  const challenge = (ip: string) => call('getProofChallenge', {}, { ip })
  for (let host = 0; host < 60; host++) expect((await challenge(`2001:db8:0:1::${host}`)).code).toBe(200)
  expect([(await challenge('2001:db8:0:1::ffff')).code, (await challenge('2001:db8:0:2::1')).code]).toEqual([429, 200])
})

test('strangers’ guesses and requests do not use up a code that somebody else requested', async () => {
  const { phone } = await make.account()
  const home = '2001:db8:77:1::5'
  const reset = (captcha: string, ip: string) =>
    call('forgotPassword', { username: phone, password: 'Green-Sea-8', password2: 'Green-Sea-8', captcha }, { ip })
  await send(phone, 'forgotpwd', home)
  const own = await codeSentTo(phone)
  const wrong = own === '000000' ? '000001' : '000000'
  for (let tried = 0; tried < 6; tried++) expect((await reset(wrong, elsewhere())).code).toBe(-41005)
  // All other requesters share five attempts, which the right code uses as well.
  expect((await reset(own, elsewhere())).code).toBe(-41005)
  await patience(phone)
  await send(phone, 'forgotpwd')
  // The owner may have another address of the same network by now.
  expect((await reset(own, '2001:db8:77:1::6')).code).toBe(200)
  expect((await reset(own, home)).code).toBe(-41005)
})

test('the person who requested a code has five attempts, too', async () => {
  const { phone } = await make.account()
  const ip = elsewhere()
  await send(phone, 'forgotpwd', ip)
  const code = await codeSentTo(phone)
  const reset = (captcha: string) =>
    call('forgotPassword', { username: phone, password: 'Green-Sea-8', password2: 'Green-Sea-8', captcha }, { ip })
  const wrong = code === '000000' ? '000001' : '000000'
  for (let tried = 0; tried < 5; tried++) expect((await reset(wrong)).code).toBe(-41005)
  expect((await reset(code)).code).toBe(-41005)
})

/** Sets a counter of the current hour to this many hits. */
const counted = (key: string, hits: number) => system.change`
  insert into limit_counter (key, window_start, hits)
  values (${key}, date_bin('1 hour', now(), timestamptz '2000-01-01 00:00:00+08'), ${hits})
  on conflict (key, window_start) do update set hits = excluded.hits`

test('an address guesses at most 120 codes an hour, whosever they are', async () => {
  await untilWindowHolds()
  const guess = () =>
    call('wRegister', { is_agree: 1, username: newPhone(), password: 'Blue-Sail-7', captcha: '000000' }, { ip })
  const ip = elsewhere()
  await counted(`code-check:${ip}`, 119)
  expect((await guess()).code).toBe(-41005)
  expect((await guess()).code).toBe(429)
})

test('once many codes were sent, another takes a proof of work', async () => {
  await untilWindowHolds()
  const sentThisHour = 'sms:site:code:hour'
  const before = await hitsOf(system, sentThisHour, 3600)
  expect((await send(newPhone(), 'register')).code).toBe(200)
  expect(await hitsOf(system, sentThisHour, 3600)).toBe(before + 1)
  onTestFinished(async () => void (await counted(sentThisHour, before)))
  await counted(sentThisHour, 2000)
  const [account, ip] = [newPhone(), elsewhere()]
  expect((await send(account, 'register', ip)).code).toBe(-41014)
  expect((await sendProved(account, ip)).code).toBe(200)
})

test('a code survives four wrong attempts but not a fifth, also concurrently', async () => {
  const phone = newPhone()
  await send(phone, 'register')
  const code = await codeSentTo(phone)
  const wrong = code === '000000' ? '000001' : '000000'
  // Guard: the attempts rise in the statement that returns the hash.
  await Promise.all(Array.from({ length: 20 }, () => register(phone, wrong)))
  expect((await register(phone, code)).code).toBe(-41005)
  const row = await system.row(
    z.object({ attempts: z.int() }),
  )`select attempts_elsewhere as attempts from verification_code where phone = ${phone}`
  expect(row?.attempts).toBe(5)
})

test('a code is valid for five minutes, for its phone and its purpose only', async () => {
  const phone = newPhone()
  await send(phone, 'register')
  const code = await codeSentTo(phone)
  expect((await register(newPhone(), code)).code).toBe(-41005)
  expect(
    (
      await call('forgotPassword', {
        username: phone,
        password: 'Blue-Sail-7',
        password2: 'Blue-Sail-7',
        captcha: code,
      })
    ).code,
  ).toBe(-41005)
  await system.change`update verification_code set expires_at = now() where phone = ${phone}`
  expect((await register(phone, code)).code).toBe(-41005)
})

test('twenty concurrent registrations with one code create one account', async () => {
  const phone = newPhone()
  await send(phone, 'register')
  const code = await codeSentTo(phone)
  // Guard: the code's use, the attempt counter, and the account's unique phone.
  const answers = await Promise.all(Array.from({ length: 4 }, () => register(phone, code)))
  expect(answers.filter(answer => answer.code === 200)).toHaveLength(1)
})

test('requesting a code does not reveal whether a phone is registered; registering tells its holder', async () => {
  const account = await make.account({ password: 'Blue-Sail-7' })
  const stranger = newPhone()
  for (const purpose of ['register', 'forgotpwd'] as const) {
    expect(await send(account.phone, purpose)).toEqual(await send(stranger, purpose))
    await Promise.all([patience(account.phone), patience(stranger)])
  }
  const sent = await portal.app.inject({ url: `/demo/outbox?phone=${stranger}` })
  expect(sent.json<{ purpose: string }[]>().map(({ purpose }) => purpose)).toEqual(['register'])
  await patience(account.phone)
  await send(account.phone, 'register')
  expect((await register(account.phone, '000000')).code).toBe(-41005)
  await expect.poll(async () => (await register(account.phone, await codeSentTo(account.phone))).code).toBe(-41008)
})

test('an invite code attributes the account to its channel; a bad one is refused before the code is spent', async () => {
  const code = await make.promotionCode()
  const phone = newPhone()
  await send(phone, 'register')
  const captcha = await codeSentTo(phone)
  expect((await register(phone, captcha, { invite_code: 'NONE99' })).code).toBe(-43001)
  expect((await register(phone, captcha, { invite_code: code.toLowerCase() })).code).toBe(200)
  expect(
    await system.row(
      z.object({ promotion_code: z.string().nullable() }),
    )`select promotion_code from account where phone = ${phone}`,
  ).toEqual({
    promotion_code: code,
  })
  expect(await system.row(z.object({ used: z.int() }))`select used from promotion_code where code = ${code}`).toEqual({
    used: 1,
  })
})

test('a password reset sets the password, ends every session and unlocks the account', async () => {
  const account = await make.account({ password: 'Blue-Sail-7' })
  const sid = await make.session(account)
  await send(account.phone, 'forgotpwd')
  const captcha = await codeSentTo(account.phone)
  const reset = (password2: string) =>
    call('forgotPassword', { username: account.phone, password: 'Green-Sea-8', password2, captcha })
  expect((await reset('Green-Sea-9')).code).toBe(-41010)
  expect((await reset('Green-Sea-8')).code).toBe(200)
  expect((await call('wGetUserInfo', {}, { sid })).code).toBe(-41016)
  expect((await call('wLogin', { is_agree: 1, username: account.phone, password: 'Green-Sea-8' })).code).toBe(200)
  expect((await reset('Green-Sea-8')).code).toBe(-41005)
})

test('while the SMS provider refuses everything, people get an error instead of waiting for a code', async () => {
  await system.change`
    insert into sms_message (purpose, phone_masked, state, failure, settled_at)
    select 'register', '139****0000', 'failed', 'provider down', now() from generate_series(1, 3)`
  await system.change`update sms_message set settled_at = now() - interval '6 minutes' where state = 'sent'`
  expect((await send(newPhone(), 'register')).code).toBe(-41015)
  await system.change`delete from sms_message where state = 'failed'`
})
