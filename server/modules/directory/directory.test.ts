import { expect, test } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make, system } = portal

const rules: InputOf<'setDirectory'> = {
  source: 'scim',
  owns: ['name', 'job_number', 'position', 'department'],
  leaver: 'disable',
  successor: 'none',
  successor_id: null,
}
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

interface Group {
  id: string
  displayName: string
  members: { value: string }[]
}

async function office(more: Partial<InputOf<'setDirectory'>> = {}) {
  const company = await make.company({ managers: 1 })
  const sid = await make.session((company.managers[0] ?? company.owner).account)
  const { secret } = await make.apiToken(company)
  expect((await call('setDirectory', { ...rules, ...more }, { sid })).code).toBe(200)
  async function scim<Body = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    token = secret,
  ) {
    const response = await portal.app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    return { status: response.statusCode, body: (response.body ? response.json() : undefined) as Body }
  }
  const start = async () => (await call('startDirectory', {}, { sid })).data
  const person = (values: object = {}) => ({
    userName: `${newPhone()}@example.com`,
    displayName: '陈雨桐',
    phoneNumbers: [{ type: 'mobile', value: newPhone() }],
    ...values,
  })
  const create = async (values: object = {}) => (await scim<{ id: string }>('POST', '/Users', person(values))).body.id
  const patch = (id: string, ...Operations: object[]) =>
    scim('PATCH', `/Users/${id}`, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })
  const people = async () => (await call('getCompanyUserList', { page_size: 100 }, { sid })).data.list
  const named = async (name: string) => (await people()).find(each => each.name === name)
  /** The person agrees, as in their own session. */
  const join = (employeeId: string) => system.change`update employee set state = 'active' where id = ${employeeId}`
  return { company, sid, secret, scim, start, person, create, patch, people, named, join }
}

test('a plan shows the changes without making them; then people are invited without being joined', async () => {
  const { sid, scim, start, create, people, named } = await office()
  const before = (await people()).length
  const id = await create({ displayName: '林小雨', title: '运营', [enterprise]: { employeeNumber: 'A-1' } })
  await create({ displayName: '没有手机', phoneNumbers: [] })
  await scim('POST', '/Groups', { displayName: '亚马逊', members: [{ value: id }] })
  const plan = (await call('planDirectory', {}, { sid })).data
  expect(plan).toMatchObject({ departments: { added: 1 }, totals: { added: 1, problem: 1 }, alarming: false })
  expect((await people()).length).toBe(before)
  expect((await start()).totals).toEqual(plan.totals)
  expect(await named('林小雨')).toMatchObject({
    state: 'invited',
    position: '运营',
    job_number: 'A-1',
    dept_path: '亚马逊',
  })
  const { data } = await call('getDirectory', {}, { sid })
  expect(data.problems).toEqual([{ name: '没有手机', detail: '目录里没有可用的手机号，不能邀请' }])
  expect(data.settings).toMatchObject({ state: 'active', problem: null })
})

test('a field owned by the directory cannot be changed elsewhere; other fields stay the manager’s', async () => {
  const { sid, scim, start, create, patch, named, join } = await office({ owns: ['name', 'department'] })
  const id = await create({ displayName: '王一' })
  const group = (await scim<Group>('POST', '/Groups', { displayName: '总部', members: [{ value: id }] })).body
  await start()
  const employee = await named('王一')
  const employee_id = employee?.employee_id ?? ''
  await join(employee_id)
  const set = (values: object) => call('setCompanyUser', { employee_id, ...values }, { sid })
  expect(await set({ name: '改名' })).toMatchObject({
    code: -41003,
    data: 'name',
    msg: '姓名由企业目录管理，请在目录里修改',
  })
  expect(await set({ dept_id: null })).toMatchObject({ code: -41003, data: 'dept_id' })
  const move = { employee_ids: [employee_id], dept_id: null }
  expect(await call('batchSetDepartment', move, { sid })).toMatchObject({ code: -41003, data: 'dept_id' })
  expect((await call('setDepartment', { dept_id: employee?.dept_id ?? '', name: '别名' }, { sid })).code).toBe(-41003)
  expect((await call('delDepartment', { dept_id: employee?.dept_id ?? '' }, { sid })).code).not.toBe(200)
  expect((await set({ position: '店长', device_limit: 5 })).code).toBe(200)
  expect((await call('getDirectoryOwnership', { employee_id }, { sid })).data.owns).toEqual(['name', 'department'])
  await patch(
    id,
    { op: 'Replace', path: 'displayName', value: '王二' },
    { op: 'replace', path: 'title', value: '目录的职位' },
  )
  await scim('PATCH', `/Groups/${group.id}`, { Operations: [{ op: 'replace', value: { displayName: '新总部' } }] })
  expect(await named('王二')).toMatchObject({ position: '店长', device_limit: 5, dept_path: '新总部' })
})

test('a leaver loses access with the response and may return, unless a manager disabled them', async () => {
  const { company, sid, start, create, patch, named, join } = await office({ successor: 'superior' })
  const boss = await create({ displayName: '上级' })
  const id = await create({ displayName: '离职者', [enterprise]: { manager: { value: boss } } })
  await start()
  const [leaver, superior] = [await named('离职者'), await named('上级')]
  for (const each of [leaver, superior]) await join(each?.employee_id ?? '')
  const sku = await make.sku({ stock: 10 })
  const line = await make.line(company, { name: '东京-01', sku, bound: true })
  await make.lineGroup(company.id, { name: '日本店铺', lines: [line.id], employees: [leaver?.employee_id ?? ''] })
  const account = await system.row(z.object({ account_id: z.string() }))`
    select account_id from employee where id = ${leaver?.employee_id}`
  const own = await make.session({ id: account?.account_id ?? '' })
  expect((await patch(id, { op: 'replace', path: 'active', value: 'False' })).body).toMatchObject({ active: false })
  expect(await named('离职者')).toMatchObject({ state: 'disabled' })
  expect((await call('wGetUserInfo', {}, { sid: own })).code).toBe(-41016)
  expect((await call('getVplUserList', { svp_id: line.id }, { sid })).data.list.map(({ name }) => name)).toEqual([
    '上级',
  ])
  await patch(id, { op: 'replace', value: { active: true } })
  expect(await named('离职者')).toMatchObject({ state: 'active' })
  await call('setCompanyUser', { employee_id: leaver?.employee_id ?? '', state: 'disabled' }, { sid })
  await patch(id, { op: 'replace', path: 'title', value: '店长' })
  expect(await named('离职者')).toMatchObject({ state: 'disabled', position: '店长' })
  // A person whom a manager has removed is not invited again by the next comparison.
  expect((await call('delCompanyUser', { employee_ids: [leaver?.employee_id ?? ''] }, { sid })).code).toBe(200)
  expect((await call('runDirectory', {}, { sid })).data.totals.added).toBe(0)
  expect(await named('离职者')).toBeUndefined()
})

test('the directory cannot remove managers, and it stops when too many people leave', async () => {
  const { company, sid, start, create, patch, named, scim } = await office()
  const manager = company.managers[0]
  const existing = await create({
    displayName: '管理者',
    phoneNumbers: [{ type: 'mobile', value: `+86 ${manager?.account.phone}` }],
  })
  const ids: string[] = []
  for (let index = 0; index < 22; index += 1) ids.push(await create({ displayName: `员工${index}` }))
  expect((await start()).totals).toMatchObject({ linked: 1, added: 22 })
  await patch(existing, { op: 'replace', path: 'active', value: false })
  expect(await named('管理者')).toMatchObject({ state: 'active' })
  expect((await call('getDirectory', {}, { sid })).data.problems).toEqual([
    { name: '管理者', detail: '目录说已离职，但是企业的管理员，请由管理员移除或停用' },
  ])
  await system.change`update employee set state = 'active' where company_id = ${company.id} and state = 'invited'`
  await system.change`update directory_person set active = false where company_id = ${company.id}`
  expect((await call('runDirectory', {}, { sid })).code).toBe(-59202)
  expect((await call('getDirectory', {}, { sid })).data.settings).toMatchObject({
    state: 'planned',
    problem: '要停用或移除的人过多',
  })
  expect(await named('员工1')).toMatchObject({ state: 'active' })
  expect((await call('planDirectory', {}, { sid })).data).toMatchObject({ alarming: true, totals: { disabled: 22 } })
  expect((await start()).totals.disabled).toBe(22)
  expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 23, Resources: [] })
})

test('the service speaks SCIM: filters, pages, errors, tokens', async () => {
  const { company, scim, create, person } = await office()
  const id = await create({
    userName: 'yutong@example.com',
    externalId: 'ext-1',
    emails: [{ value: 'yutong@example.com' }],
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
  // A person who comes back is the same.
  expect((await scim('POST', '/Users', person({ userName: 'yutong@example.com' }))).body).toMatchObject({ id })
  const narrow = await make.apiToken(company, { scopes: ['directory:read'] })
  expect((await scim('POST', '/Users', person(), narrow.secret)).status).toBe(403)
  expect((await scim('GET', '/Users', undefined, narrow.secret)).status).toBe(200)
  const stranger = await make.apiToken(await make.company())
  expect((await scim('GET', '/Users', undefined, stranger.secret)).status).toBe(403)
  expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } })
})

test('whoever goes along with a department that the directory moves gets its lines by the record, too', async () => {
  const { company, sid, scim, start, create, named, join } = await office()
  const id = await create({ displayName: '同行者' })
  const make_ = async (displayName: string, members: { value: string }[]) =>
    (await scim<Group>('POST', '/Groups', { displayName, members })).body.id
  const [above, below] = [await make_('上级', []), await make_('下级', [{ value: id }])]
  await start()
  const employeeId = (await named('同行者'))?.employee_id ?? ''
  await join(employeeId)
  const { list } = (await call('getDeptListByCompanyId', {}, { sid })).data
  const line = await make.line(company, { name: '东京-01', sku: await make.sku({ stock: 1 }), bound: true })
  const granted = list.find(({ name }) => name === '上级')?.dept_id ?? ''
  await make.lineGroup(company.id, { lines: [line.id], departments: [granted] })
  await system.change`update directory_department set parent_external_id = ${above} where external_id = ${below}`
  expect((await call('runDirectory', {}, { sid })).code).toBe(200)
  const entries = await system.rows(z.object({ detail: z.string() }))`
    select detail from activity where subject_id = ${employeeId} and action = 'employee.access'`
  expect(entries).toEqual([{ detail: '获得 1 条专线：东京-01（随企业目录）' }])
})

test('departments can swap names and places, and are deleted when nobody is left in them', async () => {
  const { sid, scim, start, create, named, join } = await office()
  const ids = [await create({ displayName: '甲' }), await create({ displayName: '乙' })]
  const make_ = async (displayName: string, member: string) =>
    (await scim<Group>('POST', '/Groups', { displayName, members: [{ value: member }] })).body.id
  const [one, two] = [await make_('一部', ids[0] ?? ''), await make_('二部', ids[1] ?? '')]
  await start()
  await system.change`update directory_department set name = case name when '一部' then '二部' else '一部' end`
  expect((await call('runDirectory', {}, { sid })).data.departments.changed).toBe(2)
  expect([await named('甲'), await named('乙')]).toMatchObject([{ dept_path: '二部' }, { dept_path: '一部' }])
  await scim('DELETE', `/Groups/${one}`)
  expect((await call('getDeptListByCompanyId', {}, { sid })).data.list.map(({ name }) => name)).toEqual(['一部'])
  const own = await call(
    'addCompanyUser',
    {
      employees: [{ phone: newPhone(), name: '自己加的', dept_id: (await named('乙'))?.dept_id ?? '' }],
      invite: false,
    },
    { sid },
  )
  await join(own.data.results[0]?.employee_id ?? '')
  await scim('DELETE', `/Groups/${two}`)
  // Somebody whom the directory does not know is still inside.
  expect(await named('自己加的')).toMatchObject({ dept_path: '一部' })
  expect(await named('乙')).toMatchObject({ dept_path: null })
  expect((await call('stopDirectory', {}, { sid })).code).toBe(200)
  expect(
    (await call('setCompanyUser', { employee_id: (await named('乙'))?.employee_id ?? '', name: '乙二' }, { sid })).code,
  ).toBe(200)
})
