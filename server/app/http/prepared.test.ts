import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { countOf } from '#server/database/count-rows.ts'
import { hashing } from '#server/modules/accounts/passwords.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, call, system } = await testPortal()
const password = 'Blue-Sail-7'
const renewed = 'Green-Sea-8'

/** Blocks all password hashing while `work` runs. */
async function whileHashingIsBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  const busy = Promise.withResolvers<void>()
  const turns = ['10.8.0.1', '10.8.0.2'].map(ip => hashing(ip, () => busy.promise))
  try {
    return await work()
  } finally {
    busy.resolve()
    await Promise.all(turns)
  }
}

// Guard: `prepared` in perform. Without it each login would occupy one of five slots and a connection while it waits to be hashed.
test('logins waiting for password hashing do not delay other changes', async () => {
  const [account, other] = [await make.account({ password }), await make.account()]
  const sid = await make.session(other)
  const login = { is_agree: 1, username: account.phone, password } as const
  const logins: Promise<{ code: number }>[] = []
  const changed = await whileHashingIsBusy(async () => {
    for (let number = 0; number < 8; number++) logins.push(call('wLogin', login, { ip: `10.9.0.${number}` }))
    await sleep(200)
    return Promise.race([call('setDisplayName', { display_name: '海' }, { sid }), sleep(5_000)])
  })
  expect(changed).toMatchObject({ code: 200 })
  expect((await Promise.all(logins)).map(({ code }) => code)).toEqual(Array(8).fill(200))
})

// Guard: the turns of addresses in `hashing`. In one line for all, the other login would wait for all of these.
test('forty logins from one address do not keep one from elsewhere waiting', async () => {
  const [account, other] = [await make.account({ password }), await make.account({ password })]
  const logIn = (username: string, ip: string) => call('wLogin', { is_agree: 1, username, password }, { ip })
  let answered = 0
  const flood = Array.from({ length: 40 }, async () => {
    const { code } = await logIn(account.phone, '10.7.0.1')
    answered += 1
    return code
  })
  expect((await logIn(other.phone, '10.7.0.2')).code).toBe(200)
  expect(answered).toBeLessThan(20)
  expect(await Promise.all(flood)).toEqual(Array(40).fill(200))
})

const sessionsOf = (accountId: string) =>
  countOf(system, sql`select count(*) from session where account_id = ${accountId}`)

// Guard: the primary key of the idempotency key, claimed by `once` in the transaction that opens the session.
test('concurrent logins with one idempotency key open one session, which all of them get', async () => {
  const account = await make.account({ password })
  const login = { is_agree: 1, username: account.phone, password } as const
  const headers = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all(Array.from({ length: 6 }, () => call('wLogin', login, { headers })))
  expect(new Set(answers.map(({ code, data }) => `${code} ${data.sid}`)).size).toBe(1)
  expect(await sessionsOf(account.id)).toBe(1)
})

// Guard: `earlierAnswer`. Without it the repetition's old password would be checked again and refused.
test('a repeated login gets the first answer, even after the password has changed', async () => {
  const account = await make.account({ password })
  const sid = await make.session(account)
  const headers = { 'idempotency-key': randomUUID() }
  const change = { old_password: password, password: renewed, password2: renewed }
  expect((await call('changePassword', change, { sid, headers })).code).toBe(200)
  expect((await call('changePassword', change, { sid, headers })).code).toBe(200)
  expect((await call('changePassword', { ...change, old_password: 'wrong-one' }, { sid, headers })).code).toBe(-41020)
  const login = { is_agree: 1, username: account.phone, password: renewed } as const
  const again = { headers: { 'idempotency-key': randomUUID() } }
  const first = await call('wLogin', login, again)
  await system.change`update account set password_hash = 'another' where id = ${account.id}`
  expect(await call('wLogin', login, again)).toEqual(first)
})

test('a refused login releases its idempotency key', async () => {
  const account = await make.account({ password })
  const headers = { 'idempotency-key': randomUUID() }
  const login = { is_agree: 1, username: account.phone, password: 'wrong-one' } as const
  expect((await call('wLogin', login, { headers })).code).toBe(-41001)
  expect((await call('wLogin', { ...login, password }, { headers })).code).toBe(200)
})
