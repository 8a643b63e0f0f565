import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { OperationName } from '#contract/operations/index.ts'
import { testPortal } from '#server/testing/portal.ts'
import { findOperator } from './operators.sql.ts'
import { openOperatorSession } from './session.ts'

const { make, operate, system } = await testPortal()

// Guard: the generation of the operator, which a trigger raises.
test.each([
  ['password', sql`password_hash = 'another'`],
  ['roles', sql`roles = array['owner', 'content']`],
  ['authenticator', sql`totp_sealed = '\\x01'`],
])('changing an operator’s %s ends the sessions and a login under way', async (_, change) => {
  const { id, token } = await make.operator()
  const proved = await findOperator(system, id)
  if (!proved) throw new Error('no operator')
  await system.change`update operator set ${change} where id = ${id}`
  expect((await operate('getSelf', {}, { token })).code).toBe(-41004)
  const caller = {
    client: { name: 'x', version: '1' },
    ip: '127.0.0.1',
    userAgent: 'x',
    requestId: 'x',
    onHangUp: () => () => {},
    deviceCookie: undefined,
  }
  await expect(openOperatorSession(system, proved, caller)).rejects.toMatchObject({ code: -41004 })
})

test('the back office is unreachable from an IP address that is not allowed', async () => {
  const closed = await testPortal({ OPERATIONS_ADDRESSES: '198.51.100.7, 10.8.0.0/16, 2001:db8::/32' })
  const { token } = await closed.make.operator()
  const seen = async (ip: string) => (await closed.operate('getSelf' satisfies OperationName, {}, { token, ip })).code
  for (const ip of ['198.51.100.7', '10.8.255.1', '2001:db8::5']) expect(await seen(ip), ip).toBe(200)
  for (const ip of ['198.51.100.8', '10.9.0.1', '2001:db9::5']) expect(await seen(ip), ip).toBe(404)
})
