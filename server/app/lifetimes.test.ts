import { randomUUID } from 'node:crypto'
import { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'

/** The tests of expiry write a past instant directly. These tests check the instant that the portal writes. */
const { make, call, operate, system } = await testPortal()
const password = 'Blue-Sail-7'
const minute = 60
const hour = 60 * minute
const day = 24 * hour

const owner = await make.account({ password })
const company = await make.company({ owner, employees: 1 })
const [employee] = company.employees
if (!employee) throw new Error('the company has no employee')
const person = await make.account({ password })
const operator = await make.operator('owner', { password })
const sid = await make.session(owner)

async function refresh() {
  const former = await make.session(person)
  const { data } = await call('refreshSession', {}, { sid: former })
  return call('checkManager', {}, { sid: data.sid })
}

async function rotateToken() {
  const input = { name: '人事系统', scopes: ['people:read' as const], days: 90 }
  const { data } = await call('createApiToken', { ...input, request_key: randomUUID() }, { sid })
  return call('rotateApiToken', { token_id: data.token_id, overlap_hours: 24, request_key: randomUUID() }, { sid })
}

async function rotateWebhook() {
  const { data } = await call('createWebhook', { url: 'https://93.184.215.14/events', events: null }, { sid })
  return call('rotateWebhookSecret', { webhook_id: data.webhook_id, overlap_hours: 24 }, { sid })
}

const logIn = ({ phone }: { phone: string }) => call('wLogin', { is_agree: 1, username: phone, password })

async function holdLogin() {
  const manager = await make.account({ password })
  await make.employee(company.id, { account: manager, role: 'manager' })
  expect((await call('setTerminalApproval', { on: true }, { sid })).code).toBe(200)
  return logIn(manager)
}

test.each<[string, number, () => Promise<{ code: number }>, number?]>([
  ['session.expires_at', 30 * day, () => logIn(person)],
  ['session.ended_at', minute, refresh],
  ['operator_session.expires_at', 12 * hour, () => operate('logIn', { name: operator.name, password })],
  ['operator.totp_pending_until', 10 * minute, () => operate('beginTotp', { password }, operator)],
  [
    'verification_code.expires_at',
    5 * minute,
    () => call('sendVerificationCode', { send_type: 1, account: newPhone(), email_type: 'register' }),
  ],
  [
    'admin_captcha.expires_at',
    5 * minute,
    () => call('getCompanyAdminCaptcha', { action: 'company', employee_ids: [employee.id] }, { sid }),
  ],
  ['passkey_challenge.expires_at', 2 * minute, () => call('beginPasskeyLogin', {})],
  [
    'activity.undo_until',
    10 * minute,
    () => call('setCompanyUser', { employee_id: employee.id, state: 'disabled' }, { sid }),
  ],
  ['api_token_secret.expires_at', 24 * hour, rotateToken],
  ['webhook.former_until', 24 * hour, rotateWebhook],
  [
    'invitation.expires_at',
    3 * day,
    () => call('addCompanyUser', { employees: [{ phone: newPhone(), name: '周会计' }] }, { sid }),
  ],
  ['held_login.expires_at', 24 * hour, holdLogin, -41040],
])('%s is written %i seconds ahead', async (column, seconds, act, answered = 200) => {
  expect((await act()).code).toBe(answered)
  const [table = '', name = ''] = column.split('.')
  // The factories also open sessions.
  const newest = name === 'expires_at' && table.endsWith('session') ? 'order by created_at desc limit 1' : ''
  const rows = await system.rows(z.object({ ahead: z.number() }))`
    select extract(epoch from ${raw(name)} - now())::float8 as ahead from ${raw(table)}
    where ${raw(name)} is not null ${raw(newest)}`
  expect(
    rows.some(({ ahead }) => Math.abs(ahead - seconds) < 30),
    JSON.stringify(rows),
  ).toBe(true)
})

test('an operator’s session ends twelve hours after the login, however lately it was used', async () => {
  const { token } = await make.operator()
  expect((await operate('getSelf', {}, { token })).code).toBe(200)
  await system.change`
    update operator_session set expires_at = now() where token_hash = sha256(convert_to(${token}, 'UTF8'))`
  expect((await operate('getSelf', {}, { token })).code).toBe(-41004)
})
