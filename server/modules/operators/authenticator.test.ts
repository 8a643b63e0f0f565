import { Secret, TOTP } from 'otpauth'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { totpOrRecovery } from '#contract/operations/operator-names.ts'
import { countOf } from '#server/database/count-rows.ts'
import { hashPassword } from '#server/modules/accounts/passwords.ts'
import { testPortal } from '#server/testing/portal.ts'
import { production } from '#server/testing/production.ts'
import { newOperatorPassword } from './given-password.ts'

const portal = await testPortal()
const { make, operate, system } = portal
const password = 'Owner-9182-Blue'
const code = (secret: string, at = Date.now()) =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

async function bound() {
  const operator = await make.operator('owner', { password })
  const { data } = await operate('beginTotp', { password }, operator)
  const { data: codes } = await operate('bindTotp', { totp: code(data.secret, Date.now() - 30_000) }, operator)
  return { ...operator, secret: data.secret, codes: codes.recovery_codes }
}
const logIn = (input: { name: string; password: string; totp?: string }) =>
  portal.operate('logIn', input, { ip: '203.0.113.7' })

test('only a secret that the server has drawn is bound, and only for ten minutes', async () => {
  const operator = await make.operator('owner', { password })
  const own = new Secret({ size: 20 }).base32
  expect((await operate('bindTotp', { totp: code(own) }, operator)).code).toBe(-53006)
  const { data } = await operate('beginTotp', { password }, operator)
  expect((await operate('bindTotp', { totp: code(own) }, operator)).code).toBe(-53005)
  await system.change`update operator set totp_pending_until = now() where id = ${operator.id}`
  expect((await operate('bindTotp', { totp: code(data.secret) }, operator)).code).toBe(-53006)
})

test('an open session does not replace an authenticator without the old one', async () => {
  const operator = await bound()
  const { data } = await operate('beginTotp', { password }, operator)
  const bind = (current?: string) =>
    operate('bindTotp', { totp: code(data.secret), ...(current && { current }) }, operator)
  expect((await bind()).code).toBe(-53001)
  expect((await bind('000000')).code).toBe(-53002)
  expect((await bind(code(operator.secret))).code).toBe(200)
})

test('a recovery code logs in once, replaces a lost authenticator once, and new ones end the old', async () => {
  const operator = await bound()
  expect(new Set(operator.codes).size).toBe(10)
  for (const made of operator.codes) {
    expect(made.replaceAll('-', '').length * Math.log2(31)).toBeGreaterThan(112)
    expect(made).toMatch(totpOrRecovery)
  }
  const [first = '', second = '', third = ''] = operator.codes
  const { name } = operator
  expect((await logIn({ name, password, totp: first.toUpperCase() })).code).toBe(200)
  expect((await logIn({ name, password, totp: first })).code).toBe(-53002)
  const { data } = await operate('beginTotp', { password }, operator)
  const again = await operate('bindTotp', { totp: code(data.secret), current: second }, operator)
  expect(again.data.recovery_codes).toHaveLength(10)
  expect((await logIn({ name, password, totp: third })).code).toBe(-53002)
})

test('in production a new operator changes the given password and then binds; nothing else works before', async () => {
  const strict = await testPortal(production)
  const values = newOperatorPassword()
  const operator = await strict.make.operator('content')
  await strict.system.change`
    update operator set password_hash = ${await hashPassword(values)}, password_given = true where id = ${operator.id}`
  const token = await strict.make.operatorSession(operator.id)
  const list = async () => (await strict.operate('getContentArticleList', {}, { token })).code
  expect(await list()).toBe(-53015)
  const change = { old_password: values, password: 'Fresh-7261-Green' }
  expect((await strict.operate('changeOwnPassword', change, { token })).code).toBe(200)
  expect(await list()).toBe(-53003)
  const { data } = await strict.operate('beginTotp', { password: change.password }, { token })
  expect((await strict.operate('bindTotp', { totp: code(data.secret) }, { token })).code).toBe(200)
  expect(await list()).toBe(200)
})

test('an operator with an authenticator proves themselves by password and code, and by neither alone', async () => {
  const operator = await bound()
  const ended = { session_id: '01a1f850-d383-7b23-af32-000000000001' }
  const end = async () => (await operate('endOwnSession', ended, operator)).code
  await system.change`update operator_session set proved_at = now() - interval '5 minutes 1 second'`
  const prove = async (input: { password: string; totp?: string }) =>
    (await operate('reauthenticateOperator', input, operator)).code
  expect(await prove({ password })).toBe(-53001)
  expect(await prove({ password, totp: '000000' })).toBe(-53002)
  expect(await prove({ password: 'wrong', totp: code(operator.secret) })).toBe(-41012)
  expect(await end()).toBe(-41022)
  expect(await prove({ password, totp: code(operator.secret) })).toBe(200)
  expect(await end()).toBe(-53021)
  const entries = sql`select count(*) from audit_entry where action = 'operator.reauthenticated' and actor = ${`operator:${operator.id}`}`
  expect(await countOf(system, entries)).toBe(1)
  // A code counts once, as for a login.
  expect(await prove({ password, totp: code(operator.secret) })).toBe(-53002)
  expect(await prove({ password, totp: operator.codes[0] ?? '' })).toBe(200)
})

test('operators see their own sessions and end them, and nobody else’s', async () => {
  const [operator, other] = [await make.operator('support'), await make.operator('support')]
  const second = await make.operatorSession(operator.id)
  await make.operatorSession(operator.id, { seenMinutesAgo: 31 })
  const { data } = await operate('getOwnSessionList', {}, operator)
  expect(data.list.map(({ current }) => current).sort()).toEqual([false, true])
  const session_id = data.list.find(({ current }) => !current)?.session_id ?? ''
  expect((await operate('endOwnSession', { session_id }, other)).code).toBe(-53021)
  expect((await operate('getSelf', {}, { token: second })).code).toBe(200)
  expect((await operate('endOwnSession', { session_id }, operator)).code).toBe(200)
  expect((await operate('getSelf', {}, { token: second })).code).toBe(-41004)
  expect((await operate('endOwnSession', { session_id }, operator)).code).toBe(-53021)
})
