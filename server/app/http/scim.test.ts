import { Pool } from 'pg'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'
import { enterprise, scimOffice } from '#server/testing/scim-office.ts'

const portal = await testPortal({ PUBLIC_URL: 'https://portal.example.com' })
const { app, make, system } = portal
const office = scimOffice(portal)

async function directory() {
  const { company } = await office()
  const { secret } = await make.apiToken(company)
  const scim = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) => {
    const {
      statusCode,
      headers,
      body: text,
    } = await app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: { authorization: `Bearer ${secret}`, ...(body && { 'content-type': 'application/scim+json' }) },
      ...(body && { payload: JSON.stringify(body) }),
    })
    return { status: statusCode, headers, body: JSON.parse(text) as Record<string, unknown> }
  }
  const person = {
    userName: `${newPhone()}@example.com`,
    displayName: '陈雨桐',
    phoneNumbers: [{ type: 'mobile', value: newPhone() }],
  }
  return { company, secret, scim, person }
}

test('the response to a created resource has its address', async () => {
  const { scim, person } = await directory()
  const { status, headers, body } = await scim('POST', '/Users', person)
  expect([status, headers.location]).toEqual([201, `https://portal.example.com/scim/v2/Users/${body.id}`])
  expect((body.meta as { location: string }).location).toBe(headers.location)
})

test('a stranger is refused before the body is read', async () => {
  const { secret } = await directory()
  const send = async (url: string, authorization?: string) => {
    const headers = { 'content-type': 'application/scim+json', ...(authorization && { authorization }) }
    return (await app.inject({ method: 'POST', url, headers, payload: '['.repeat(1000) })).statusCode
  }
  for (const path of ['/scim/v2/Users', '/scim/v2/Groups', '/scim/v2/Nothing']) {
    expect(await send(path)).toBe(401)
    expect(await send(path, 'Bearer hyl_unknown')).toBe(401)
    expect(await send(path, `Bearer ${secret}`)).toBe(400)
  }
})

// Guard: hasMoreParts. Each such body kept the process from answering anybody for up to a second.
test('a body of more lists and objects than the largest group has is refused unparsed, and that group is taken', async () => {
  const { secret, scim } = await directory()
  const parse = vi.spyOn(JSON, 'parse')
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' }
  for (const payload of ['['.repeat(2_000_000) + ']'.repeat(2_000_000), `[${'{},'.repeat(1_300_000)}0]`]) {
    const { statusCode } = await app.inject({ method: 'POST', url: '/scim/v2/Groups', headers, payload })
    expect(statusCode).toBe(413)
  }
  expect(parse.mock.calls.filter(([text]) => String(text).length > 1_000_000)).toEqual([])
  parse.mockRestore()
  const members = Array.from({ length: 20_000 }, (_, index) => {
    const value = `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`
    return { value, $ref: `https://portal.example.com/scim/v2/Users/${value}`, display: `成员 ${index}`, type: 'User' }
  })
  expect((await scim('POST', '/Groups', { displayName: '全体员工', members })).status).toBe(201)
})

// Guard: `before` in listGroups. Two hundred groups of 20,000 members each would fill the memory of the process.
test('a page of groups ends with the group that reaches the most members, and without members has all', async () => {
  const { company, scim } = await directory()
  await system.change`
    insert into directory_person (company_id, external_id, user_name, name, active)
    select ${company.id}, 'person ' || n, 'person ' || n, '员工', true from generate_series(1, 10000) n`
  await system.change`
    insert into directory_department (company_id, external_id, name)
    select ${company.id}, 'group ' || n, '组' || n from generate_series(1, 4) n`
  for (const [group, size] of [10_000, 10_000, 1, 1].entries())
    await system.change`
      insert into directory_member (company_id, department_external_id, person_external_id)
      select ${company.id}, 'group ' || ${group + 1}::integer, 'person ' || n from generate_series(1, ${size}::integer) n`
  const list = async (query: string) => {
    const { Resources, ...page } = (await scim('GET', `/Groups?${query}`)).body
    return { ...page, sizes: (Resources as { members?: unknown[] }[]).map(({ members }) => members?.length) }
  }
  const first = { totalResults: 4, startIndex: 1, itemsPerPage: 2, sizes: [10_000, 10_000] }
  expect(await list('count=200')).toMatchObject(first)
  expect(await list('count=200&startIndex=3')).toMatchObject({ itemsPerPage: 2, sizes: [1, 1] })
  const sizes = Array(4).fill(undefined)
  expect(await list('count=200&excludedAttributes=members')).toMatchObject({ itemsPerPage: 4, sizes })
})

test('each schema and resource type has an address of its own', async () => {
  const { scim } = await directory()
  for (const path of ['/Schemas', '/ResourceTypes']) {
    const { body } = await scim('GET', path)
    for (const each of body.Resources as { id: string }[])
      expect(await scim('GET', `${path}/${each.id}`)).toMatchObject({ status: 200, body: each })
  }
})

test('attributes that are not wanted are left out, and a repeated filter is refused', async () => {
  const { scim, person } = await directory()
  const { body: user } = await scim('POST', '/Users', person)
  const { body: group } = await scim('POST', '/Groups', { displayName: '运营', members: [{ value: user.id }] })
  for (const path of [`/Groups/${group.id}`, '/Groups']) {
    const read = async (query: string) => JSON.stringify((await scim('GET', `${path}${query}`)).body)
    expect(await read('')).toContain(`"members":[{"value":"${user.id}"}]`)
    expect(await read('?excludedAttributes=Members,id')).not.toContain('members')
    expect(await read('?excludedAttributes=Members,id')).toContain(String(group.id))
  }
  const filter = encodeURIComponent('userName eq "nobody"')
  expect((await scim('GET', `/Users?filter=${filter}`)).body.totalResults).toBe(0)
  expect((await scim('GET', `/Users?filter=${filter}&filter=${filter}`)).status).toBe(400)
})

test('a PUT without `active` brings nobody back, and a numeric job number is stored', async () => {
  const { scim, person } = await directory()
  const { body } = await scim('POST', '/Users', { ...person, active: false, [enterprise]: { employeeNumber: 'A1' } })
  const put = await scim('PUT', `/Users/${body.id}`, { ...person, [enterprise]: { employeeNumber: 1001 } })
  expect(put.body).toMatchObject({ active: false, [enterprise]: { employeeNumber: '1001' } })
  expect((await scim('PUT', `/Users/${body.id}`, { ...person, active: true })).body.active).toBe(true)
})

test('every API tells a token its remaining requests, and a 429 the end of the window', async () => {
  const { company, secret, scim } = await directory()
  expect((await scim('GET', '/Users')).headers).toMatchObject({
    'ratelimit-policy': '"token";q=600;w=60',
    ratelimit: expect.stringMatching(/^"token";r=59\d;t=\d+$/),
  })
  const used = (key: string, seconds: number) => system.change`
    insert into limit_counter (key, window_start, hits)
    values (${key}, date_bin(make_interval(secs => ${seconds}), now(), timestamptz '2000-01-01 00:00:00+08'), 100000)
    on conflict (key, window_start) do update set hits = 100000`
  await used(`plan:${company.id}`, 600)
  const planned = await app.inject({
    method: 'POST',
    url: `/api${contract.planAccess.path}`,
    headers: { authorization: `Bearer ${secret}` },
    payload: { call: 'delCompanyUser', input: { employee_ids: [company.owner.id] } },
  })
  expect(planned.statusCode).toBe(429)
  const left = 600 - (Math.floor(Date.now() / 1000) % 600)
  expect(Math.abs(Number(planned.headers['retry-after']) - left)).toBeLessThanOrEqual(2)
  const token = await system.row(z.object({ id: z.string() }))`
    select token_id as id from api_token_secret where company_id = ${company.id} order by token_id desc limit 1`
  await used(`token:${token?.id}`, 60)
  const refused = await scim('GET', '/Users')
  expect([refused.status, refused.headers.ratelimit]).toEqual([429, expect.stringContaining('r=0')])
  expect(Math.abs(Number(refused.headers['retry-after']) - (60 - (Math.floor(Date.now() / 1000) % 60)))).toBeLessThan(3)
})

// Guard: problemOf. The driver's errors of a connection carry a message only, and a 500 makes an identity system give a person up.
test('a database without a free connection is answered with 503 and when to come back, as by every other call', async () => {
  const { scim } = await directory()
  const error = new Error('timeout exceeded when trying to connect')
  const refuse = (answered?: (error: Error) => void) => (answered ? answered(error) : Promise.reject(error))
  const connecting = vi.spyOn(Pool.prototype, 'connect').mockImplementation(refuse as never)
  const refused = await scim('GET', '/Users').finally(() => connecting.mockRestore())
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
  expect((await scim('GET', '/Users')).status).toBe(200)
})
