import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ActivityName } from '#contract/activity-names.ts'
import { creditCodeProblem, idCardProblem, phoneProblem } from '#contract/rules.ts'
import { countOf } from '#server/database/count-rows.ts'
import { inserted } from '#server/testing/inserted.ts'
import { testPortal } from '#server/testing/portal.ts'
import { accounts, companies, registrations } from './companies.ts'
import { fillDemonstration } from './demonstration.ts'

const portal = await testPortal()
const { system, services } = portal

const count = (table: ReturnType<typeof sql>) => countOf(system, sql`select count(*) from ${table}`)

beforeAll(async () => {
  // Three replicas fill concurrently. Without the advisory lock of fillDemonstration two of them fail on the first unique key.
  await Promise.all([1, 2, 3].map(() => fillDemonstration(services)))
})

test('demonstration data is filled once, and a later start adds nothing', async () => {
  const before = await Promise.all([sql`account`, sql`sku`, sql`stored_file`, sql`article`].map(count))
  await fillDemonstration(services)
  expect(await Promise.all([sql`account`, sql`sku`, sql`stored_file`, sql`article`].map(count))).toEqual(before)
  expect(await count(sql`audit_entry where target = 'demonstration'`)).toBe(1)
  expect(await count(sql`company`)).toBe(5)
  expect(await count(sql`region`)).toBe(26)
})

describe('the accounts printed at start', () => {
  const status = async (phone: string) =>
    (await portal.call('wLogin', { is_agree: 1, username: phone, password: 'demo1234' })).data

  test('log in as manager, employee, unverified and rejected', async () => {
    const manager = await status('13800000001')
    expect(manager.user_status).toBe(1)
    expect(manager.user_info).toMatchObject({ is_company_manager: 1, company_name: '深圳市蓝帆跨境电商有限公司' })
    expect(await status('13800000002')).toMatchObject({ user_status: 1, user_info: { is_company_manager: 0 } })
    expect(await status('13800000003')).toMatchObject({ user_status: -1, user_info: { company_name: null } })
    const rejected = await status('13800000004')
    expect(rejected.user_status).toBe(-2)
    const { data } = await portal.call('getVerification', {}, { sid: rejected.sid })
    expect(data.verification).toMatchObject({ kind: 'company', state: 'rejected' })
    expect(data.verification?.reason).toContain('营业执照')
    expect(data.prefill?.company_name).toBe('厦门鹭海供应链有限公司')
  })

  test('whoever submitted a verification has given the consents that its form asks for', async () => {
    const consentsOf = async (phone: string) =>
      (await portal.call('getConsents', {}, { sid: (await status(phone)).sid })).data.list.map(({ kind }) => kind)
    expect(await consentsOf('13800000061')).toContain('identity')
    expect(await consentsOf('13800000060')).toEqual(expect.arrayContaining(['identity', 'licence']))
  })

  test('the activity log explains how the company got what it has', async () => {
    const { sid } = await status('13800000001')
    const entries = async (filter: { keyword?: string; action?: ActivityName }) =>
      (await portal.call('getCompanyActivity', { ...filter, page: 1, page_size: 100 }, { sid })).data.list
    const [approved] = await entries({ action: 'company.created' })
    expect(approved).toMatchObject({ actor_kind: 'system', subject_name: '深圳市蓝帆跨境电商有限公司' })
    const found = await entries({ keyword: '陈雨桐' })
    expect(found.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['employee.added', 'employee.joined', 'employee.assigned', 'device.registered']),
    )
    for (const action of ['department.added', 'line.bound', 'order.placed', 'order.paid', 'device.approved'] as const)
      expect(await entries({ action }), action).not.toHaveLength(0)
    const instants = (await entries({})).map(({ at }) => at)
    expect(instants).toEqual(instants.toSorted().toReversed())
  })

  test('the company’s details are shown with names and counts', async () => {
    const { sid } = await status('13800000001')
    const { data } = await portal.call('getCompanyInfo', {}, { sid })
    expect(data).toMatchObject({ owner_name: '林海舟', employee_count: 33, department_count: 19, industry: '跨境电商' })
  })

  test('services end at different times: over, soon and later', async () => {
    const found = await system.row(z.object({ over: z.number(), soon: z.number(), later: z.number() }))`
      select count(*) filter (where service_ends_at <= now())::integer as over,
        count(*) filter (where service_ends_at > now() and service_ends_at <= now() + interval '8 days')::integer as soon,
        count(*) filter (where service_ends_at > now() + interval '8 days')::integer as later
      from employee`
    expect(found).toEqual({ over: 4, soon: 3, later: 28 })
  })
})

test('the ledger adds up to the balance and everyone’s service', async () => {
  const sum = z.object({ balance: z.int(), sum: z.int(), last: z.int(), sound: z.boolean() })
  const sums = await system.rows(sum)`
    select service_balance.days as balance, sum(service_entry.days)::integer as sum,
      (array_agg(balance_after order by service_entry.id desc))[1] as last, min(balance_after) >= 0 as sound
    from service_balance join service_entry using (company_id) group by company_id, service_balance.days order by 1 desc`
  // The two customers and two of the companies with a trial; one of the trials is over and its days were returned.
  expect(sums.map(({ balance }) => balance > 0)).toEqual([true, true, true, false])
  for (const { balance, ...row } of sums) {
    expect(row).toEqual({ sum: balance, last: balance, sound: true })
  }
  // Everyone with service has a matching assignment of the same length.
  const name = z.object({ name: z.string() })
  const unexplained = await system.rows(name)`
    select employee.name from employee
    where service_ends_at is not null and -ceil(extract(epoch from service_ends_at - created_at) / 86400) <> all(
      select days from service_entry where company_id = employee.company_id and employee_id = employee.id)`
  expect(unexplained).toEqual([])
  // Nobody has hours from before they joined.
  const early = await system.rows(name)`
    select employee_name as name from service_entry join employee_log log using (company_id, employee_id)
    where kind = 'assignment' and log.action in ('added', 'joined') and service_entry.created_at <= log.created_at
    union all
    select joined.actor_name from employee_log joined join employee_log added using (company_id, employee_id)
    where joined.action = 'joined' and added.action = 'added' and joined.created_at <= added.created_at`
  expect(early).toEqual([])
  const { sid, user_info } = (
    await portal.call('wLogin', { is_agree: 1, username: '13800000001', password: 'demo1234' })
  ).data
  const { data } = await portal.call('getServiceBalance', {}, { sid })
  expect(user_info.company_remain_days).toBe(data.balance)
})

test('trials include a requested, a running and an ended one', async () => {
  const shown = z.object({ state: z.string(), lines: z.int(), line_over: z.boolean().nullable() })
  const trials = await system.rows(shown)`
    select trial.state, count(line.id)::integer as lines, bool_or(line.ends_at <= now()) as line_over
    from trial left join line on line.trial_id = trial.id group by trial.id, trial.state order by trial.state`
  expect(trials).toEqual([
    { state: 'active', lines: 1, line_over: false },
    { state: 'ended', lines: 1, line_over: true },
    { state: 'requested', lines: 0, line_over: null },
  ])
  const { data } = await portal.call('wLogin', { is_agree: 1, username: '13800000071', password: 'demo1234' })
  expect((await portal.call('getTrial', {}, { sid: data.sid })).data).toMatchObject({ trial: { state: 'active' } })
})

test('every phone, credit code and ID number passes the forms’ validation', () => {
  for (const { phone, verification } of accounts) {
    expect(phoneProblem(phone)).toBeUndefined()
    if (verification) expect(idCardProblem(verification.idNumber)).toBeUndefined()
    if (verification?.company) expect(creditCodeProblem(verification.company.creditCode)).toBeUndefined()
  }
  for (const { creditCode } of [...companies, ...registrations]) expect(creditCodeProblem(creditCode)).toBeUndefined()
})

test('the company under review can be approved, and the promotion code used', async () => {
  expect(await count(sql`identity_verification where state = 'under_review'`)).toBe(2)
  const { code, data } = await portal.call('verifyPromotionCode', { promotion_code: 'hyl666' })
  expect(code).toBe(200)
  expect(data).toMatchObject({ promotion_code: 'HYL666', channel_name: '跨境服务商伙伴' })
  const used = await system.row(z.object({ used: z.number(), registered: z.number() }))`
    select used, (select count(*)::integer from account where promotion_code = code) as registered
    from promotion_code where code = 'HYL666'`
  expect(used?.used).toBe(used?.registered)
})

test('the catalogue has a price for every region and four periods for every kind of goods', async () => {
  expect(await count(sql`region where not exists (select from sku where sku.region_id = region.id)`)).toBe(0)
  expect(
    await count(sql`goods where (select count(*) from package_type
    where package_type.category_id = goods.category_id) <> 4`),
  ).toBe(0)
  expect(await count(sql`sku where price < 5000 or price % 100 <> 0`)).toBe(0)
})

test('the stored installers match their rows, newest first', async () => {
  for (const client_type of [1, 2, 4] as const) {
    const { data } = await portal.call('getVersion', { channel_id: 1, client_type })
    expect(data.oss_url).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/downloads\/[0-9a-f-]{36}\/haiyilian-\w+-[\d.]+-demo\.zip$/,
    )
    const row = await system.row(
      z.object({ storage_key: z.string() }),
    )`select storage_key from stored_file where sha256 = ${data.sha256}`
    const file = await services.storage.get(row?.storage_key ?? 'installer/none')
    const content = file && (await buffer(file.stream))
    expect(content?.length).toBe(data.size)
    expect(
      createHash('sha256')
        .update(content ?? '')
        .digest('hex'),
    ).toBe(data.sha256)
  }
  expect((await portal.call('getVersion', { channel_id: 1, client_type: 1 })).data.version).toBe('12.0.1')
})

test('devices are in every state, none beyond its limit, and managers are notified of waiting ones', async () => {
  const { sid } = (await portal.call('wLogin', { is_agree: 1, username: '13800000001', password: 'demo1234' })).data
  const count = async (filter: Parameters<typeof portal.call<'getDeviceList'>>[1]) =>
    (await portal.call('getDeviceList', filter, { sid })).data.total
  expect(await count({})).toBe(46)
  expect(await count({ audit_state: 'pending' })).toBe(4)
  expect(await count({ audit_state: 'rejected' })).toBe(1)
  expect(await count({ auth_state: 'suspended' })).toBe(1)
  expect(await count({ outdated: true })).toBeGreaterThan(8)
  expect(await count({ unseen_days: 40 })).toBe(4)
  const over = await system.rows(z.object({ name: z.string() }))`
    select employee.name from employee join device on device.company_id = employee.company_id
      and device.employee_id = employee.id and audit_state = 'approved' and auth_state = 'authorized'
    group by employee.id, employee.name, device_limit having count(*) > device_limit`
  expect(over).toEqual([])
  const future = await system.rows(inserted)`
    select device_log.id from device_log join device on device.company_id = device_log.company_id and device.id = device_id
    where device_log.created_at > now() or device_log.created_at < device.created_at or last_seen_at < device.created_at`
  expect(future).toEqual([])
  const { data } = await portal.call('getNoticeList', {}, { sid })
  expect(data).toMatchObject({ total: 6, unread: 4 })
  const { list } = (await portal.call('getDeviceList', { keyword: '直播间' }, { sid })).data
  const log = await portal.call('getDeviceLog', { device_id: list[0]?.device_id ?? '' }, { sid })
  expect(log.data.list.map(({ action }) => action)).toEqual(['seen', 'approved', 'registered'])
})
