import sql, { join, type Sql } from 'sql-template-tag'
import type { OutputOf, ParsedOf } from '#contract/index.ts'
import type { EmployeeAction } from '#contract/people.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'

export type EmployeeFilter = ParsedOf<'exportCompanyUsers'>
export type EmployeeOrder = ParsedOf<'getCompanyUserList'>['order']

export interface EmployeeRow {
  id: string
  name: string
  phone: string
  job_number: string | null
  department_id: string | null
  role: 'owner' | 'manager' | 'employee'
  state: 'invited' | 'active' | 'disabled'
  device_limit: number
  device_count: number
  service_ends_at: Date | null
  last_seen_at: Date | null
  created_at: Date
}

const service: Record<NonNullable<EmployeeFilter['service']>, Sql> = {
  in_service: sql`service_ends_at > now()`,
  ends_soon: sql`service_ends_at > now() and service_ends_at <= now() + interval '15 days'`,
  ended: sql`service_ends_at <= now()`,
  none: sql`service_ends_at is null`,
}

/** What `grams` of a match hold: a keyword of up to three characters is one, a longer one has several. */
function gramsOf(keyword: string): string[] {
  const characters = [...keyword.toLowerCase()]
  if (characters.length <= 3) return [characters.join('')]
  return [...new Set(characters.slice(2).map((_, index) => characters.slice(index, index + 3).join('')))]
}

/** More than so many are found sooner by going through the company's people in the list's order. */
const fewMatches = 500

/** The people whose name, phone or job number have the keyword's parts; undefined when they are many. */
export async function findByKeyword(company: Database, keyword: string): Promise<string[] | undefined> {
  const rows = await company.rows<{ id: string }>(sql`
    select id from employees_with(${gramsOf(keyword)}::text[], ${fewMatches + 1}::integer) as found (id)`)
  return rows.length > fewMatches ? undefined : rows.map(({ id }) => id)
}

/** The parts may stand apart in a longer text, so those of a longer keyword are compared as a whole. */
function matchesKeyword(keyword: string, ids: string[] | undefined): Sql {
  const pattern = containing(keyword)
  const found = ids ? sql`id = any(${ids}::uuid[])` : sql`grams @> ${gramsOf(keyword)}::text[]`
  return [...keyword].length <= 3
    ? found
    : sql`${found} and (name ilike ${pattern} or phone like ${pattern} or job_number ilike ${pattern})`
}

/** Only the filters that are given stand in the statement, so that each combination is planned for itself. */
function matching({ companyId, filter, departmentIds, keywordIds }: EmployeeQuery): Sql {
  const conditions = [sql`company_id = ${companyId}`]
  // One alone keeps the order of its index.
  if (departmentIds?.length === 1) conditions.push(sql`department_id = ${departmentIds[0]}`)
  else if (departmentIds) conditions.push(sql`department_id = any(${departmentIds}::uuid[])`)
  if (filter.without_dept) conditions.push(sql`department_id is null`)
  if (filter.state) conditions.push(sql`state = ${filter.state}`)
  if (filter.role) conditions.push(sql`role = ${filter.role}`)
  if (filter.service) conditions.push(service[filter.service])
  if (filter.keyword) conditions.push(matchesKeyword(filter.keyword, keywordIds))
  return join(conditions, ' and ')
}

// Each with its index; ids make the order total, so that no page repeats or skips a row.
const orders: Record<EmployeeOrder, Sql> = {
  created: sql`created_at desc, id desc`,
  service_end: sql`service_ends_at, id`,
  name: sql`name collate "zh-x-icu", id`,
}

const columns = sql`id, name, phone, job_number, department_id, role, state, device_limit, service_ends_at, created_at`

export interface EmployeeQuery {
  companyId: string
  filter: EmployeeFilter
  /** Of `filter.dept_id`, those below included. */
  departmentIds: string[] | undefined
  /** Of `filter.keyword`, by `findByKeyword`. */
  keywordIds?: string[] | undefined
}

export const listEmployees = (
  company: Database,
  query: EmployeeQuery,
  { order, limit, offset }: { order: EmployeeOrder; limit: number; offset: number },
) =>
  company.rows<EmployeeRow>(sql`
    with listed as (
      select ${columns}
      from employee where ${matching(query)}
      order by ${orders[order]} limit ${limit} offset ${offset}
    )
    select ${columns}, devices.device_count, devices.last_seen_at
    from listed cross join lateral (
      select count(*) as device_count, max(last_seen_at) as last_seen_at
      from device where company_id = ${query.companyId} and employee_id = listed.id
    ) as devices
    order by ${orders[order]}`)

/** How many match, counting no further than `most`. */
export async function countEmployees(company: Database, query: EmployeeQuery, most: number): Promise<number> {
  const { keyword, ...others } = query.filter
  const alone = keyword && [...keyword].length <= 3 && Object.values(others).every(value => value === undefined)
  // Many by a short keyword alone: its index knows how many, without a look at everyone else.
  const matches =
    alone && !query.keywordIds
      ? sql`employees_with(${gramsOf(keyword)}::text[], ${most}::integer)`
      : sql`(select from employee where ${matching(query)} limit ${most}::integer)`
  return (await company.row<{ count: number }>(sql`select count(*) from ${matches} as counted`))?.count ?? 0
}

/** The next rows of an export, newest first; `after` is the last one before. */
export const nextEmployees = (
  company: Database,
  query: EmployeeQuery,
  { after, limit }: { after: Pick<EmployeeRow, 'created_at' | 'id'> | undefined; limit: number },
) =>
  company.rows<EmployeeRow>(sql`
    with listed as (
      select ${columns}
      from employee
      where ${matching(query)}
        ${after ? sql`and (created_at, id) < (${after.created_at}, ${after.id})` : sql``}
      order by created_at desc, id desc limit ${limit}
    )
    select ${columns}, devices.device_count, devices.last_seen_at
    from listed cross join lateral (
      select count(*) as device_count, max(last_seen_at) as last_seen_at
      from device where company_id = ${query.companyId} and employee_id = listed.id
    ) as devices
    order by created_at desc, id desc`)

export const findEmployee = (company: Database, companyId: string, id: string) =>
  company.row<EmployeeRow>(sql`
    select employee.id, employee.name, employee.phone, employee.job_number, employee.department_id, employee.role,
      employee.state, employee.device_limit, employee.service_ends_at, employee.created_at,
      count(device.id) as device_count, max(device.last_seen_at) as last_seen_at
    from employee
    left join device on device.company_id = employee.company_id and device.employee_id = employee.id
    where employee.company_id = ${companyId} and employee.id = ${id}
    group by employee.company_id, employee.id`)

type Detail = OutputOf<'getCompanyUserDetail'>

export const devicesOf = (company: Database, companyId: string, employeeId: string) =>
  company.rows<{
    id: string
    name: string
    platform: Detail['devices'][number]['platform']
    client_version: string
    audit_state: Detail['devices'][number]['audit_state']
    auth_state: Detail['devices'][number]['auth_state']
    last_seen_at: Date | null
  }>(sql`
    select id, name, platform, client_version, audit_state, auth_state, last_seen_at
    from device where company_id = ${companyId} and employee_id = ${employeeId}
    order by last_seen_at desc nulls last, id limit 100`)

export const entriesOf = (company: Database, companyId: string, employeeId: string) =>
  company.rows<{
    id: string
    kind: Detail['ledger'][number]['kind']
    days: number
    actor_name: string
    note: string
    created_at: Date
  }>(sql`
    select id, kind, days, actor_name, note, created_at
    from service_entry where company_id = ${companyId} and employee_id = ${employeeId}
    order by id desc limit 50`)

export const logOf = (company: Database, companyId: string, employeeId: string) =>
  company.rows<{ action: EmployeeAction; actor_name: string; detail: string; created_at: Date }>(sql`
    select action, actor_name, detail, created_at
    from employee_log where company_id = ${companyId} and employee_id = ${employeeId}
    order by id desc limit 100`)

export const updateEmployee = (
  company: Database,
  companyId: string,
  id: string,
  given: { name: string; jobNumber: string | null; departmentId: string | null; deviceLimit: number; state: string },
) =>
  company.change(sql`
    update employee set name = ${given.name}, job_number = ${given.jobNumber}, department_id = ${given.departmentId},
      device_limit = ${given.deviceLimit}, state = ${given.state}
    where company_id = ${companyId} and id = ${id}`)

export const setRole = (company: Database, companyId: string, id: string, role: EmployeeRow['role']) =>
  company.change(sql`update employee set role = ${role} where company_id = ${companyId} and id = ${id}`)

export const deleteEmployees = (company: Database, companyId: string, ids: string[]) =>
  company.change(sql`
    delete from employee where company_id = ${companyId} and id = any(${ids}) and role <> 'owner'`)
