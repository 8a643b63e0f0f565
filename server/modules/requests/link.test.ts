import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { requestLink } from './link.ts'

const { call, make, config, system } = await testPortal()
const hour = 3_600_000

async function office() {
  const company = await make.company({ managers: 1, employees: 1 })
  const sid = await make.session(company.owner.account)
  const second = await make.session((company.managers[0] ?? company.owner).account)
  const person = await make.employee(company.id, { name: '陈雨桐' })
  const own = await make.session(person.account)
  const createRequest = async (note: string) =>
    (await call('requestAccess', { kind: 'line', note }, { sid: own })).data.request_id
  const line = await make.line(company, { name: '东京-01', sku: await make.sku({ stock: 10 }), bound: true })
  const { id: group_id } = await make.lineGroup(company.id, { name: '日本店铺', lines: [line.id] })
  return { company, sid, second, own, createRequest, group_id }
}
const linkTo = (companyId: string, requestId: string, now?: number) =>
  new URL(requestLink(config, companyId, requestId, now), 'https://portal').searchParams.get('link') ?? ''
const open = (link: string, sid: string) => call('openRequestLink', { link }, { sid })

test('a link opens its request without deciding it, and later shows who decided it', async () => {
  const { company, sid, second, createRequest, group_id } = await office()
  const request_id = await createRequest('要上乐天的店铺')
  const link = linkTo(company.id, request_id)
  for (const opened of [await open(link, sid), await open(link, sid)])
    expect(opened.data.request).toMatchObject({ request_id, state: 'open', decided_by: null, name: '陈雨桐' })
  expect((await call('approveRequest', { request_id, group_id }, { sid })).code).toBe(200)
  const { request } = (await open(link, second)).data
  expect(request).toMatchObject({ state: 'approved', decided_by: expect.any(String), decided_at: expect.any(String) })
  expect((await call('refuseRequest', { request_id, reason: '来晚了' }, { sid: second })).code).toBe(-47042)
})

// Guard: the state in `decide` (requests.sql.ts). Without it both decide, and the person gets both notices.
test('a request opened by two managers concurrently is decided once, and both see by whom', async () => {
  const { company, sid, second, createRequest, group_id } = await office()
  for (const note of ['第一条', '第二条', '第三条']) {
    const request_id = await createRequest(note)
    const link = linkTo(company.id, request_id)
    const codes = await Promise.all([
      call('approveRequest', { request_id, group_id }, { sid }),
      call('refuseRequest', { request_id, reason: '不需要' }, { sid: second }),
    ])
    expect(codes.map(({ code }) => code).toSorted()).toEqual([-47042, 200])
    const [one, other] = [await open(link, sid), await open(link, second)]
    expect(one.data.request.state).toBe(codes[0].code === 200 ? 'approved' : 'refused')
    expect(other.data).toEqual(one.data)
  }
})

test('a forged or expired link opens nothing', async () => {
  const { company, sid, createRequest } = await office()
  const [request_id, other] = [await createRequest('要上乐天的店铺'), await createRequest('要上亚马逊的店铺')]
  const link = linkTo(company.id, request_id)
  const [, , expires = '', signature = ''] = link.split('.')
  for (const forged of [
    link.replace(request_id, other),
    link.replace(expires, String(Number(expires) + 1)),
    link.slice(0, -1),
    `${link}.`,
    `${company.id}.${request_id}.${expires}.`,
    `${company.id}.${other}.${expires}.${signature}`,
    'x',
  ])
    expect((await open(forged, sid)).code, forged).toBe(-59706)
  expect((await open(linkTo(company.id, request_id, Date.now() - 71 * hour), sid)).code).toBe(200)
  expect((await open(linkTo(company.id, request_id, Date.now() - 72 * hour), sid)).code).toBe(-59707)
})

test('a link gives no rights to an employee, another company, a department token or without login', async () => {
  const { company, own, createRequest, group_id, sid } = await office()
  const request_id = await createRequest('要上乐天的店铺')
  const link = linkTo(company.id, request_id)
  const theirs = await office()
  expect((await open(link, theirs.sid)).code).toBe(-59708)
  // A request of our company is not found in a link that names theirs.
  expect((await open(linkTo(theirs.company.id, request_id), theirs.sid)).code).toBe(-59709)
  const dept = await make.department(company.id)
  const scoped = await make.apiToken(company, { departments: [dept.id] })
  const reader = await make.employee(company.id)
  await system.change`
    insert into employee_duty (company_id, employee_id, duty, given_by) values (${company.id}, ${reader.id}, 'reader', '所有者')`
  const colleague = await make.session((company.employees[0] ?? company.owner).account)
  for (const stranger of [own, colleague, await make.session(reader.account), 'A'.repeat(43)]) {
    expect((await open(link, stranger)).code).toBeLessThan(0)
    expect((await call('approveRequest', { request_id, group_id }, { sid: stranger })).code).toBeLessThan(0)
    expect((await call('refuseRequest', { request_id, reason: '不需要' }, { sid: stranger })).code).toBeLessThan(0)
  }
  const byToken = { token: scoped.secret }
  expect((await call('openRequestLink', { link }, byToken)).code).toBeLessThan(0)
  expect((await call('approveRequest', { request_id, group_id }, byToken)).code).toBeLessThan(0)
  expect((await open(link, sid)).data.request.state).toBe('open')
})
