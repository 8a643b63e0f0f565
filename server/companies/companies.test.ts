import { beforeAll, describe, expect, test } from 'vitest'
import { newCreditCode } from '../testing/identities.ts'
import { testPortal } from '../testing/portal.ts'
import { findCompany } from './companies.sql.ts'

const { call, make, system, services } = await testPortal()

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
    // Applied for, not approved: no company yet.
    await make.verification(await make.account(), {
      kind: 'company',
      state: 'under_review',
      companyName: '待审核商行有限公司',
    })
  })

  test('at most ten, and never how many there are', async () => {
    expect(await names('蓝海贸易')).toHaveLength(10)
    expect(await names('蓝海贸易03')).toEqual(['蓝海贸易03号有限公司'])
    expect(await names('海贸')).toHaveLength(10)
    expect(await names('blue sail')).toEqual(['Blue Sail Trading'])
  })

  test('neither frozen nor unverified ones', async () => {
    expect(await names('冻海贸易')).toEqual([])
    expect(await names('待审核商行')).toEqual([])
  })

  test('a wildcard is looked for as typed', async () => {
    expect(await names('%折')).toEqual(['百分之百%折扣商行'])
    expect(await names('线_网')).toEqual(['下划线_网络商行'])
    expect(await names('线\\科')).toEqual(['反斜线\\科技商行'])
    expect(await names('%%')).toEqual([])
    expect(await names('__')).toEqual([])
  })

  test('needs two characters that are no blanks', async () => {
    for (const keyword of ['蓝', ' 蓝 ', ''])
      expect(await call('getCompanyForDropList', { keyword })).toMatchObject({ code: -41003, data: 'keyword' })
  })

  test('answers id and name alone', async () => {
    const { data } = await call('getCompanyForDropList', { keyword: 'Blue Sail' })
    expect(Object.keys(data.list[0] ?? {}).sort()).toEqual(['company_id', 'name'])
  })

  test('an address that reads on and on is stopped', async () => {
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

  test('free, taken, misspelt', async () => {
    expect(await check(newCreditCode())).toMatchObject({ code: 200, data: { available: true } })
    const { creditCode } = await make.company()
    expect(await check(creditCode)).toMatchObject({ code: -42004, data: null })
    const last = creditCode.at(-1) === '0' ? '1' : '0'
    expect(await check(creditCode.slice(0, -1) + last)).toMatchObject({ code: -41003, data: 'credit_code' })
    expect(await check(newCreditCode(), '短')).toMatchObject({ code: -41003, data: 'company_name' })
  })

  test('limited for an address', async () => {
    const creditCode = newCreditCode()
    const ask = () =>
      call('checkCompanyInfo', { company_name: '测试企业', credit_code: creditCode }, { ip: '203.0.113.21' })
    for (let index = 0; index < 60; index++) expect((await ask()).code).toBe(200)
    expect((await ask()).code).toBe(429)
  })
})

test('getIndustryList answers all, in their order', async () => {
  const { data } = await call('getIndustryList', {})
  expect(data.total).toBe(15)
  expect(data.list[0]?.name).toBe('跨境电商')
  expect(data.list.at(-1)?.name).toBe('其他')
})

describe('getCompanyInfo', () => {
  test('owner and managers read their own company', async () => {
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

  // Row-level security alone: the query asks for the other company by its id, on the first one's handle.
  test('the connection itself shows one company', async () => {
    const [one, other] = [await make.company(), await make.company({ employees: 3 })]
    const handle = services.companyDatabase(one.id)
    expect(await findCompany(handle, other.id)).toBeUndefined()
    expect((await findCompany(handle, one.id))?.employee_count).toBe(1)
    expect((await findCompany(system, other.id))?.employee_count).toBe(4)
  })

  test('not employees, not strangers, not a frozen company', async () => {
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
