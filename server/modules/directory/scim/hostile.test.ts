import { expect, test } from 'vitest'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make } = portal

async function directory() {
  const company = await make.company({ managers: 1 })
  const sid = await make.session((company.managers[0] ?? company.owner).account)
  const { secret } = await make.apiToken(company)
  const rules = { source: 'scim', owns: ['name'], leaver: 'disable', successor: 'none', successor_id: null } as const
  expect((await call('setDirectory', { ...rules, owns: [...rules.owns] }, { sid })).code).toBe(200)
  return async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: string) => {
    const response = await portal.app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: { authorization: `Bearer ${secret}`, ...(payload && { 'content-type': 'application/scim+json' }) },
      ...(payload && { payload }),
    })
    return { status: response.statusCode, body: response.json<{ id: string; scimType?: string }>() }
  }
}

const person = (values: object = {}) =>
  JSON.stringify({ userName: `${newPhone()}@example.com`, displayName: '陈雨桐', ...values })

// Guard: paths of a PATCH reach what the resource itself has. Without it one company's token writes what every object of the
// process inherits.
test.each([
  { path: '__proto__.polluted', value: 'x' },
  { value: { '__proto__.polluted': 'x' } },
  { path: '__proto__[a eq "b"].polluted', value: 'x' },
  { path: 'urn:ietf:params:scim:schemas:core:2.0:User:__proto__.polluted', value: 'x' },
  { path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:__proto__.polluted', value: 'x' },
  { path: 'name.__proto__', value: { polluted: 'x' } },
  { path: 'emails[type eq "work"].__proto__', value: { polluted: 'x' } },
])('a PATCH pollutes no prototype: %j', async operation => {
  const scim = await directory()
  const { id } = (await scim('POST', '/Users', person())).body
  // The JSON is written by hand: an object literal would set its own prototype.
  const answer = await scim('PATCH', `/Users/${id}`, JSON.stringify({ Operations: [{ op: 'add', ...operation }] }))
  const polluted = 'polluted' in {}
  Reflect.deleteProperty(Object.prototype, 'polluted')
  expect(polluted).toBe(false)
  expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidPath' } })
})

test('values that the database cannot store are refused as a client error', async () => {
  const scim = await directory()
  const { id } = (await scim('POST', '/Users', person())).body
  const nul = 'a\u0000b'
  const requests = [
    await scim('GET', '/Users/a%00b'),
    await scim('DELETE', '/Users/a%00b'),
    await scim('GET', '/Groups/a%00b'),
    await scim('GET', `/Users?filter=${encodeURIComponent('userName eq "a\\u0000b"')}`),
    await scim('GET', '/Users?startIndex=1e300'),
    await scim('GET', '/Groups?startIndex=Infinity'),
    await scim('GET', '/Users?startIndex=99999999999999999999&count=0'),
    await scim('POST', '/Users', person({ emails: [{ value: nul }] })),
    await scim('POST', '/Users', person({ phoneNumbers: [{ value: nul }] })),
    await scim('PATCH', `/Users/${id}`, JSON.stringify({ Operations: [{ op: 'add', path: 'manager', value: nul }] })),
    await scim(
      'POST',
      '/Users',
      person({ 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: { value: nul } } }),
    ),
    await scim('POST', '/Groups', JSON.stringify({ displayName: '组', members: [{ value: nul }] })),
  ]
  expect(requests.map(({ status }) => status)).toEqual(
    requests.map(() => expect.toSatisfy((status: number) => status < 500)),
  )
})

test('elements of an attribute that are no objects are refused where one of them is written', async () => {
  const scim = await directory()
  const { id } = (await scim('POST', '/Users', person())).body
  const Operations = [
    { op: 'replace', path: 'emails', value: [null] },
    { op: 'replace', path: 'emails[type eq "work"].value', value: 'a@example.com' },
  ]
  const answer = await scim('PATCH', `/Users/${id}`, JSON.stringify({ Operations }))
  expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
})
