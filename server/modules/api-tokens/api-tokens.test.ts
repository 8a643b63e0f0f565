import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import { tokenRequests } from '#contract/scope-names.ts'
import { countOf } from '#server/database/count-rows.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { testReplica } from '#server/testing/replica.ts'

const portal = await testPortal()
const { make, call, operate, post, system, config, url } = portal

const newCompany = async () => {
  const company = await make.company({ managers: 1, employees: 2 })
  const sid = await make.session(company.owner.account)
  await system.change`update session set proved_at = now() where account_id = ${company.owner.account.id}`
  return { company, sid }
}
const tokenInput = (more: Partial<InputOf<'createApiToken'>> = {}): InputOf<'createApiToken'> => ({
  name: '人事系统',
  scopes: ['people:read'],
  days: 90,
  request_key: randomUUID(),
  ...more,
})

test('creating a token takes a fresh proof; its secret is shown once and stored as a hash', async () => {
  const { company, sid } = await newCompany()
  const unproved = await make.session(company.managers[0]?.account ?? company.owner.account)
  await system.change`update session set proved_at = now() - interval '1 hour' where account_id = ${company.managers[0]?.account.id}`
  expect((await call('createApiToken', tokenInput(), { sid: unproved })).code).toBe(-41022)
  const input = tokenInput()
  const made = await call('createApiToken', input, { sid })
  expect(made.code).toBe(200)
  const token = made.data.secret ?? ''
  expect((await call('getCompanyUserList', {}, { token })).data.total).toBe(4)
  const again = await call('createApiToken', input, { sid })
  expect(again.data).toEqual({ token_id: made.data.token_id, secret: null })
  expect((await call('createApiToken', { ...input, days: 91 }, { sid })).code).toBe(-41020)
  const { data } = await call('getApiTokenList', {}, { sid })
  expect(data.list).toMatchObject([{ name: '人事系统', hint: token.slice(-4), state: 'active', last_ip: '127.0.0.1' }])
  const kept = await system.row(z.object({ text: z.string() }))`
    select concat((select string_agg(secret::text, '') from api_token_secret secret),
      (select string_agg(key::text, '') from idempotency_key key), (select string_agg(a::text, '') from activity a)) as text`
  expect(kept?.text).not.toContain(token)
  expect(kept?.text).not.toContain(Buffer.from(token).toString('hex'))
})

// Guard: the unique constraint of the request's key. Without it each request creates a token.
test('concurrent requests with one idempotency key create one token, and only one is given the secret', async () => {
  const { company, sid } = await newCompany()
  const input = tokenInput()
  const answers = await Promise.all(Array.from({ length: 5 }, () => call('createApiToken', input, { sid })))
  expect(answers.map(({ code }) => code)).toEqual(Array(5).fill(200))
  expect(answers.filter(({ data }) => data.secret)).toHaveLength(1)
  expect(await countOf(system, sql`select count(*) from api_token where company_id = ${company.id}`)).toBe(1)
})

test.each([
  ['days', tokenInput({ days: 366 })],
  ['days', tokenInput({ days: 0 })],
  ['scopes', tokenInput({ scopes: [] })],
  ['networks.0', tokenInput({ networks: ['203.0.113.0/33'] })],
  ['networks.0', tokenInput({ networks: ['example.com'] })],
  ['name', tokenInput({ name: ' ' })],
])('%s is refused at the field', async (field, input) => {
  const { sid } = await newCompany()
  expect(await call('createApiToken', input, { sid })).toMatchObject({ code: -41003, data: field })
})

test('a token does what its scopes say, in its company, and is named in the company’s log', async () => {
  const { company } = await newCompany()
  const { id, secret: token } = await make.apiToken(company, { scopes: ['people:change'], name: '同步' })
  expect(await call('getCompanyUserList', {}, { token })).toMatchObject({
    status: 403,
    code: -41052,
    data: 'people:read',
  })
  expect(await call('revokeApiToken', { token_id: id }, { token })).toMatchObject({
    status: 403,
    code: -41052,
    data: null,
  })
  const employee_id = company.employees[0]?.id ?? ''
  expect((await call('setCompanyUser', { employee_id, name: '改过的名字' }, { token })).code).toBe(200)
  const entry = await system.row(z.object({ actor_kind: z.string(), actor_id: z.string(), actor_name: z.string() }))`
    select actor_kind, actor_id, actor_name from activity where company_id = ${company.id} and action = 'employee.changed'`
  expect(entry).toEqual({ actor_kind: 'token', actor_id: id, actor_name: '接口令牌「同步」' })
})

test('a change without an idempotency key is refused; a repeated one gets the first answer', async () => {
  const { company } = await newCompany()
  const { secret: token } = await make.apiToken(company)
  const headers = { authorization: `Bearer ${token}` }
  const without = await portal.app.inject({
    ...{ method: 'POST', url: '/api/v1/department/setDepartment' },
    headers: { ...headers, 'content-type': 'application/json' },
    payload: { name: '仓库' },
  })
  expect(without.json()).toMatchObject({ code: -41003, data: 'Idempotency-Key' })
  const keyed = { 'idempotency-key': randomUUID() }
  const first = await call('setDepartment', { name: '仓库' }, { token, headers: keyed })
  expect(await call('setDepartment', { name: '仓库' }, { token, headers: keyed })).toEqual(first)
  expect((await call('setDepartment', { name: '别的' }, { token, headers: keyed })).code).toBe(-41020)
})

test('calls that spend money and requests with a sid beside the token are refused', async () => {
  const { company, sid } = await newCompany()
  const { secret: token } = await make.apiToken(company)
  const line = await make.line(company, { bound: true })
  const spent = await call('setCompanyVpl', { svp_ids: [line.id], auto_renew: true }, { token })
  expect(spent).toMatchObject({ code: -41003, data: 'auto_renew' })
  expect(await call('getCompanyUserList', {}, { token, sid })).toMatchObject({ code: -41003, data: 'sid' })
  expect((await call('setCompanyVpl', { svp_ids: [line.id], remark: '海外' }, { token })).code).toBe(200)
  const order = { kind: 'renewal' as const, svp_ids: [line.id], days: 30, request_key: randomUUID() }
  const coupon = await make.coupon(company.id, { way: 'gift' })
  expect((await call('createOrder', { ...order, coupon_id: coupon.id }, { token })).data).toBe('coupon_id')
  const placed = await call('createOrder', order, { token })
  expect(placed).toMatchObject({ code: 200, data: { state: 'pending' } })
  expect((await call('orderOpera', { order_id: placed.data.order_id, opera: 'pay' }, { token })).code).toBe(-41052)
})

test('an expired, altered or invented secret is refused, and so is a request from another network', async () => {
  const { company } = await newCompany()
  const expired = await make.apiToken(company, { expiresAt: new Date(Date.now() - 1000) })
  const bound = await make.apiToken(company, { networks: ['203.0.113.0/24', '2001:db8::/32'] })
  const companyInfo = (token: string, ip?: string) => call('getCompanyInfo', {}, { token, ...(ip && { ip }) })
  for (const token of [expired.secret, `${bound.secret.slice(0, -1)}!`, 'hyl_made-up', 'x'])
    expect(await companyInfo(token)).toMatchObject({ status: 401, code: -41051 })
  expect(await companyInfo(bound.secret, '203.0.114.9')).toMatchObject({ status: 403, code: -41053 })
  expect((await companyInfo(bound.secret, '203.0.113.9')).code).toBe(200)
  expect((await companyInfo(bound.secret, '2001:db8:1::5')).code).toBe(200)
})

test('after a rotation the former secret works for the chosen hours, or not at all', async () => {
  const { company, sid } = await newCompany()
  const { id: token_id, secret } = await make.apiToken(company)
  const rotate = (overlap_hours: number) =>
    call('rotateApiToken', { token_id, overlap_hours, request_key: randomUUID() }, { sid })
  const second = (await rotate(24)).data.secret ?? ''
  const codes = async (...secrets: string[]) =>
    Promise.all(secrets.map(async token => (await call('getCompanyInfo', {}, { token })).code))
  expect(await codes(secret, second)).toEqual([200, 200])
  const third = (await rotate(0)).data.secret ?? ''
  expect(await codes(secret, second, third)).toEqual([-41051, -41051, 200])
})

test('a revoked token stops working on every replica', async () => {
  const { company, sid } = await newCompany()
  const { id: token_id, secret: token } = await make.apiToken(company)
  const other = await testReplica(config, { url })
  const there = async () =>
    (
      await other.app.inject({
        ...{ method: 'POST', url: '/api/v1/company/getCompanyInfo', payload: {} },
        headers: { authorization: `Bearer ${token}` },
      })
    ).json<{ code: number }>().code
  expect(await there()).toBe(200)
  expect((await call('revokeApiToken', { token_id }, { sid })).code).toBe(200)
  expect(await there()).toBe(-41051)
  expect((await call('revokeApiToken', { token_id }, { sid })).code).toBe(-41056)
  await other.stop()
})

// Guard: `requireHeld` in perform. Without it a change that was admitted before goes through after the token was revoked.
test('a change that waits while its token is revoked changes nothing', async () => {
  const { company } = await newCompany()
  const { id, secret: token } = await make.apiToken(company)
  const revoke = sql`update api_token set ended_at = now(), end_reason = 'revoked' where id = ${id}`
  const late = await overtakenBy(system, [revoke], () => call('setDepartment', { name: '太晚' }, { token }))
  expect(late.code).toBe(-41051)
  expect(await countOf(system, sql`select count(*) from department where company_id = ${company.id}`)).toBe(0)
})

test.each([
  ['is an employee', sql`role = 'employee'`],
  ['is disabled', sql`state = 'disabled'`],
])('a token ends for good when its maker %s', async (_, change) => {
  const { company, sid } = await newCompany()
  const maker = company.managers[0]
  if (!maker) throw new Error('the company has a manager')
  const { id, secret: token } = await make.apiToken(company, { maker })
  expect((await call('getCompanyInfo', {}, { token })).code).toBe(200)
  await system.change`update employee set ${change} where id = ${maker.id}`
  expect((await call('getCompanyInfo', {}, { token })).code).toBe(-41051)
  await system.change`update employee set role = 'manager', state = 'active' where id = ${maker.id}`
  expect((await call('getCompanyInfo', {}, { token })).code).toBe(-41051)
  expect((await call('getApiTokenList', {}, { sid })).data.list).toMatchObject([{ token_id: id, state: 'ended' }])
  const { data } = await call('getCompanyActivity', { action: 'token.ended' }, { sid })
  expect(data.list).toMatchObject([{ subject_id: id, actor_kind: 'system' }])
})

test('a token does nothing while the account of its maker is disabled', async () => {
  const { company } = await newCompany()
  const { secret: token } = await make.apiToken(company, { maker: company.managers[0] ?? company.owner })
  const support = await make.operator('support')
  const account_id = company.managers[0]?.account.id ?? ''
  const set = (state: 'disabled' | 'active') =>
    operate('setAccountState', { account_id, state, reason: '已核实' }, { token: support.token })
  expect((await set('disabled')).code).toBe(200)
  expect((await call('getCompanyInfo', {}, { token })).code).toBe(-41051)
  expect((await set('active')).code).toBe(200)
  expect((await call('getCompanyInfo', {}, { token })).code).toBe(200)
})

// Guard: `for share` on the creator. Without it a token outlives a demotion that was not committed yet.
test('changing a token’s scopes also affects a change that is under way', async () => {
  const { company, sid } = await newCompany()
  const made = await call('createApiToken', tokenInput({ scopes: ['people:read', 'people:change'] }), { sid })
  const log = await call('getCompanyActivity', { action: 'token.created' }, { sid })
  expect(log.data.list[0]?.detail).toBe('90 天，读取部门与员工、更改部门与员工')
  const token = made.data.secret ?? ''
  const department = await make.department(company.id)
  const changed = { token_id: made.data.token_id, name: '新名称', networks: [], dept_ids: null }
  const rename = () => call('setDepartment', { dept_id: department.id, name: randomUUID().slice(0, 8) }, { token })
  expect((await rename()).code).toBe(200)
  // Guard: `requireHeld` reads the token's rights again, behind the lock.
  const narrowed = [sql`update api_token set scopes = '{people:read}' where id = ${made.data.token_id}`]
  expect((await overtakenBy(system, narrowed, rename)).code).toBe(-41052)
  const set = (more: object) => call('setApiToken', { ...changed, scopes: ['people:change'], ...more }, { sid })
  expect((await set({})).code).toBe(200)
  expect((await rename()).code).toBe(200)
  expect(await call('getCompanyUserList', {}, { token })).toMatchObject({ code: -41052 })
  expect((await set({ networks: ['203.0.113.8'] })).code).toBe(200)
  expect((await rename()).code).toBe(-41053)
  expect((await set({ dept_ids: [randomUUID()] })).code).toBe(-46001)
  const { list } = (await call('getApiTokenList', {}, { sid })).data
  expect(list[0]).toMatchObject({ name: '新名称', scopes: ['people:change'], networks: ['203.0.113.8'] })
  // Renaming from a page that was opened earlier does not restore a right that was removed meanwhile.
  expect((await call('setApiToken', { token_id: made.data.token_id, name: '人事' }, { sid })).code).toBe(200)
  const after = (await call('getApiTokenList', {}, { sid })).data.list[0]
  expect(after).toMatchObject({ name: '人事', scopes: ['people:change'], networks: ['203.0.113.8'], dept_ids: null })
  await call('revokeApiToken', { token_id: made.data.token_id }, { sid })
  expect((await set({})).code).toBe(-41056)
})

test('a manager who is demoted while creating a token creates none', async () => {
  const { company, sid } = await newCompany()
  const demoted = sql`update employee set role = 'employee' where id = ${company.owner.id}`
  const made = await overtakenBy(system, [demoted], () => call('createApiToken', tokenInput(), { sid }))
  expect(made.code).toBe(-41017)
  expect(await countOf(system, sql`select count(*) from api_token where company_id = ${company.id}`)).toBe(0)
})

test('a token limited to departments reaches their people and nobody else', async () => {
  const { company } = await newCompany()
  const sales = await make.department(company.id)
  const below = await make.department(company.id, { parentId: sales.id })
  const other = await make.department(company.id)
  const inside = await make.employee(company.id, { departmentId: below.id })
  const outside = await make.employee(company.id, { departmentId: other.id })
  const { secret: token } = await make.apiToken(company, { departments: [sales.id] })
  const code = async (answer: Promise<{ code: number }>) => (await answer).code
  expect(await code(call('getCompanyUserList', { dept_id: below.id }, { token }))).toBe(200)
  expect(await code(call('getCompanyUserList', { dept_id: other.id }, { token }))).toBe(-41054)
  for (const [input, people] of [
    [{}, [inside.id]],
    [{ keyword: '员工' }, [inside.id]],
    [{ without_dept: true }, []],
  ] as const) {
    const { list } = (await call('getCompanyUserList', input, { token })).data
    expect(list.map(({ employee_id }) => employee_id)).toEqual(people)
  }
  expect(await code(call('getCompanyUserDetail', { employee_id: inside.id }, { token }))).toBe(200)
  expect(await code(call('getCompanyUserDetail', { employee_id: outside.id }, { token }))).toBe(-41054)
  expect(await code(call('setDepartment', { name: '新的' }, { token }))).toBe(-41054)
  const move = (dept_id: string | null) => ({ employee_ids: [inside.id], dept_id })
  for (const dept of [other.id, null])
    expect(await code(call('batchSetDepartment', move(dept), { token }))).toBe(-41054)
  expect(await code(call('batchSetDepartment', move(sales.id), { token }))).toBe(200)
  const both = { employee_ids: [inside.id, outside.id] }
  expect(await code(call('delCompanyUser', both, { token }))).toBe(-41054)
  const plan = (employee_ids: string[]) =>
    code(call('planAccess', { call: 'delCompanyUser', input: { employee_ids } }, { token }))
  expect(await plan([inside.id])).toBe(200)
  expect(await plan([outside.id])).toBe(-41054)
  const added = (dept_id?: string) => ({
    employees: [{ name: '新人', phone: '13800138000', ...(dept_id && { dept_id }) }],
  })
  expect(await code(call('addCompanyUser', added(), { token }))).toBe(-41054)
  expect(await code(call('addCompanyUser', added(other.id), { token }))).toBe(-41054)
  expect(await code(call('addCompanyUser', added(below.id), { token }))).toBe(200)
})

// Guard: the people are read after the lock under which they are moved.
test('a person who is moved out of the token’s departments meanwhile is not removed', async () => {
  const { company } = await newCompany()
  const sales = await make.department(company.id)
  const person = await make.employee(company.id, { departmentId: sales.id })
  const { secret: token } = await make.apiToken(company, { departments: [sales.id] })
  const moved = [
    sql`select pg_advisory_xact_lock(471530192, hashtext(${company.id}))`,
    sql`update employee set department_id = null where id = ${person.id}`,
  ]
  const late = await overtakenBy(system, moved, () => call('delCompanyUser', { employee_ids: [person.id] }, { token }))
  expect(late.code).toBe(-41054)
})

test('a plan of a call outside the token’s scopes is refused', async () => {
  const { company } = await newCompany()
  const { secret: token } = await make.apiToken(company, { scopes: ['lines:change'] })
  const input = { employee_ids: [company.employees[0]?.id] }
  expect((await call('planAccess', { call: 'delCompanyUser', input }, { token })).code).toBe(-41052)
})

test('each response tells the rest of the rate limit, and beyond it when to retry', async () => {
  const { company } = await newCompany()
  const { id, secret: token } = await make.apiToken(company)
  const first = await post('/v1/company/getCompanyInfo', {}, { token })
  expect(first.headers['ratelimit-policy']).toBe('"token";q=600;w=60')
  expect(first.headers.ratelimit).toMatch(/^"token";r=59[89];t=\d+$/)
  // Uses up the following minutes as well, so that it does not matter in which of them the request arrives.
  await system.change`
    insert into limit_counter (key, window_start, hits)
    select key, window_start + make_interval(secs => ${tokenRequests.seconds}::integer * place), ${tokenRequests.max}
    from limit_counter, generate_series(0, 30) as place where key = ${`token:${id}`}
    on conflict (key, window_start) do update set hits = excluded.hits`
  const refused = await post('/v1/company/getCompanyInfo', {}, { token })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('valid tokens are listed before any number of ended ones, with the departments that still exist', async () => {
  const { company, sid } = await newCompany()
  const [kept, gone] = [await make.department(company.id), await make.department(company.id)]
  const { id } = await make.apiToken(company, { departments: [kept.id, gone.id] })
  const ended = await Promise.all(Array.from({ length: 200 }, () => make.apiToken(company)))
  await system.change`
    update api_token set ended_at = now(), end_reason = 'revoked'
    where company_id = ${company.id} and id = any(${ended.map(token => token.id)}::uuid[])`
  await system.change`delete from department where company_id = ${company.id} and id = ${gone.id}`
  const { list } = (await call('getApiTokenList', {}, { sid })).data
  expect(list[0]).toMatchObject({ token_id: id, state: 'active', dept_ids: [kept.id] })
})
