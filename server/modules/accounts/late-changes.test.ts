import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { countOf } from '#server/database/count-rows.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { totpCode } from '#server/testing/totp-code.ts'

const { make, call, operate, system, codeSentTo } = await testPortal()
const password = 'Blue-Sail-7'
const renewed = 'Green-Sea-8'

const stored = (table: 'account' | 'operator', id: string) =>
  system.row(z.object({ password_hash: z.string().nullable(), state: z.string() }))`${
    table === 'account'
      ? sql`select password_hash, state from account where id = ${id}`
      : sql`select password_hash, state from operator where id = ${id}`
  }`

// Guard: the generation in the statements. Without it a thief whose change was being hashed when the holder changed the password
// would get the account.
test.each(['changePassword', 'changePhone', 'deleteAccount'] as const)(
  '%s with a password that has changed meanwhile changes nothing',
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
    expect((await overtakenBy<{ code: number }>(system, [change], send[name])).code).toBe(-41016)
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
  expect((await overtakenBy(system, [change], () => call('forgotPassword', reset))).code).toBe(-41005)
  expect(await stored('account', account.id)).toEqual(before)
})

test('a person who knew the old password cannot change an operator’s password back after a reset', async () => {
  const operator = await make.operator('support', { password })
  const change = sql`update operator set password_hash = 'another' where id = ${operator.id}`
  const send = () => operate('changeOwnPassword', { old_password: password, password: 'Green-Sea-8-long' }, operator)
  expect((await overtakenBy(system, [change], send)).code).toBe(-41004)
  expect(await stored('operator', operator.id)).toEqual({ password_hash: 'another', state: 'active' })
})

// Guard: `lockOperatorSession` in bindTotp. Without it a thief whose session is ended by the holder's new password leaves an
// authenticator behind.
test('a session that a new password ends meanwhile binds no authenticator, and nothing that it began is left', async () => {
  const operator = await make.operator('support', { password })
  const begun = await operate('beginTotp', { password }, operator)
  const totp = totpCode(begun.data.secret)
  const change = sql`update operator set password_hash = 'another' where id = ${operator.id}`
  expect((await overtakenBy(system, [change], () => operate('bindTotp', { totp }, operator))).code).toBe(-41004)
  const left = sql`select count(*) from operator where id = ${operator.id} and (totp_sealed is not null or totp_pending is not null)`
  expect(await countOf(system, left)).toBe(0)
})
