import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { type AuditAction, auditGroups } from '#contract/operations/audit-names.ts'
import { countOf } from '#server/database/count-rows.ts'
import { ownSecurity } from '#server/engines/audit/own-security.ts'
import { operatorNotices } from '#server/engines/notices/operator-notices.ts'
import { createWecom } from '#server/integrations/pushes/wecom.ts'
import { softwareAuthenticator } from '#server/testing/passkey.ts'
import { testPortal } from '#server/testing/portal.ts'
import { wecomCounterpart } from '#server/testing/robot-counterparts.ts'
import { nextTotpCode, totpCode } from '#server/testing/totp-code.ts'

const portal = await testPortal()
const { make, operate, system, services } = portal
const password = 'Owner-9182-Blue'
const renewed = 'Owner-9183-Green'
const logIn = (input: { name: string; password: string; totp?: string }) =>
  portal.post('/operations/operator/logIn', input, { headers: { authorization: 'operations-web 1201' } })

/** Returns the titles of an operator's notices since the last call. */
async function noticeTitles(operatorId: string) {
  const notices = await operatorNotices(system, operatorId, 100)
  await system.change`delete from operator_notice where operator_id = ${operatorId}`
  expect(notices.every(({ informs, subject }) => informs && subject.startsWith('security:'))).toBe(true)
  return notices.map(({ title }) => title).toSorted()
}
const titles = (...actions: AuditAction[]) => actions.map(action => ownSecurity[action]).toSorted()

test('operators see each change of their own access, by whomever, until they dismiss it', async () => {
  const operator = await make.operator('support', { password })
  const { id, name } = operator
  const { data: begun } = await operate('beginTotp', { password }, operator)
  const totp = totpCode(begun.secret)
  const { data: bound } = await operate('bindTotp', { totp }, operator)
  expect(await noticeTitles(id)).toEqual(titles('operator.totp_bound'))
  const challenge = (await operate('beginOwnPasskey', {}, operator)).data
  const added = await operate('addOwnPasskey', { passkey: softwareAuthenticator().create(challenge) }, operator)
  expect(await noticeTitles(id)).toEqual(titles('operator.passkey_added'))
  expect((await operate('removeOwnPasskey', { passkey_id: added.data.passkey_id }, operator)).code).toBe(200)
  expect(await noticeTitles(id)).toEqual(titles('operator.passkey_removed'))
  const change = { old_password: password, password: renewed }
  expect((await operate('changeOwnPassword', change, operator)).code).toBe(200)
  expect(await noticeTitles(id)).toEqual(titles('operator.password_changed'))
  await logIn({ name, password: renewed, totp: bound.recovery_codes[0] ?? '' })
  expect(await noticeTitles(id)).toEqual(titles('operator.recovery_code_used', 'operator.new_terminal'))
  await operate('reauthenticateOperator', { password: renewed, totp: nextTotpCode(begun.secret) }, operator)
  expect((await operate('renewOwnRecoveryCodes', {}, operator)).code).toBe(200)
  expect(await noticeTitles(id)).toEqual(titles('operator.recovery_codes_renewed'))
})

test('a login is notified only from a terminal that the operator has not used before', async () => {
  const { id, name } = await make.operator('support', { password })
  const first = await logIn({ name, password })
  expect(await noticeTitles(id)).toEqual(titles('operator.new_terminal'))
  const cookies = [first.headers['set-cookie'] ?? []].flat().map(each => each.split(';')[0])
  const headers = { authorization: 'operations-web 1201', cookie: cookies.join('; ') }
  await portal.post('/operations/operator/logIn', { name, password }, { headers })
  expect(await noticeTitles(id)).toEqual([])
})

test('the text asks an owner to tell another owner, and everybody else to tell an owner', async () => {
  const texts = async (role: 'support' | 'owner') => {
    const { id, name } = await make.operator(role, { password })
    await logIn({ name, password })
    return (await operatorNotices(system, id, 100)).map(({ text }) => text)
  }
  expect(await texts('owner')).toEqual([expect.stringContaining('并告诉另一位负责人。')])
  expect(await texts('support')).toEqual([expect.stringContaining('并告诉负责人。')])
})

test('every act upon an operator is notified to that operator, or is listed here as an exception', () => {
  const untold = [
    ...['logged_in', 'logged_out', 'notice_dismissed', 'reauthenticated', 'passkey_renamed', 'session_ended'],
    ...['added', 'changed', 'disabled', 'enabled', 'logins_ended'],
  ].map(name => `operator.${name}`)
  const known = Object.values(auditGroups).flatMap(group => Object.keys(group))
  const acts = known.filter(action => action.startsWith('operator.'))
  expect(acts.toSorted()).toEqual([...Object.keys(ownSecurity), ...untold].toSorted())
})

test('security events of owners’ accounts are pushed to the alert channels, those of others are not', async () => {
  const robot = await wecomCounterpart()
  services.channels.wecom = createWecom(robot.address)
  onTestFinished(() => void delete services.channels.wecom)
  const [support, owner] = [await make.operator('support', { password }), await make.operator('owner', { password })]
  for (const operator of [support, owner])
    expect((await operate('changeOwnPassword', { old_password: password, password: renewed }, operator)).code).toBe(200)
  const left = sql`select count(*) from graphile_worker._private_jobs`
  await expect.poll(() => countOf(system, left), { timeout: 10_000 }).toBe(0)
  expect(robot.received).toEqual([expect.stringMatching(/运营后台：您的密码被修改/)])
  expect(robot.received[0]).toContain(`（${owner.name}）`)
})
