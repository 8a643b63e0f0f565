import { expect, test } from 'vitest'
import { z } from 'zod'
import { testPortal } from '#server/testing/portal.ts'
import { nextTotpCode, totpCode } from '#server/testing/totp-code.ts'

const portal = await testPortal()
const { make, operate, system } = portal
const password = 'Owner-9182-Blue'
const logIn = (input: { name: string; password: string; totp?: string }) =>
  portal.operate('logIn', input, { ip: '203.0.113.7' })
const audited = async (action: string, target: string) =>
  (
    await system.rows(z.object({ actor: z.string() }))`
      select actor from audit_entry where action = ${action} and target = ${`operator:${target}`}`
  ).map(({ actor }) => actor)

/** Creates an operator with an authenticator, proved recently. */
async function bound() {
  const operator = await make.operator('support', { password })
  const { secret } = (await operate('beginTotp', { password }, operator)).data
  const { data } = await operate('bindTotp', { totp: totpCode(secret) }, operator)
  expect((await operate('reauthenticateOperator', { password, totp: nextTotpCode(secret) }, operator)).code).toBe(200)
  return { ...operator, secret, codes: data.recovery_codes }
}

test('an owner ends all logins of a colleague, who can log in again', async () => {
  const [owner, support] = [await make.operator('owner'), await make.operator('support', { password })]
  const other = { token: await make.operatorSession(support.id) }
  const end = (operator_id: string, as: { token: string } = owner) => operate('endOperatorLogins', { operator_id }, as)
  expect((await end(owner.id, support)).code).toBe(-41017)
  expect((await end(owner.id)).code).toBe(-53032)
  expect((await end(crypto.randomUUID())).code).toBe(-53021)
  expect((await end(support.id)).code).toBe(200)
  for (const each of [support, other]) expect((await operate('getSelf', {}, each)).code).toBe(-41004)
  expect((await operate('getSelf', {}, owner)).code).toBe(200)
  expect(await audited('operator.logins_ended', support.id)).toEqual([`operator:${owner.id}`])
  expect((await logIn({ name: support.name, password })).code).toBe(200)
})

test('operators see how many recovery codes are left, and make new ones that replace them', async () => {
  const { codes, ...operator } = await bound()
  const left = async () => (await operate('getOwnRecoveryCodes', {}, operator)).data.left
  const [first = '', second = ''] = codes
  expect((await logIn({ name: operator.name, password, totp: first })).code).toBe(200)
  expect(await left()).toBe(9)
  const { code: answer, data } = await operate('renewOwnRecoveryCodes', {}, operator)
  expect([answer, data.recovery_codes.length, await left()]).toEqual([200, 10, 10])
  expect((await logIn({ name: operator.name, password, totp: second })).code).toBe(-53002)
  expect((await logIn({ name: operator.name, password, totp: data.recovery_codes[0] ?? '' })).code).toBe(200)
  expect(await audited('operator.recovery_codes_renewed', operator.id)).toEqual([`operator:${operator.id}`])
})

test('recovery codes are made anew only by a fresh proof, and for an authenticator', async () => {
  const operator = await bound()
  await system.change`update operator_session set proved_at = now() - interval '6 minutes' where operator_id = ${operator.id}`
  expect((await operate('renewOwnRecoveryCodes', {}, operator)).code).toBe(-41022)
  const without = await make.operator('support')
  expect((await operate('renewOwnRecoveryCodes', {}, without)).code).toBe(-53003)
  expect((await operate('getOwnRecoveryCodes', {}, without)).data).toEqual({ left: 0 })
})

// Guard: the operator's lock. Without it both remove the old codes and each adds ten.
test('of codes that are made several times at once only ten are left', async () => {
  const operator = await bound()
  for (let round = 0; round < 8; round++) {
    const made = await Promise.all([1, 2, 3, 4].map(() => operate('renewOwnRecoveryCodes', {}, operator)))
    expect(made.map(each => each.code)).toEqual([200, 200, 200, 200])
    expect((await operate('getOwnRecoveryCodes', {}, operator)).data).toEqual({ left: 10 })
  }
})
