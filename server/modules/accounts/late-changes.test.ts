import { setTimeout as sleep } from 'node:timers/promises'
import sql, { type Sql } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testPortal } from '#server/testing/portal.ts'

const { make, call, operate, system, codeSentTo } = await testPortal()
const password = 'Blue-Sail-7'
const renewed = 'Green-Sea-8'

/** Returns once another connection waits for a lock that this test holds. */
async function untilBlocked(): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(10)) {
    const blocked = await system.row(z.object({ waiting: z.boolean() }))`
      select exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as waiting`
    if (blocked?.waiting) return
  }
  throw new Error('nobody waits')
}

/** Makes a change whose password is checked before `change` is committed, and which is written after it. */
const overtakenBy = <Answer>(change: Sql, send: () => Promise<Answer>): Promise<Answer> =>
  system
    .transaction(async transaction => {
      await transaction.change`${change}`
      const answer = send()
      await untilBlocked()
      return { answer }
    })
    .then(({ answer }) => answer)

const stored = (table: 'account' | 'operator', id: string) =>
  system.row(z.object({ password_hash: z.string().nullable(), state: z.string() }))`${
    table === 'account'
      ? sql`select password_hash, state from account where id = ${id}`
      : sql`select password_hash, state from operator where id = ${id}`
  }`

// Guard: the generation in the statements. Without it a thief whose change was being hashed when the holder changed the
// password gets the account.
test.each(['changePassword', 'changePhone', 'deleteAccount'] as const)(
  '%s that proved a password which was changed meanwhile changes nothing',
  async name => {
    const account = await make.account({ password })
    const sid = await make.session(account)
    const phone = '13900007701'
    if (name === 'changePhone') await call('sendPhoneChangeCode', { phone }, { sid })
    const captcha = name === 'changePhone' ? await codeSentTo(phone) : ''
    const send = {
      changePassword: () =>
        call('changePassword', { old_password: password, password: renewed, password2: renewed }, { sid }),
      changePhone: () => call('changePhone', { phone, captcha, password }, { sid }),
      deleteAccount: () => call('deleteAccount', { password }, { sid }),
    }
    const change = sql`update account set password_hash = 'another' where id = ${account.id}`
    expect((await overtakenBy<{ code: number }>(change, send[name])).code).toBe(-41016)
    expect(await stored('account', account.id)).toEqual({ password_hash: 'another', state: 'active' })
  },
)

test('a reset by a code for a phone that the account gave up meanwhile changes nothing', async () => {
  const account = await make.account({ password })
  const code = { send_type: 1, account: account.phone, email_type: 'forgotpwd' } as const
  await call('sendVerificationCode', code)
  const captcha = await codeSentTo(account.phone)
  const reset = { username: account.phone, password: renewed, password2: renewed, captcha }
  const before = await stored('account', account.id)
  const change = sql`update account set phone = '13900007702' where id = ${account.id}`
  expect((await overtakenBy(change, () => call('forgotPassword', reset))).code).toBe(-41005)
  expect(await stored('account', account.id)).toEqual(before)
})

test('an operator’s password that was reset meanwhile is not changed back by whoever knew the old one', async () => {
  const operator = await make.operator('support', { password })
  const change = sql`update operator set password_hash = 'another' where id = ${operator.id}`
  const send = () => operate('changeOwnPassword', { old_password: password, password: 'Green-Sea-8-long' }, operator)
  expect((await overtakenBy(change, send)).code).toBe(-41004)
  expect(await stored('operator', operator.id)).toEqual({ password_hash: 'another', state: 'active' })
})
