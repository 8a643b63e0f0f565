import sql, { join, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { ParsedOf } from '#contract/index.ts'
import { employeeRoles, employeeStates } from '#contract/people.ts'
import { startOfDay } from '#server/database/china-day.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { glanced } from '#server/database/keyword-search.ts'
import { containing, hasLetters } from '#server/database/like.ts'
import { limitTo, type Page } from '#server/database/listed.ts'
import { sampleOf } from '#server/database/pieces.ts'
import { leftJoined, selectList } from '#server/database/select-list.ts'
import { word } from '#server/database/word.ts'
import { employeeColumns } from '../people.sql.ts'
import { type EmployeeRow, employeeRow, ownColumns } from './employees.sql.ts'

export type EmployeeFilter = ParsedOf<'exportCompanyUsers'>
/** Everybody can be read in the order of ids, beyond what can be paged through. */
export type EmployeeOrder = ParsedOf<'getCompanyUserList'>['order'] | 'id'

export interface EmployeeQuery {
  companyId: string
  filter: EmployeeFilter
  /** The department `filter.dept_id` and all departments below it. */
  departmentIds: string[] | undefined
  /** For callers who see no whole phones: a part of a phone is then no match for a keyword. */
  hidesPhones?: boolean | undefined
}

interface Ending {
  after?: Sql
  until?: Sql
  without?: true
}

/** For each filter, when service ends: after one instant, and not later than another. */
const service: Record<NonNullable<EmployeeFilter['service']>, Ending> = {
  in_service: { after: sql`now()` },
  ends_soon: { after: sql`now()`, until: sql`now() + interval '15 days'` },
  ended: { until: sql`now()` },
  none: { without: true },
}

/** The last instant before a day of China: service that ends after it ends on that day or later. */
const before = (day: string): Sql => sql`${startOfDay(day)}::timestamptz - interval '1 millisecond'`

/** Returns every filter on the end of service. */
const endings = ({ service: state, ends_from, ends_to }: EmployeeFilter): Ending[] => [
  ...(state ? [service[state]] : []),
  ...(ends_from ? [{ after: before(ends_from) }] : []),
  ...(ends_to ? [{ until: sql`${before(ends_to)} + interval '1 day'` }] : []),
]

/** Reports whether an order by the end of service finds the matching people close together. */
export const isByEnd = (filter: EmployeeFilter): boolean => endings(filter).length > 0

const hasKeyword = (keyword: string, { hidesPhones = false }: Pick<EmployeeQuery, 'hidesPhones'> = {}) => {
  const pattern = containing(keyword)
  const like = raw(hasLetters(keyword) ? 'ilike' : 'like')
  const hasPhone = hidesPhones ? sql`` : sql`or phone like ${pattern}`
  return sql`(name ${like} ${pattern} ${hasPhone} or job_number ${like} ${pattern})`
}

/**
 * Matches all filters but the keyword. The statement contains only the filters that are set, so that each combination gets its own
 * plan.
 */
function matching({ companyId, filter, departmentIds }: EmployeeQuery): Sql {
  const conditions = [sql`company_id = ${companyId}`]
  // A single department keeps the order of its index.
  if (departmentIds?.length === 1) conditions.push(sql`department_id = ${departmentIds[0]}`)
  else if (departmentIds) conditions.push(sql`department_id = any(${departmentIds}::uuid[])`)
  if (filter.without_dept) conditions.push(sql`department_id is null`)
  // The state is a literal in the statement, so that the plan suits how many have it.
  if (filter.state) conditions.push(sql`state = ${word(employeeStates, filter.state)}`)
  if (filter.role)
    conditions.push(
      filter.role === 'employee'
        ? sql`role = 'employee'`
        : sql`role = ${word(employeeRoles, filter.role)} and role <> 'employee'`,
    )
  for (const { after, until, without } of endings(filter)) {
    if (after) conditions.push(sql`service_ends_at > ${after}`)
    if (until) conditions.push(sql`service_ends_at <= ${until}`)
    if (without) conditions.push(sql`service_ends_at is null`)
  }
  return join(conditions, ' and ')
}

/** Matches the keyword too, by comparing it with each row, for queries that scan rows in order anyway. */
function matchingAll(query: EmployeeQuery): Sql {
  const { keyword } = query.filter
  if (!keyword) return matching(query)
  return sql`${matching(query)} and ${hasKeyword(keyword, query)}`
}

// Each order has its index; ids make the order total, so that no page repeats or skips a row.
const ordersBy = (id: Sql): Record<EmployeeOrder, Sql> => ({
  created: sql`created_at desc, ${id} desc`,
  service_end: sql`service_ends_at, ${id}`,
  name: sql`name collate "zh-x-icu", ${id}`,
  id,
})
const orders = ordersBy(sql`id`)
/** These orders are for rows whose columns have the record's names. */
const rowOrders = ordersBy(sql`employee_id`)

export interface EmployeePage extends Page {
  order: EmployeeOrder
}

/** Adds the devices' data to the people whom `listed` selects. */
const withDevices = (companyId: string, listed: Sql, order: EmployeeOrder) => sql`
  with listed as (select ${selectList(ownColumns, employeeColumns)}, account_id from employee where ${listed})
  select ${selectList(ownColumns)}, devices.device_count, devices.last_seen_at, account_verified(account_id) as verified
  from listed cross join lateral (
    select count(*) as device_count, max(last_seen_at) as last_seen_at
    from device where company_id = ${companyId} and employee_id = listed.employee_id
  ) as devices
  order by ${rowOrders[order]}`

/** Lists a page of people without a keyword. */
export const listEmployees = (company: Database, query: EmployeeQuery, page: EmployeePage): Promise<EmployeeRow[]> =>
  company.rows(employeeRow)`${withDevices(query.companyId, pageOf(query, page), page.order)}`

function pageOf(query: EmployeeQuery, page: EmployeePage): Sql {
  const { companyId, filter, departmentIds } = query
  const rows = sql`${matching(query)} order by ${orders[page.order]} ${limitTo(page, { ...filter, departmentIds })}`
  const byIds = (ids: Sql) => sql`company_id = ${companyId} and id = any(array(${ids}))`
  if (page.order === 'created' && departmentIds && departmentIds.length > 1)
    return byIds(bySeveralDepartments(query, page))
  // This index has all examined columns, so that skipped people need not be read.
  if (isByEnd(filter) && (departmentIds || filter.state)) return byIds(sql`select id from employee where ${rows}`)
  return rows
}

/**
 * Each department contributes its first people by its index, from which the page is chosen: no index orders several departments.
 */
const bySeveralDepartments = (query: EmployeeQuery, { limit, offset }: EmployeePage) => sql`
  select found.id from unnest(${query.departmentIds}::uuid[]) as department (id) cross join lateral (
    select id, created_at from employee
    where ${matching({ ...query, departmentIds: undefined })} and department_id = department.id
    order by ${orders.created} limit ${limit + offset}::integer
  ) as found
  order by found.created_at desc, found.id desc limit ${limit} offset ${offset}`

/** Returns one page of the matches for the keyword, by scanning the company. */
export const listMatching = (company: Database, query: EmployeeQuery, { order, limit, offset }: EmployeePage) =>
  company.rows(employeeRow)`${withDevices(
    query.companyId,
    sql`${matchingAll(query)} order by ${orders[order]} limit ${limit} offset ${offset}`,
    order,
  )}`

export const countMatching = (company: Database, query: EmployeeQuery, most: number) =>
  countRows(company, sql`(select from employee where ${matchingAll(query)} limit ${most}::integer) as counted`)

/** Returns one page of the matches for the keyword among the first `most` people in the list's order. */
export const listFirst = (
  company: Database,
  query: EmployeeQuery,
  { keyword, most, order, limit, offset }: EmployeePage & { keyword: string; most: number },
) =>
  company.rows(employeeRow)`${withDevices(
    query.companyId,
    sql`company_id = ${query.companyId} and id = any(array(
      select id from (
        select id, name, phone, job_number, created_at, service_ends_at from employee where ${matching(query)}
        order by ${orders[order]} limit ${most}::integer
      ) as first
      where ${hasKeyword(keyword)} order by ${orders[order]} limit ${limit} offset ${offset}))`,
    order,
  )}`

/** Counts the matches, at most `most`. The count ignores the keyword. */
export function countEmployees(company: Database, query: EmployeeQuery, most: number): Promise<number> {
  // If nearly all match, an order keeps the planner from scanning the table from its beginning, past other companies.
  const alongOrder = isByEnd(query.filter) ? sql`` : sql`order by ${orders.created}`
  return countRows(
    company,
    sql`(select from employee where ${matching(query)} ${alongOrder} limit ${most}::integer) as counted`,
  )
}

/**
 * Returns the number of the first `most` people in the list's order, the number that match the keyword, and the texts that are
 * searched for it, one line each.
 */
export const firstWithKeyword = (
  company: Database,
  query: EmployeeQuery,
  { keyword, order, most }: { keyword: string; order: EmployeeOrder; most: number },
) =>
  company.row(glanced)`
    select count(*) as examined, count(*) filter (where ${hasKeyword(keyword)}) as matched,
      ${sampleOf("concat_ws(' ', name, phone, job_number)", keyword)} as texts
    from (
      select name, phone, job_number from employee where ${matching(query)} order by ${orders[order]} limit ${most}::integer
    ) as first`

/** Does the same as `firstWithKeyword`, but ends at the `enough`th match. */
export const enoughWithKeyword = async (
  company: Database,
  query: EmployeeQuery,
  { keyword, order, most, enough }: { keyword: string; order: EmployeeOrder; most: number; enough: number },
): Promise<boolean> =>
  (await countRows(
    company,
    sql`(
      select from (
        select name, phone, job_number from employee where ${matching(query)}
        order by ${orders[order]} limit ${most}::integer
      ) as first where ${hasKeyword(keyword)} limit ${enough}::integer
    ) as counted`,
  )) === enough

/** When nobody is on the page, only `matches` is set. */
const foundRow = leftJoined(employeeRow).extend({ matches: z.int() })
type Found = z.output<typeof foundRow>
const isFound = (row: Found): row is Found & EmployeeRow => row.employee_id !== null

/** Returns one page of the matches for the keyword, by its index; `matches` counts at most `most` + 1. */
export async function findByKeyword(
  company: Database,
  { companyId, filter, departmentIds }: EmployeeQuery,
  { keyword, pieces, order, offset, limit, most }: EmployeePage & { keyword: string; pieces: string[]; most: number },
): Promise<{ matches: number; rows: EmployeeRow[] }> {
  const ending = endings(filter)
  // Without a single value both are null, as is the functions' result for nothing but nulls.
  const after = join([sql`null::timestamptz`, ...ending.flatMap(({ after }) => after ?? [])])
  const until = join([sql`null::timestamptz`, ...ending.flatMap(({ until }) => until ?? [])])
  const without = ending.some(each => each.without)
  const found = await company.rows(foundRow)`
    with found as materialized (
      select matches, ids from find_employees(
        wanted => ${pieces}::text[], pattern => ${containing(keyword)},
        departments => ${departmentIds ?? null}::uuid[], without_department => ${filter.without_dept ?? false},
        wanted_state => ${filter.state ?? null}, wanted_role => ${filter.role ?? null},
        without_service => ${without}, ends_after => greatest(${after}), ends_until => least(${until}), sorting => ${order},
        page_offset => ${offset}::integer, page_limit => ${limit}::integer, most => ${most}::integer)
    )
    select found.matches, ${selectList(employeeRow, {}, 'employee')}
    from found left join (
      ${withDevices(companyId, sql`company_id = ${companyId} and id = any(array(select unnest(ids) from found))`, order)}
    ) as employee on true
    order by ${rowOrders[order]}`
  const rows = found.filter(isFound).map(({ matches: _, ...row }) => row)
  return { matches: found[0]?.matches ?? 0, rows }
}

/** Returns the next people by their ids, after this one; null starts. */
export const employeesAfter = (company: Database, query: EmployeeQuery, after: string | null, limit: number) =>
  company.rows(employeeRow)`${withDevices(
    query.companyId,
    sql`${matchingAll(query)} ${after ? sql`and id > ${after}` : sql``} order by ${orders.id} limit ${limit}`,
    'id',
  )}`

/** Returns the next rows of an export, newest first; `after` is the last row of the previous batch. */
export const nextEmployees = (
  company: Database,
  query: EmployeeQuery,
  { after, limit }: { after: Pick<EmployeeRow, 'created_at' | 'employee_id'> | undefined; limit: number },
) => {
  const further = after ? sql`and (created_at, id) < (${after.created_at}, ${after.employee_id})` : sql``
  return company.rows(employeeRow)`${withDevices(
    query.companyId,
    sql`${matchingAll(query)} ${further} order by ${orders.created} limit ${limit}`,
    'created',
  )}`
}
