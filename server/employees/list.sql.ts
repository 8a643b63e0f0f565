import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { ParsedOf } from '#contract/index.ts'
import type { Database } from '../database/database.ts'
import { containing, hasLetters } from '../database/like.ts'
import { sampleOf } from '../database/pieces.ts'
import type { EmployeeRow } from './employees.sql.ts'

export type EmployeeFilter = ParsedOf<'exportCompanyUsers'>
export type EmployeeOrder = ParsedOf<'getCompanyUserList'>['order']

export interface EmployeeQuery {
  companyId: string
  filter: EmployeeFilter
  /** Of `filter.dept_id`, those below included. */
  departmentIds: string[] | undefined
}

/** Where the service of those who are looked for ends: after, and not later than. */
const service: Record<NonNullable<EmployeeFilter['service']>, { after?: Sql; until?: Sql; without?: true }> = {
  in_service: { after: sql`now()` },
  ends_soon: { after: sql`now()`, until: sql`now() + interval '15 days'` },
  ended: { until: sql`now()` },
  none: { without: true },
}

const hasKeyword = (keyword: string) => {
  const pattern = containing(keyword)
  const like = raw(hasLetters(keyword) ? 'ilike' : 'like')
  return sql`(name ${like} ${pattern} or phone like ${pattern} or job_number ${like} ${pattern})`
}

/** Without the keyword. Only the filters that are given stand in the statement, so that each combination is planned for itself. */
function matching({ companyId, filter, departmentIds }: EmployeeQuery): Sql {
  const conditions = [sql`company_id = ${companyId}`]
  // One alone keeps the order of its index.
  if (departmentIds?.length === 1) conditions.push(sql`department_id = ${departmentIds[0]}`)
  else if (departmentIds) conditions.push(sql`department_id = any(${departmentIds}::uuid[])`)
  if (filter.without_dept) conditions.push(sql`department_id is null`)
  // In the text, so that it is planned for the many or the few who are meant; the contract allows these words alone.
  if (filter.state) conditions.push(raw(`state = '${filter.state}'`))
  if (filter.role)
    conditions.push(
      raw(filter.role === 'employee' ? `role = 'employee'` : `role = '${filter.role}' and role <> 'employee'`),
    )
  const { after, until, without } = filter.service ? service[filter.service] : {}
  if (after) conditions.push(sql`service_ends_at > ${after}`)
  if (until) conditions.push(sql`service_ends_at <= ${until}`)
  if (without) conditions.push(sql`service_ends_at is null`)
  return join(conditions, ' and ')
}

/** With the keyword, compared with each row: for who goes through them in their order anyway. */
const matchingAll = (query: EmployeeQuery): Sql =>
  query.filter.keyword ? sql`${matching(query)} and ${hasKeyword(query.filter.keyword)}` : matching(query)

// Each with its index; ids make the order total, so that no page repeats or skips a row.
const orders: Record<EmployeeOrder, Sql> = {
  created: sql`created_at desc, id desc`,
  service_end: sql`service_ends_at, id`,
  name: sql`name collate "zh-x-icu", id`,
}

const columns = sql`id, name, phone, job_number, department_id, role, state, device_limit, service_ends_at, created_at`

export interface EmployeePage {
  order: EmployeeOrder
  limit: number
  offset: number
}

/** With what their devices tell. `listed` names the rows. */
const withDevices = (companyId: string, listed: Sql, order: EmployeeOrder) => sql`
  with listed as (select ${columns} from employee where ${listed})
  select ${columns}, devices.device_count, devices.last_seen_at
  from listed cross join lateral (
    select count(*) as device_count, max(last_seen_at) as last_seen_at
    from device where company_id = ${companyId} and employee_id = listed.id
  ) as devices
  order by ${orders[order]}`

/** Without the keyword. */
export const listEmployees = (company: Database, query: EmployeeQuery, page: EmployeePage): Promise<EmployeeRow[]> =>
  company.rows<EmployeeRow>(withDevices(query.companyId, pageOf(query, page), page.order))

function pageOf(query: EmployeeQuery, page: EmployeePage): Sql {
  const { companyId, filter, departmentIds } = query
  const rows = sql`${matching(query)} order by ${orders[page.order]} limit ${page.limit} offset ${page.offset}`
  const byIds = (ids: Sql) => sql`company_id = ${companyId} and id = any(array(${ids}))`
  if (page.order === 'created' && departmentIds && departmentIds.length > 1)
    return byIds(bySeveralDepartments(query, page))
  // An index has all that is looked for; whoever is passed over need not be read.
  if (filter.service && (departmentIds || filter.state)) return byIds(sql`select id from employee where ${rows}`)
  return rows
}

/** Each department gives its first ones by its index, of which the page is chosen: together they have no index in any order. */
const bySeveralDepartments = (query: EmployeeQuery, { limit, offset }: EmployeePage) => sql`
  select found.id from unnest(${query.departmentIds}::uuid[]) as department (id) cross join lateral (
    select id, created_at from employee
    where ${matching({ ...query, departmentIds: undefined })} and department_id = department.id
    order by ${orders.created} limit ${limit + offset}::integer
  ) as found
  order by found.created_at desc, found.id desc limit ${limit} offset ${offset}`

/** Of the first `most` people in the list's order, one page of those with the keyword. */
export const listFirst = (
  company: Database,
  query: EmployeeQuery,
  { keyword, most, order, limit, offset }: EmployeePage & { keyword: string; most: number },
) =>
  company.rows<EmployeeRow>(
    withDevices(
      query.companyId,
      sql`company_id = ${query.companyId} and id = any(array(
        select id from (
          select id, name, phone, job_number, created_at, service_ends_at from employee where ${matching(query)}
          order by ${orders[order]} limit ${most}::integer
        ) as first
        where ${hasKeyword(keyword)} order by ${orders[order]} limit ${limit} offset ${offset}))`,
      order,
    ),
  )

/** How many match, counting no further than `most`. The keyword is not among what is counted by. */
export async function countEmployees(company: Database, query: EmployeeQuery, most: number): Promise<number> {
  // Where nearly all match, an order keeps the planner from reading the table from its beginning, past other companies.
  const alongOrder = query.filter.service ? sql`` : sql`order by ${orders.created}`
  const counted = await company.row<{ count: number }>(sql`
    select count(*) from (
      select from employee where ${matching(query)} ${alongOrder} limit ${most}::integer
    ) as counted`)
  return counted?.count ?? 0
}

/** Of the first `most` people in the list's order: how many there are, how many have the keyword, and what it is looked for in, a line for each. */
export const firstWithKeyword = (
  company: Database,
  query: EmployeeQuery,
  { keyword, order, most }: { keyword: string; order: EmployeeOrder; most: number },
) =>
  company.row<{ looked: number; matched: number; texts: string | null }>(sql`
    select count(*) as looked, count(*) filter (where ${hasKeyword(keyword)}) as matched,
      ${sampleOf("concat_ws(' ', name, phone, job_number)", keyword)} as texts
    from (
      select name, phone, job_number from employee where ${matching(query)} order by ${orders[order]} limit ${most}::integer
    ) as first`)

/** As firstWithKeyword, ending at the `enough`th match. */
export const enoughWithKeyword = async (
  company: Database,
  query: EmployeeQuery,
  { keyword, order, most, enough }: { keyword: string; order: EmployeeOrder; most: number; enough: number },
): Promise<boolean> =>
  (
    await company.row<{ matched: number }>(sql`
      select count(*) as matched from (
        select from (
          select name, phone, job_number from employee where ${matching(query)}
          order by ${orders[order]} limit ${most}::integer
        ) as first where ${hasKeyword(keyword)} limit ${enough}::integer
      ) as counted`)
  )?.matched === enough

/** One page of those with the keyword, by its index; `matches` counts no further than one more than `most`. */
export async function findByKeyword(
  company: Database,
  { companyId, filter, departmentIds }: EmployeeQuery,
  { keyword, pieces, order, offset, limit, most }: EmployeePage & { keyword: string; pieces: string[]; most: number },
): Promise<{ matches: number; rows: EmployeeRow[] }> {
  const { after = sql`null`, until = sql`null`, without = false } = filter.service ? service[filter.service] : {}
  const found = await company.rows<EmployeeRow & { matches: number }>(sql`
    with found as materialized (
      select matches, ids from find_employees(${pieces}::text[], ${containing(keyword)}, ${departmentIds ?? null}::uuid[],
        ${filter.without_dept ?? false}, ${filter.state ?? null}, ${filter.role ?? null}, ${without}, ${after}, ${until},
        ${order}, ${offset}::integer, ${limit}::integer, ${most}::integer)
    )
    select found.matches, employee.*
    from found left join (
      ${withDevices(companyId, sql`company_id = ${companyId} and id = any(array(select unnest(ids) from found))`, order)}
    ) as employee on true
    order by ${orders[order]}`)
  return { matches: found[0]?.matches ?? 0, rows: found.filter(({ id }) => id) }
}

/** The next rows of an export, newest first; `after` is the last one before. */
export const nextEmployees = (
  company: Database,
  query: EmployeeQuery,
  { after, limit }: { after: Pick<EmployeeRow, 'created_at' | 'id'> | undefined; limit: number },
) => {
  const further = after ? sql`and (created_at, id) < (${after.created_at}, ${after.id})` : sql``
  return company.rows<EmployeeRow>(
    withDevices(
      query.companyId,
      sql`${matchingAll(query)} ${further} order by ${orders.created} limit ${limit}`,
      'created',
    ),
  )
}
