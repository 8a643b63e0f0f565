import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/index.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, system } = await testPortal()
let company: TestCompany
let sid: string
const departments: Record<string, string> = {}
const people: Record<string, string> = {}

beforeAll(async () => {
  company = await make.company()
  sid = await make.session(company.owner.account)
  departments.sales = (await make.department(company.id, { name: '运营中心' })).id
  departments.amazon = (await make.department(company.id, { name: '亚马逊事业部', parentId: departments.sales })).id
  departments.finance = (await make.department(company.id, { name: '财务部' })).id
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const add = async (name: string, values: Parameters<typeof make.employee>[1]) => {
    people[name] = (await make.employee(company.id, { name, ...values })).id
  }
  await add('张伟', { departmentId: departments.sales, jobNumber: 'LF001', serviceEndsAt: inDays(40) })
  await add('张小凡', { departmentId: departments.amazon, jobNumber: 'LF002', serviceEndsAt: inDays(9.5) })
  await add('欧阳修远', { departmentId: departments.amazon, jobNumber: 'QY-100%', serviceEndsAt: inDays(-2) })
  await add('李伟明', { departmentId: departments.finance, state: 'disabled', serviceEndsAt: inDays(5) })
  await add('Alice Wang', { role: 'manager', state: 'active' })
  await add('新同事', { state: 'invited' })
  // Another company has people of the same names.
  const other = await make.company()
  await make.employee(other.id, { name: '张伟', jobNumber: 'LF001' })
})

const list = async (input: InputOf<'getCompanyUserList'> = {}) => {
  const { code, data } = await call('getCompanyUserList', input, { sid })
  expect(code).toBe(200)
  return data
}
const names = async (input: InputOf<'getCompanyUserList'>) => (await list(input)).list.map(({ name }) => name).sort()

test('people are listed newest first, with path, days left, devices and last-seen time', async () => {
  const seen = '2026-11-20T08:00:00.000Z'
  await system.change`
    insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, last_seen_at)
    select ${company.id}, ${people.张小凡}, 'fingerprint' || number, '电脑', 'windows', '11', '12.0.1',
      ${new Date(seen)}::timestamptz - make_interval(days => number)
    from generate_series(0, 2) as number`
  const data = await list()
  expect([data.total, data.more, data.list[0]?.name]).toEqual([7, false, '新同事'])
  expect(data.list.find(({ name }) => name === '张小凡')).toMatchObject({
    dept_path: '运营中心 / 亚马逊事业部',
    remain_days: 10,
    device_count: 3,
    last_seen_at: seen,
    device_limit: 2,
    role: 'employee',
  })
  expect(data.list.find(({ name }) => name === '欧阳修远')?.remain_days).toBe(0)
})

describe('filters of the people list', () => {
  test('a department with its subdepartments, or none', async () => {
    expect(await names({ dept_id: departments.sales })).toEqual(['张伟', '张小凡', '欧阳修远'].sort())
    expect(await names({ dept_id: departments.amazon })).toEqual(['张小凡', '欧阳修远'].sort())
    expect(await names({ dept_id: company.owner.id })).toEqual([])
    expect((await list({ without_dept: true })).total).toBe(3)
  })

  test('state, role and service', async () => {
    expect(await names({ state: 'invited' })).toEqual(['新同事'])
    expect(await names({ state: 'disabled' })).toEqual(['李伟明'])
    expect(await names({ role: 'manager' })).toEqual(['Alice Wang'])
    expect(await names({ service: 'in_service' })).toEqual(['张伟', '张小凡'].sort())
    expect(await names({ service: 'ends_soon' })).toEqual(['张小凡'])
    expect(await names({ service: 'ended' })).toEqual(['欧阳修远'])
    expect((await list({ service: 'none' })).total).toBe(3)
    // A disabled person uses up no service, whatever is left of it, in the list as in the figures.
    expect(await names({ service: 'ends_soon', state: 'disabled' })).toEqual(['李伟明'])
    const { employees_in_service, ends_within_7 } = (await call('getServiceBalance', {}, { sid })).data
    const { employees } = (await call('getCompanyData', {}, { sid })).data
    expect([employees_in_service, employees.in_service, ends_within_7]).toEqual([2, 2, 0])
    expect(await names({ service: 'in_service', dept_id: departments.amazon })).toEqual(['张小凡'])
  })

  test.each([
    ['张', ['张伟', '张小凡']],
    ['张伟', ['张伟']],
    ['伟', ['张伟', '李伟明']],
    ['阳修', ['欧阳修远']],
    ['欧阳修远', ['欧阳修远']],
    ['欧阳远修', []],
    ['alice', ['Alice Wang']],
    ['LICE w', ['Alice Wang']],
    ['lf00', ['张伟', '张小凡']],
    ['LF002', ['张小凡']],
    ['0%', ['欧阳修远']],
    ['100%', ['欧阳修远']],
    ['1_0%', []],
    ['%', ['欧阳修远']],
  ])('the keyword %s finds %j', async (keyword, expected) => {
    expect(await names({ keyword })).toEqual([...expected].sort())
  })

  test('part of a phone', async () => {
    const phone = (await list({ keyword: '张伟' })).list[0]?.phone ?? ''
    const spaced = `+86 ${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`
    for (const keyword of [phone, phone.slice(3), phone.slice(4, 10), spaced, `\u202d${phone}\u202c`])
      expect(await names({ keyword })).toContain('张伟')
  })

  test('a changed name is found at once', async () => {
    await call('setCompanyUser', { employee_id: people.新同事 ?? '', name: '慕容雪' }, { sid })
    expect(await names({ keyword: '容雪' })).toEqual(['慕容雪'])
    expect(await names({ keyword: '新同事' })).toEqual([])
  })
})

test('pages neither repeat nor skip, in every order', async () => {
  for (const order of ['created', 'service_end', 'name'] as const) {
    const pages = await Promise.all([1, 2, 3, 4].map(page => list({ order, page, page_size: 2 })))
    expect(new Set(pages.flatMap(page => page.list.map(({ employee_id }) => employee_id))).size).toBe(7)
  }
  // Names are ordered by sound: li, ou, zhang.
  const byName = (await list({ order: 'name' })).list.map(({ name }) => name)
  expect(byName.filter(name => ['张伟', '李伟明', '欧阳修远'].includes(name))).toEqual(['李伟明', '欧阳修远', '张伟'])
  const byEnd = (await list({ order: 'service_end' })).list.map(({ service_ends_at }) => service_ends_at)
  expect(byEnd.slice(0, 4)).toEqual([...byEnd.slice(0, 4)].sort())
  expect(byEnd.slice(4)).toEqual([null, null, null])
})

test('beyond a thousand rows the list says that there are more', async () => {
  const large = await make.company()
  const as = await make.session(large.owner.account)
  await system.change`
    with made as (
      insert into account (phone, display_name)
      select '19' || lpad(number::text, 9, '0'), '某人' from generate_series(1, 10050) as number returning id
    )
    insert into employee (company_id, account_id, name) select ${large.id}, id, '某人' from made`
  const page = async (number: number) =>
    (await call('getCompanyUserList', { page: number, page_size: 100 }, { sid: as })).data
  // The counters know the exact total; the list ends nevertheless.
  expect(await page(1)).toMatchObject({ total: 10_051, more: true })
  expect((await page(10)).list).toHaveLength(100)
  expect((await page(11)).list).toEqual([])
  expect(
    (await call('getCompanyUserList', { role: 'employee', page: 10, page_size: 100 }, { sid: as })).data,
  ).toMatchObject({ total: 1_000, more: true, list: { length: 100 } })
  const found = async (keyword: string, more: InputOf<'getCompanyUserList'> = {}) =>
    (await call('getCompanyUserList', { keyword, ...more }, { sid: as })).data
  const texts = Array.from({ length: 10_050 }, (_, index) => `19${String(index + 1).padStart(9, '0')} 某人`)
  texts.push(`${large.owner.account.phone} 员工${large.owner.account.phone.slice(-4)}`)
  // The keywords match everyone, many, few and one: each is found in a different way.
  for (const keyword of ['某人', '19', '010', '0099', '00998', '19000000077']) {
    const matches = texts.filter(text => text.includes(keyword)).length
    const total = Math.min(matches, 200)
    const expected = { total, more: matches > 200 }
    expect(await found(keyword), keyword).toMatchObject(expected)
    expect(await found(keyword, { without_dept: true }), keyword).toMatchObject(expected)
    const last = Math.ceil(total / 100)
    const page = (page: number) => found(keyword, { page, page_size: 100 })
    expect((await page(last)).list, keyword).toHaveLength(total - (last - 1) * 100)
    expect((await page(last + 1)).list, keyword).toEqual([])
    expect(await found(keyword, { state: 'disabled' }), keyword).toMatchObject({ total: 0, list: [] })
  }
})

test('details show the person, devices, hours and log', async () => {
  const employee_id = people.张小凡 ?? ''
  await call('setCompanyUser', { employee_id, device_limit: 4 }, { sid })
  const { data } = await call('getCompanyUserDetail', { employee_id }, { sid })
  expect(data.employee).toMatchObject({ name: '张小凡', device_limit: 4, device_count: 3 })
  expect(data.devices).toHaveLength(3)
  expect(data.log[0]).toMatchObject({ action: 'changed', detail: '设备上限：2 → 4' })
  const other = await make.company({ employees: 1 })
  const foreign = other.employees[0]?.id ?? ''
  expect((await call('getCompanyUserDetail', { employee_id: foreign }, { sid })).code).toBe(-47001)
})

test('1,001 people are read by `after`, each once, although some are removed meanwhile', async () => {
  const large = await make.company()
  const session = await make.session(large.owner.account)
  await system.change`
    with made as (
      insert into account (phone, display_name, agreement_version, agreed_at)
      select '139' || lpad((71000000 + number)::text, 8, '0'), '成员' || number, '2026-11', now() from generate_series(1, 1000) as number
      returning id, phone, display_name
    )
    insert into employee (company_id, account_id, phone, name, state)
    select ${large.id}, id, phone, display_name, 'active' from made`
  const ask = async (input: InputOf<'getCompanyUserList'>) =>
    (await call('getCompanyUserList', { page_size: 100, ...input }, { sid: session })).data
  expect(await ask({ page: 11 })).toMatchObject({ list: [], total: 1001, more: true })
  const read: string[] = []
  let after: string | null = null
  for (let more = true; more; ) {
    const page: Awaited<ReturnType<typeof ask>> = await ask({ after, order: 'name' })
    expect(page.total).toBeGreaterThan(990)
    read.push(...page.list.map(each => each.employee_id))
    more = page.more
    after = read.at(-1) ?? null
    if (read.length === 100)
      await system.change`delete from employee where company_id = ${large.id} and id = any(${read.slice(1, 9)})`
  }
  expect(read).toHaveLength(1001)
  expect(new Set(read).size).toBe(1001)
  expect((await ask({ after: null, keyword: '成员99', page_size: 5 })).list.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['成员99']),
  )
})
