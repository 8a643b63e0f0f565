import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { createClient, Refused, verifyWebhook } from '../../clients/typescript/client.ts'

const { app, make } = await testPortal()
await app.listen({ host: '127.0.0.1', port: 0 })
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

test('an altered, outdated or unsigned request is refused', () => {
  const secret = 'whsec_c2VjcmV0LW9mLTI0LWJ5dGVzLWF0LWxlYXN0'
  const now = 1_800_000_000_000
  const timestamp = String(now / 1000)
  const body = '{"type":"employee.removed"}'
  const sign = (text: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(text)
      .digest('base64')}`
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,AAAA ${sign(`msg_1.${timestamp}.${body}`)}`,
  }
  expect(verifyWebhook(secret, headers, body, now)).toMatchObject({ id: 'msg_1', type: 'employee.removed' })
  expect(() => verifyWebhook(secret, headers, `${body} `, now)).toThrow('wrong')
  expect(() => verifyWebhook(secret, { ...headers, 'webhook-id': 'msg_2' }, body, now)).toThrow('wrong')
  expect(() => verifyWebhook(secret, headers, body, now + 301_000)).toThrow('too old')
  expect(() => verifyWebhook(secret, { ...headers, 'webhook-timestamp': 'now' }, body, now)).toThrow('too old')
  expect(() => verifyWebhook(secret, { ...headers, 'webhook-signature': undefined }, body, now)).toThrow('no signature')
})

test('the client reports a refusal, and makes a change once although the first answer was lost', async () => {
  const company = await make.company()
  const { secret: token } = await make.apiToken(company)
  let lost = 0
  const unreliable: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    lost += 1
    if (lost === 1) throw new TypeError('the connection was cut')
    return response
  }
  const client = createClient({ url, token, fetch: unreliable })
  const { dept_id } = await client.setDepartment({ name: '只有一个' })
  expect(lost).toBe(2)
  const departments = await createClient({ url, token }).getDeptListByCompanyId()
  expect(departments.list.map(department => department.dept_id)).toEqual([dept_id])
  const refused = createClient({ url, token: 'hyl_made-up' }).getCompanyInfo()
  await expect(refused).rejects.toThrow(Refused)
  await expect(refused).rejects.toMatchObject({ code: -41051 })
})
