import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newCreditCode } from '#server/testing/identities.ts'
import { untilWindowHolds } from '#server/testing/limit-window.ts'
import { oneDay } from '#server/testing/one-day.ts'
import { testPortal } from '#server/testing/portal.ts'
import { findCompany, updateCompany } from './companies.sql.ts'

const portal = await testPortal()
const { call, make, system, services } = portal

describe('getCompanyForDropList', () => {
  const names = async (keyword: string, ip?: string) => {
    const { code, data } = await call('getCompanyForDropList', { keyword }, ip ? { ip } : {})
    expect(code).toBe(200)
    expect(data.total).toBe(data.list.length)
    return data.list.map(({ name }) => name)
  }

  beforeAll(async () => {
    for (let index = 0; index < 14; index++)
      await make.company({ name: `蓝海贸易${String(index).padStart(2, '0')}号有限公司` })
    await make.company({ name: '冻海贸易有限公司', state: 'frozen' })
    await make.company({ name: '百分之百%折扣商行' })
    await make.company({ name: '下划线_网络商行' })
    await make.company({ name: '反斜线\\科技商行' })
    await make.company({ name: 'Blue Sail Trading' })
    // This company's application was not approved: it does not exist yet.
    await make.verification(await make.account(), {
      kind: 'company',
      state: 'under_review',
      companyName: '待审核商行有限公司',
    })
  })

  test('returns at most ten results without the total', async () => {
    expect(await names('蓝海贸易')).toHaveLength(10)
    expect(await names('蓝海贸易03')).toEqual(['蓝海贸易03号有限公司'])
    expect(await names('海贸')).toHaveLength(10)
    expect(await names('blue sail')).toEqual(['Blue Sail Trading'])
  })

  test('omits frozen and unverified companies', async () => {
    expect(await names('冻海贸易')).toEqual([])
    expect(await names('待审核商行')).toEqual([])
  })

  test('matches wildcard characters literally', async () => {
    expect(await names('%折')).toEqual(['百分之百%折扣商行'])
    expect(await names('线_网')).toEqual(['下划线_网络商行'])
    expect(await names('线\\科')).toEqual(['反斜线\\科技商行'])
    expect(await names('%%')).toEqual([])
    expect(await names('__')).toEqual([])
  })

  test('needs at least two non-blank characters', async () => {
    for (const keyword of ['蓝', ' 蓝 ', ''])
      expect(await call('getCompanyForDropList', { keyword })).toMatchObject({ code: -41003, data: 'keyword' })
  })

  test('returns id and name only', async () => {
    const { data } = await call('getCompanyForDropList', { keyword: 'Blue Sail' })
    expect(Object.keys(data.list[0] ?? {}).sort()).toEqual(['company_id', 'name'])
  })

  test('rate limits an IP address that keeps enumerating', async () => {
    await untilWindowHolds()
    const ask = () => call('getCompanyForDropList', { keyword: '有限公司' }, { ip: '203.0.113.20' })
    const codes: number[] = []
    for (let index = 0; index < 61; index++) codes.push((await ask()).code)
    expect(codes.slice(0, 60).every(code => code === 200)).toBe(true)
    expect(codes[60]).toBe(429)
  })
})

describe('checkCompanyInfo', () => {
  const check = (credit_code: string, company_name = '深圳市测试出海有限公司') =>
    call('checkCompanyInfo', { company_name, credit_code })

  test('tells free, taken and malformed names and codes apart', async () => {
    expect(await check(newCreditCode())).toMatchObject({ code: 200, data: { available: true } })
    const { creditCode } = await make.company()
    expect(await check(creditCode)).toMatchObject({ code: -42004, data: null })
    const last = creditCode.at(-1) === '0' ? '1' : '0'
    expect(await check(creditCode.slice(0, -1) + last)).toMatchObject({ code: -41003, data: 'credit_code' })
    expect(await check(newCreditCode(), '短')).toMatchObject({ code: -41003, data: 'company_name' })
  })

  test('is rate limited by IP address', async () => {
    await untilWindowHolds()
    const creditCode = newCreditCode()
    const ask = () =>
      call('checkCompanyInfo', { company_name: '测试企业', credit_code: creditCode }, { ip: '203.0.113.21' })
    for (let index = 0; index < 60; index++) expect((await ask()).code).toBe(200)
    expect((await ask()).code).toBe(429)
  })
})

test('getIndustryList returns all industries in order', async () => {
  const { data } = await call('getIndustryList', {})
  expect(data.total).toBe(15)
  expect(data.list[0]?.name).toBe('跨境电商')
  expect(data.list.at(-1)?.name).toBe('其他')
})

describe('getCompanyInfo', () => {
  test('shows owner and managers their own company', async () => {
    const company = await make.company({ managers: 1, employees: 2 })
    await make.department(company.id)
    await make.company({ employees: 5 })
    for (const { account } of [company.owner, ...company.managers]) {
      const { code, data } = await call('getCompanyInfo', {}, { sid: await make.session(account) })
      expect(code).toBe(200)
      expect(data).toMatchObject({
        company_id: company.id,
        name: company.name,
        credit_code: company.creditCode,
        employee_count: 4,
        department_count: 1,
        owner_name: `员工${company.owner.account.phone.slice(-4)}`,
      })
    }
  })

  // Only row-level security is at work here: the query names the other company by its id, on the first one's handle.
  test('is limited to one company by the database connection itself', async () => {
    const [one, other] = [await make.company(), await make.company({ employees: 3 })]
    const handle = services.companyDatabase(one.id)
    expect(await findCompany(handle, other.id)).toBeUndefined()
    expect((await findCompany(handle, one.id))?.employee_count).toBe(1)
    expect((await findCompany(system, other.id))?.employee_count).toBe(4)
  })

  test('is refused to employees, strangers and members of a frozen company', async () => {
    const company = await make.company({ employees: 1 })
    const [employee] = company.employees
    if (!employee) throw new Error('no employee was made')
    const codeFor = async (account: { id: string }) =>
      (await call('getCompanyInfo', {}, { sid: await make.session(account) })).code
    expect(await codeFor(employee.account)).toBe(-41017)
    expect(await codeFor(await make.account())).toBe(-41017)
    expect(await codeFor((await make.company({ state: 'frozen' })).owner.account)).toBe(-42006)
    expect((await call('getCompanyInfo', {})).code).toBe(-41003)
  })
})

describe('setCompanyInfo', () => {
  test('changes the given fields of the own company and logs it', async () => {
    const [company, other] = [await make.company({ managers: 1 }), await make.company()]
    const sid = await make.session(company.managers[0]?.account ?? company.owner.account)
    const before = (await call('getCompanyInfo', {}, { sid })).data
    const changed = await call('setCompanyInfo', { contact_phone: '0755-8600 1234', size: '51-200人' }, { sid })
    expect(changed).toMatchObject({ code: 200, data: { ...before, contact_phone: '0755-8600 1234', size: '51-200人' } })
    expect((await call('setCompanyInfo', { address: '' }, { sid })).data).toMatchObject({
      address: null,
      size: '51-200人',
    })
    expect((await call('getCompanyInfo', {}, { sid })).data).toMatchObject({ address: null, contact_name: '张三' })
    const entries = await system.rows(
      z.object({ before: z.record(z.string(), z.unknown()), after: z.record(z.string(), z.unknown()) }),
    )`
    select before, after from audit_entry where target = ${`company:${company.id}`} order by created_at`
    expect(entries).toHaveLength(2)
    expect(entries[0]).toMatchObject({ before: { size: '21-50人' }, after: { size: '51-200人' } })
    expect(await findCompany(system, other.id)).toMatchObject({ address: '深圳市南山区', size: '21-50人' })
  })

  test('refuses name, credit code, an unknown size and letters in a phone number', async () => {
    const sid = await make.session((await make.company()).owner.account)
    const { body } = await portal.post('/v1/company/setCompanyInfo', { sid, name: '改名有限公司' })
    expect(JSON.parse(body)).toMatchObject({ code: -41003, data: 'name' })
    expect(await call('setCompanyInfo', { contact_phone: 'call me' }, { sid })).toMatchObject({ data: 'contact_phone' })
  })

  // The role itself may change only these columns, and only those of its own company.
  test('is limited to the company by the database connection itself', async () => {
    const [one, other] = [await make.company(), await make.company()]
    const handle = services.companyDatabase(one.id)
    expect(await updateCompany(handle, other.id, { address: '别处' })).toBe(0)
    expect(await updateCompany(handle, one.id, { address: '别处' })).toBe(1)
    await expect(handle.change`update company set name = '改名' where id = ${one.id}`).rejects.toThrow('permission')
  })
})

describe('getCompanyData', () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)

  test(
    'returns figures, upcoming ends and pending items, each with its link',
    oneDay(async () => {
      const company = await make.company({ managers: 1 })
      const department = await make.department(company.id)
      const person = (values: Parameters<typeof make.employee>[1]) =>
        make.employee(company.id, { departmentId: department.id, ...values })
      const one = await person({ serviceEndsAt: days(3) })
      await person({ serviceEndsAt: days(3) })
      await person({ serviceEndsAt: days(40) })
      await person({ serviceEndsAt: days(120) })
      await person({ serviceEndsAt: days(-2) })
      await person({ state: 'invited' })
      await person({ state: 'disabled', serviceEndsAt: days(5) })
      await system.change`insert into service_balance (company_id, days) values (${company.id}, 45)`
      await make.installer({ clientType: 1, version: '12.0.1' })
      const input = { companyId: company.id, employeeId: one.id }
      await make.device({ ...input, audit: 'pending', clientVersion: '12.0.0' })
      await make.device({ ...input, lastSeenAt: days(-1) })
      await make.line(company, { bound: true, endsAt: days(3) })
      await make.line(company, { bound: true, endsAt: days(-1) })
      await make.line(company, { endsAt: days(20) })
      const other = await make.company({ employees: 3 })
      await make.line(other, { endsAt: days(3) })
      await make.device({ companyId: other.id, employeeId: other.employees[0]?.id ?? '' })

      const { code, data } = await call('getCompanyData', {}, { sid: await make.session(company.owner.account) })
      expect(code).toBe(200)
      const day = (count: number) => new Date(days(count).getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
      expect(data).toEqual({
        balance: 45,
        employees: { total: 9, active: 7, invited: 1, disabled: 1, in_service: 4 },
        devices: { total: 2, pending: 1, online: 1, outdated: 1 },
        expiries: [
          { day: day(3), employees: 2, lines: 1 },
          { day: day(20), employees: 0, lines: 1 },
          { day: day(40), employees: 1, lines: 0 },
        ],
        lines: { unbound: 1, active: 0, expiring: 1, expired: 1, suspended: 0, released: 0 },
        todo: [
          {
            kind: 'line_expired',
            count: 1,
            text: '1 条专线已到期，到期 3 天后收回地址',
            link: '/control/manageline?state=expired',
          },
          {
            kind: 'line_unbound',
            count: 1,
            text: '1 条专线待绑定地址',
            link: '/control/manageline?state=unbound',
          },
          {
            kind: 'device_waiting',
            count: 1,
            text: '1 台设备等待审核',
            link: '/control/deviceManage?audit_state=pending',
          },
          {
            kind: 'service_ended',
            count: 1,
            text: '1 名员工的服务已到期',
            link: '/control/employeetime?service=ended&state=active',
          },
          {
            kind: 'service_none',
            count: 2,
            text: '2 名员工还没有分配时长',
            link: '/control/employeetime?service=none&state=active',
          },
          {
            kind: 'line_unshared',
            count: 1,
            text: '1 条专线还没有授权给任何人：建立专线组',
            link: '/control/authoritymanagement',
          },
          {
            kind: 'balance_low',
            count: 15,
            text: '2 人将在 15 天内到期，剩余 45 人天，各续 30 天还差 15 人天',
            link: '/control/employeehouers',
          },
          {
            kind: 'line_expiring',
            count: 1,
            text: '1 条专线将在 7 天内到期',
            link: '/control/manageline?state=expiring',
          },
          {
            kind: 'service_ending',
            count: 2,
            text: '2 名员工的服务将在 15 天内到期',
            link: '/control/employeetime?service=ends_soon&state=active',
          },
          {
            kind: 'invitation_open',
            count: 1,
            text: '1 名员工尚未接受邀请',
            link: '/control/employeetime?state=invited',
          },
          {
            kind: 'no_department',
            count: 2,
            text: '2 名员工没有部门',
            link: '/control/employeetime?without_dept=1',
          },
        ],
      })
    }),
  )

  test('counts days from midnight in China', async () => {
    const company = await make.company()
    const midnight = new Date(
      `${new Date(Date.now() + 8 * 3_600_000 + 2 * 86_400_000).toISOString().slice(0, 10)}T00:00:00+08:00`,
    )
    await make.employee(company.id, { serviceEndsAt: new Date(midnight.getTime() - 1000) })
    await make.employee(company.id, { serviceEndsAt: midnight })
    const { data } = await call('getCompanyData', {}, { sid: await make.session(company.owner.account) })
    expect(data.expiries.map(({ employees }) => employees)).toEqual([1, 1])
    const chinese = (at: Date) => at.toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' })
    expect(data.expiries.map(({ day }) => day)).toEqual([
      chinese(new Date(midnight.getTime() - 1000)),
      chinese(midnight),
    ])
  })

  test('returns empty figures and next steps for a company without data', async () => {
    const { data } = await call('getCompanyData', {}, { sid: await make.session((await make.company()).owner.account) })
    expect(data).toMatchObject({
      balance: 0,
      devices: { total: 0 },
      expiries: [],
      // Nobody can use anything before hours are bought.
      todo: [
        { kind: 'service_none', count: 1, link: '/control/employeehouers' },
        { kind: 'line_none', count: 1, link: '/control/buyvirtual' },
        { kind: 'no_department', count: 1 },
      ],
    })
  })
})
