import { expect, test } from 'vitest'
import { maxDepartments } from '#contract/people.ts'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'
import { enterprise, scimOffice } from '#server/testing/scim-office.ts'

const portal = await testPortal()
const { call, make, system } = portal

const office = scimOffice(portal)

// Guard: paths of a PATCH reach only the resource's own properties. Without it one company's token writes what every object of the
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
  const { create, patch } = await office()
  const answer = await patch(await create(), { op: 'add', ...operation })
  const polluted = 'polluted' in {}
  Reflect.deleteProperty(Object.prototype, 'polluted')
  expect(polluted).toBe(false)
  expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidPath' } })
})

// Guard: the limits of a PATCH. Without them each of these requests occupies the process for seconds, and no other is answered.
test.each([
  ['a name that takes long to parse', [{ op: 'add', value: { [`urn:x${':1.0:a'.repeat(30_000)}:\n`]: 1 } }]],
  ['more attributes than a person has', [{ op: 'add', value: numbered(20_000, 'a') }]],
  ['a value of very many parts', [{ op: 'add', path: 'name', value: numbered(20_000, 'a') }]],
  ['a list that is read again by each operation', lists(99, { op: 'add', path: 'emails', value: [{ value: 'b' }] })],
  ['a list in which each operation searches', lists(99, { op: 'remove', path: 'emails[value eq "b"]' })],
  [
    'a filter that selects very many',
    [
      { op: 'add', path: 'emails', value: Array(1_000).fill({}) },
      ...Array(99).fill({ op: 'add', path: 'emails[type eq ""].type', value: 'work' }),
    ],
  ],
  [
    'filters of many conditions in one operation',
    [
      { op: 'add', path: 'emails', value: Array(19_000).fill({}) },
      { op: 'add', value: numbered(900, `emails[${Array(20).fill('type eq ""').join(' and ')} and value eq "b"].a`) },
    ],
  ],
])('a PATCH that would take long is refused: %s', async (_what, operations) => {
  const { create, patch } = await office()
  const start = performance.now()
  const { status } = await patch(await create(), ...operations)
  expect([status, performance.now() - start < 5_000]).toEqual([400, true])
})

test('of very many values only the first are read', async () => {
  const { scim, person } = await office()
  const start = performance.now()
  const emails = [{ value: 'a@example.com' }, ...Array(150_000).fill({})]
  const { status, body } = await scim('POST', '/Users', person({ emails }))
  expect([status, performance.now() - start < 2_500]).toEqual([201, true])
  expect(body).toMatchObject({ emails: [{ value: 'a@example.com' }] })
})

test('values that the database cannot store are refused as a client error', async () => {
  const { scim, create, patch, person } = await office()
  const id = await create()
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
    await patch(id, { op: 'add', path: 'manager', value: nul }),
    await scim('POST', '/Users', person({ [enterprise]: { manager: { value: nul } } })),
    await scim('POST', '/Groups', { displayName: '组', members: [{ value: nul }] }),
  ]
  expect(requests.map(({ status }) => status)).toEqual(
    requests.map(() => expect.toSatisfy((status: number) => status < 500)),
  )
})

test('elements of an attribute that are no objects are refused where one of them is written', async () => {
  const { create, patch } = await office()
  const answer = await patch(
    await create(),
    { op: 'replace', path: 'emails', value: [null] },
    { op: 'replace', path: 'emails[type eq "work"].value', value: 'a@example.com' },
  )
  expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
})

test('the service speaks SCIM: filters, pages, errors, tokens', async () => {
  const { company, scim, create, person } = await office()
  const phoneNumbers = [{ type: 'mobile', value: newPhone() }]
  const id = await create({
    userName: 'yutong@example.com',
    externalId: 'ext-1',
    emails: [{ value: 'yutong@example.com' }],
    phoneNumbers,
  })
  for (let index = 0; index < 3; index += 1) await create()
  const found = async (filter: string) =>
    (await scim<{ totalResults: number }>('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.totalResults
  expect(await found('userName eq "YUTONG@example.com"')).toBe(1)
  expect(await found('externalId eq "ext-1" and active eq true')).toBe(1)
  expect(await found('userName eq "a\\" or 1 eq \\"1"')).toBe(0)
  expect(await scim('GET', '/Users?startIndex=3&count=1')).toMatchObject({
    body: { totalResults: 4, startIndex: 3, itemsPerPage: 1 },
  })
  expect(await scim('GET', `/Users?filter=${encodeURIComponent('name sw "a"')}`)).toMatchObject({
    status: 400,
    body: { scimType: 'invalidFilter', status: '400' },
  })
  expect(await scim('POST', '/Users', person({ userName: 'Yutong@example.com' }))).toMatchObject({
    status: 409,
    body: { scimType: 'uniqueness' },
  })
  expect(await scim('POST', '/Users', {})).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
  expect(await scim('GET', '/Users/nobody')).toMatchObject({ status: 404, body: { status: '404' } })
  expect(await scim('GET', '/Nothing')).toMatchObject({ status: 404 })
  expect(await scim('GET', '/Users', undefined, 'hyl_wrong')).toMatchObject({ status: 401, body: { status: '401' } })
  expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204)
  expect((await scim('GET', `/Users/${id}`)).status).toBe(404)
  // A person who comes back is the same one.
  const again = person({ userName: 'yutong@example.com', phoneNumbers })
  expect((await scim('POST', '/Users', again)).body).toMatchObject({ id })
  const narrow = await make.apiToken(company, { scopes: ['directory:read'] })
  expect((await scim('POST', '/Users', person(), narrow.secret)).status).toBe(403)
  expect((await scim('GET', '/Users', undefined, narrow.secret)).status).toBe(200)
  const stranger = await make.apiToken(await make.company())
  expect((await scim('GET', '/Users', undefined, stranger.secret)).status).toBe(403)
  expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } })
})

test('a name that is too long is cut between characters, and stays so', async () => {
  const { sid, scim, start, create, named } = await office()
  const id = await create({ displayName: `${'甲'.repeat(49)}😀` })
  await scim('POST', '/Groups', { displayName: `${'乙'.repeat(49)}😀`, members: [{ value: id }] })
  expect((await start()).departments.added).toBe(1)
  expect(await named('甲'.repeat(49))).toMatchObject({ dept_path: '乙'.repeat(49) })
  expect((await call('planDirectory', {}, { sid })).data.departments.changed).toBe(0)
})

test('a person can get the name of somebody who was deleted', async () => {
  const { scim, create, patch, person } = await office()
  const [former, id] = [await create({ userName: 'chen@example.com' }), await create()]
  const rename = () => patch(id, { op: 'replace', path: 'userName', value: 'Chen@example.com' })
  expect((await rename()).status).toBe(409)
  await scim('DELETE', `/Users/${former}`)
  expect(await rename()).toMatchObject({ status: 200, body: { id, userName: 'Chen@example.com' } })
  expect((await scim('POST', '/Users', person({ userName: 'chen@example.com' }))).status).toBe(409)
})

function numbered(count: number, prefix: string) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 1]))
}

function lists(times: number, operation: object) {
  const value = Array.from({ length: 60_000 }, (_, index) => ({ value: `${index}` }))
  return [{ op: 'add', path: 'emails', value }, ...Array(times).fill(operation)]
}

test('a directory has a limited number of groups', async () => {
  const { company, scim } = await office()
  await system.change`
    insert into directory_department (company_id, external_id, name)
    select ${company.id}, 'group-' || n, '组' || n from generate_series(2, ${maxDepartments}) n`
  const create = () => scim('POST', '/Groups', { displayName: '新的组' })
  expect((await create()).status).toBe(201)
  expect(await create()).toMatchObject({
    status: 403,
    body: { detail: `最多 ${maxDepartments} 个组，请先删除不用的组` },
  })
}, 120_000)
