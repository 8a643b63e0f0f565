import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { softwareAuthenticator } from '#server/testing/passkey.ts'
import { testPortal } from '#server/testing/portal.ts'
import { production } from '#server/testing/production.ts'
import { removeTotp } from './operators.sql.ts'

const { make, call, operate, system } = await testPortal()
const password = 'Owner-9182-Blue'

type Lies = Parameters<ReturnType<typeof softwareAuthenticator>['get']>[1]

async function holder() {
  const operator = await make.operator('support', { password })
  const authenticator = softwareAuthenticator()
  const { data } = await operate('beginOwnPasskey', {}, operator)
  const added = await operate('addOwnPasskey', { passkey: authenticator.create(data) }, operator)
  expect(added.code).toBe(200)
  const logIn = async (lies: Lies = {}) => {
    const begun = await operate('beginOperatorPasskeyLogin', {})
    return operate('logInOperatorWithPasskey', { passkey: authenticator.get(begun.data, lies) })
  }
  return { ...operator, authenticator, logIn, passkeyId: added.data.passkey_id }
}
const actions = async (id: string) =>
  (
    await system.rows(z.object({ action: z.string(), after: z.unknown() }))`
      select action, after from audit_entry where actor = ${`operator:${id}`} order by id`
  ).map(({ action, after }) => [action, after])

test('an operator registers a passkey, and logs in with it in place of password and authenticator', async () => {
  const operator = await holder()
  await system.change`update operator set totp_sealed = '\\x01' where id = ${operator.id}`
  expect(await operator.logIn()).toMatchObject({ code: 200, data: { operator_id: operator.id, totp: true } })
  const passkey = '未知设备'
  expect(await actions(operator.id)).toEqual([
    ['operator.passkey_added', { passkey_id: operator.passkeyId, name: passkey }],
    ['operator.logged_in', { passkey }],
    ['operator.new_terminal', null],
  ])
})

test('a passkey login without user verification is refused', async () => {
  const { logIn } = await holder()
  expect((await logIn({ verified: false })).code).toBe(-41030)
})

test('a customer’s passkey does not work in the back office, nor an operator’s in the portal', async () => {
  const { authenticator } = await holder()
  const { data } = await call('beginPasskeyLogin', {})
  const entered = await call(
    'logInWithPasskey',
    { is_agree: 1, passkey: authenticator.get(data) },
    { ip: '203.0.113.4' },
  )
  expect(entered.code).toBe(-41030)
  const sid = await make.session(await make.account())
  const customers = softwareAuthenticator()
  const begun = await call('beginPasskey', {}, { sid })
  expect((await call('addPasskey', { passkey: customers.create(begun.data) }, { sid })).code).toBe(200)
  const own = await operate('beginOperatorPasskeyLogin', {})
  const inside = await operate('logInOperatorWithPasskey', { passkey: customers.get(own.data) }, { ip: '203.0.113.4' })
  expect(inside.code).toBe(-41030)
})

test('registering or removing a passkey ends the other sessions and keeps the current one', async () => {
  const operator = await make.operator('support', { password })
  const other = await make.operatorSession(operator.id)
  const { data } = await operate('beginOwnPasskey', {}, operator)
  const passkey = softwareAuthenticator().create(data)
  const { passkey_id } = (await operate('addOwnPasskey', { passkey }, operator)).data
  expect((await operate('getSelf', {}, { token: other })).code).toBe(-41004)
  const third = await make.operatorSession(operator.id)
  expect((await operate('removeOwnPasskey', { passkey_id }, operator)).code).toBe(200)
  expect((await operate('getSelf', {}, { token: third })).code).toBe(-41004)
  expect((await operate('getSelf', {}, operator)).code).toBe(200)
  expect((await operate('getOwnPasskeyList', {}, operator)).data.list).toEqual([])
})

test('a removed passkey, a disabled operator and a reset authenticator can no longer log in', async () => {
  const removed = await holder()
  await operate('removeOwnPasskey', { passkey_id: removed.passkeyId }, removed)
  expect((await removed.logIn()).code).toBe(-41030)
  const disabled = await holder()
  await system.change`update operator set state = 'disabled' where id = ${disabled.id}`
  expect((await disabled.logIn()).code).toBe(-53004)
  const reset = await holder()
  await system.transaction(transaction => removeTotp(transaction, reset.id))
  expect((await reset.logIn()).code).toBe(-41030)
})

test('nobody can rename, remove or reauthenticate with a colleague’s passkey', async () => {
  const theirs = await holder()
  const colleague = await make.operator('support')
  const named = { passkey_id: theirs.passkeyId, name: '别人的' }
  expect((await operate('renameOwnPasskey', named, colleague)).code).toBe(-41036)
  expect((await operate('removeOwnPasskey', { passkey_id: theirs.passkeyId }, colleague)).code).toBe(-41036)
  const { data } = await operate('beginOwnPasskeyProof', {}, colleague)
  const passkey = theirs.authenticator.get(data)
  expect((await operate('reauthenticateOperatorWithPasskey', { passkey }, colleague)).code).toBe(-41030)
})

test('a passkey counts as a fresh proof without an authenticator code', async () => {
  const operator = await holder()
  await system.change`update operator_session set proved_at = now() - interval '1 hour'`
  const end = async () => (await operate('endOwnSession', { session_id: randomUUID() }, operator)).code
  expect(await end()).toBe(-41022)
  const { data } = await operate('beginOwnPasskeyProof', {}, operator)
  const passkey = operator.authenticator.get(data)
  expect((await operate('reauthenticateOperatorWithPasskey', { passkey }, operator)).code).toBe(200)
  expect(await end()).toBe(-53021)
  expect((await actions(operator.id)).at(-1)).toEqual(['operator.reauthenticated', { passkey: '未知设备' }])
})

test('a passkey does not replace the authenticator that production requires', async () => {
  const strict = await testPortal(production)
  const operator = await strict.make.operator('support', { password })
  expect((await strict.operate('beginOwnPasskey', {}, operator)).code).toBe(-53003)
})
