import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { inserted } from '#server/testing/inserted.ts'
import { type BenchModule, benchCall, type Company, lastMatches, lastPage } from './bench-module.ts'

const surnames = '张王李赵刘陈杨黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕'
const givenNames = '伟芳娜敏静秀丽强磊军洋勇艳杰娟涛明超兰霞平刚桂英子一雨思浩诗梓欣俊雅天婉博可宇佳若嘉奕紫睿'

/** Fills departments, people and their log, their hours, and notices to the owner. */
export const people: BenchModule = {
  tables: ['department', 'employee', 'employee_log', 'service_entry'],

  async fill(system, { id, people, index, owner }) {
    await system.change`
      with top as (
        insert into department (company_id, name, sort) select ${id}, '中心' || n, n from generate_series(1, 10) n
        returning id, sort
      )
      insert into department (company_id, parent_id, name, sort)
      select ${id}, top.id, '部门' || top.sort || '-' || n, n from top, generate_series(1, 5) n`
    await system.change`
      with made as (
        insert into account (phone, display_name)
        select '1' || (array[3, 5, 7, 8, 9])[1 + n % 5] || lpad((${index * 1_000_000}::integer + n)::text, 9, '0'), '员工'
        from generate_series(1, ${people - 1}::integer) n returning id
      ), places as (select array_agg(id order by name) as ids from department where company_id = ${id}),
      numbered as (select id, row_number() over () as n, random() as dice from made)
      insert into employee (company_id, account_id, name, job_number, department_id, state, role, service_ends_at, created_at)
      select ${id}, numbered.id,
        substr(${surnames}, 1 + floor(random() * ${surnames.length}::integer)::integer, 1)
          || substr(${givenNames}, 1 + floor(random() * ${givenNames.length}::integer)::integer, 1)
          || case when n % 3 > 0 then substr(${givenNames}, 1 + floor(random() * ${givenNames.length}::integer)::integer, 1) else '' end,
        'LF' || lpad(n::text, 6, '0'),
        case when dice < 0.05 then null when dice < 0.35 then places.ids[7] else places.ids[1 + (n % 60)] end,
        case when n % 100 = 7 then 'disabled' when n % 50 = 1 then 'invited' else 'active' end,
        -- The first one is only invited, and managers have joined.
        case when n between 2 and 6 then 'manager' else 'employee' end,
        -- Service ends never, at the end of a day, or at some time of a day.
        case when n % 10 = 0 then null
          when n % 10 < 4 then date_trunc('day', now() + make_interval(days => (n % 397)::integer - 30), 'Asia/Shanghai') + interval '1 day - 1 millisecond'
          else now() + make_interval(days => (n % 397)::integer - 30, secs => floor(random() * 86400)) end,
        now() - make_interval(secs => (n * 37)::integer)
      from numbered, places order by n desc`
    await system.change`
      insert into employee_log (company_id, employee_id, action, actor_name, detail)
      select ${id}, employee.id, 'added', '管理员', '' from employee where company_id = ${id}`
    await system.change`insert into service_balance (company_id, days) values (${id}, 10000)`
    await system.change`
      insert into service_entry (company_id, kind, days, balance_after, employee_id, employee_name, actor_name)
      select ${id}, case when n = 3 then 'reclaim' else 'assignment' end, case when n = 3 then 30 else -30 end, 10000,
        employee.id, employee.name, '管理员'
      from employee, generate_series(1, 3) n where company_id = ${id}`
    await system.change`
      insert into notice (account_id, kind, subject, title, text)
      select ${owner.account.id}, 'service_ending', 'bench:' || n, '服务到期', '' from generate_series(1, ${Math.ceil(people / 50)}::integer) n`
  },

  async calls(system, company) {
    const [employee, top, below] = [
      await findEmployee(system, company),
      await findDepartment(system, company, '中心1'),
      await findDepartment(system, company, '部门9-4'),
    ]
    const list = (about: string, input: Parameters<typeof benchCall<'getCompanyUserList'>>[1]) =>
      benchCall('getCompanyUserList', input, about)
    const active = await lastPage(
      system,
      sql`select count(*) as rows from employee where company_id = ${company.id} and state = 'active'`,
    )
    const end = Math.min(50, company.people / 20)
    return [
      list('first page', {}),
      list('100 a page', { page_size: 100 }),
      list('last page', { page: 50 }),
      list('by end of service', { order: 'service_end' }),
      list('by end of service, last page', { order: 'service_end', page: 50 }),
      list('by name', { order: 'name' }),
      list('by name, last page', { order: 'name', page: 50 }),
      list('department with those below', { dept_id: top }),
      list('one department', { dept_id: below }),
      list('one department by name', { dept_id: below, order: 'name' }),
      list('without department', { without_dept: true }),
      ...(['active', 'invited', 'disabled'] as const).map(state => list(state, { state })),
      list('active, last page', { state: 'active', page: active }),
      ...(['owner', 'manager', 'employee'] as const).map(role => list(role, { role })),
      ...(['in_service', 'ends_soon', 'ended', 'none'] as const).map(service => list(service, { service })),
      list('active, ends soon, by end', { state: 'active', service: 'ends_soon', order: 'service_end' }),
      list('disabled, in service', { state: 'disabled', service: 'in_service' }),
      list('department, ended', { dept_id: below, service: 'ended' }),
      ...[
        '1',
        '00',
        '9',
        '张',
        '伟',
        '张伟',
        'LF',
        'LF00',
        'LF0005',
        'LF000123',
        '00123',
        '没有这人',
        employee.name,
        employee.phone,
      ].map((keyword, index) =>
        list(`keyword ${index < 12 ? keyword : index === 12 ? 'a name' : 'a phone'}`, { keyword }),
      ),
      list('keyword 1, last page', { keyword: '1', page: lastMatches }),
      list('keyword 张, second page', { keyword: '张', page: 2 }),
      list('keyword 1 by name', { keyword: '1', order: 'name' }),
      list('keyword 伟 in a department', { keyword: '伟', dept_id: below }),
      list('keyword 1, disabled', { keyword: '1', state: 'disabled' }),
      list('keyword 伟, ended', { keyword: '伟', service: 'ended' }),
      list('keyword 张, manager', { keyword: '张', role: 'manager' }),
      benchCall('getCompanyUserDetail', { employee_id: employee.id }),
      benchCall('getDeptListByCompanyId', {}),
      benchCall('getServiceBalance', {}),
      benchCall('getServiceLedger', {}),
      benchCall('getServiceLedger', { page: end }, 'page 50'),
      benchCall('getServiceLedger', { kind: 'reclaim' }, 'reclaims'),
      benchCall('getServiceLedger', { kind: 'gift' }, 'gifts, of which there are none'),
      benchCall('getServiceLedger', { employee_id: employee.id }, 'of one person'),
      benchCall('getCompanyInfo', {}),
      benchCall('getCompanyData', {}),
      benchCall('getNoticeList', {}),
    ]
  },
}

async function findEmployee(system: Database, { id }: Company) {
  const employee = await system.row(
    z.object({ id: z.string(), name: z.string(), phone: z.string() }),
  )`select id, name, phone from employee where company_id = ${id} and job_number = 'LF000777'`
  if (!employee) throw new Error('nobody was made')
  return employee
}

const findDepartment = async (system: Database, { id }: Company, name: string): Promise<string> =>
  (await system.row(inserted)`select id from department where company_id = ${id} and name = ${name}`)?.id ?? ''
