import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { ParsedOf } from '#contract/index.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'
import type { ServiceFacts } from './usable.ts'
import type { Platform, Released } from './versions.ts'

export interface DeviceRow extends Pick<ServiceFacts, 'audit_state' | 'auth_state'> {
  id: string
  employee_id: string
  employee_name: string
  dept_path: string | null
  name: string
  platform: Platform
  os_version: string
  client_version: string
  outdated: boolean
  last_ip: string | null
  last_seen_at: Date | null
  online: boolean
  audit_note: string | null
  created_at: Date
}

/** Older than its platform's newest installer. */
export const isOutdated = ({ newest }: Pick<Released, 'newest'>): Sql =>
  newest.length
    ? sql`(${join(
        newest.map(({ platform, key }) => sql`device.platform = ${platform} and device.client_version_key < ${key}`),
        ' or ',
      )})`
    : sql`false`

/** Seen within three minutes: clients report every minute. */
export const isOnline = sql`device.last_seen_at > now() - interval '3 minutes'`

const columns = (released: Released) => sql`
  device.id, device.employee_id, employee.name as employee_name, department.path as dept_path, device.name,
  device.platform, device.os_version, device.client_version, ${isOutdated(released)} as outdated, device.last_ip,
  device.last_seen_at, coalesce(${isOnline}, false) as online, device.audit_state, device.auth_state, device.audit_note,
  device.created_at`

const people = sql`
  join employee on employee.company_id = device.company_id and employee.id = device.employee_id
  left join lateral (
    with recursive above (id, parent_id, name, depth) as (
      select id, parent_id, name, 0 from department
      where company_id = employee.company_id and id = employee.department_id
      union all
      select department.id, department.parent_id, department.name, depth + 1
      from above join department on department.company_id = employee.company_id and department.id = above.parent_id
    )
    select string_agg(name, ' / ' order by depth desc) as path from above
  ) as department on true`

/** Cut as the database's `search_grams` does: runs of three characters, or the whole where it is shorter. */
function gramsOf(keyword: string): string[] {
  const characters = [...keyword.toLowerCase()]
  if (characters.length <= 3) return [characters.join('')]
  return characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(''))
}

type Filter = Omit<ParsedOf<'getDeviceList'>, 'page' | 'page_size'>

export interface Search {
  companyId: string
  filter: Filter
  released: Released
  /** Rows that are counted and paged through. */
  most: number
  /** What the keyword finds, by `findByKeyword`; undefined when that is more than is worth to be looked up one by one. */
  found?: string[] | undefined
}

/** Devices that a keyword may find; with more, looking at each device in the list's order comes to an end sooner. */
const fewMatches = 5_000
/** Beyond any company's size. */
const mostPeople = 10_000_000

/** Devices by their name and address, and those of people by name, phone and job number. */
export async function findByKeyword(company: Database, keyword: string): Promise<string[] | undefined> {
  const rows = await company.rows<{ id: string }>(sql`
    select id from devices_matching(${gramsOf(keyword)}, ${containing(keyword)}, ${fewMatches + 1}::integer)
      as matching (id)`)
  return rows.length > fewMatches ? undefined : rows.map(({ id }) => id)
}

function byKeyword({ companyId, filter: { keyword }, found }: Search): Sql {
  if (!keyword) return empty
  if (found) return sql`and device.id = any(${found}::uuid[])`
  const pattern = containing(keyword)
  return sql`and (device.name ilike ${pattern} or device.last_ip like ${pattern} or device.employee_id in (
    select id from employee
    where company_id = ${companyId} and id in (select employees_with(${gramsOf(keyword)}, ${mostPeople}::integer))
      and (name ilike ${pattern} or phone like ${pattern} or job_number ilike ${pattern})))`
}

function conditions(search: Search): Sql {
  const { companyId, filter, released } = search
  const { audit_state, auth_state, platform, outdated, unseen_days, employee_id } = filter
  // The states stand in the text, so that the partial indexes can be used; the contract allows these words alone.
  return sql`device.company_id = ${companyId}
    ${audit_state ? raw(`and device.audit_state = '${audit_state}'`) : empty}
    ${auth_state ? raw(`and device.auth_state = '${auth_state}'`) : empty}
    ${platform ? sql`and device.platform = ${platform}` : empty}
    ${outdated === undefined ? empty : sql`and ${outdated ? empty : sql`not`} ${isOutdated(released)}`}
    ${unseen_days ? sql`and device.last_seen_at < now() - make_interval(days => ${unseen_days}::integer)` : empty}
    ${employee_id ? sql`and device.employee_id = ${employee_id}` : empty}
    ${byKeyword(search)}`
}

/** Exact up to `most`; one more than that says that there are more. */
export const countDevices = (company: Database, search: Search) =>
  company.row<{ found: number; pending: number }>(sql`
    select
      (select count(*)::integer from (
        select from device where ${conditions(search)} limit ${search.most + 1}) as counted) as found,
      (select count(*)::integer from (
        select from device where company_id = ${search.companyId} and audit_state = 'pending'
        limit ${search.most}) as waiting) as pending`)

export function listDevices(
  company: Database,
  search: Search,
  page: { offset: number; limit: number; found: number },
): Promise<DeviceRow[]> {
  const { filter, most } = search
  const order = filter.unseen_days ? sql`device.last_seen_at, device.id` : sql`device.created_at desc, device.id desc`
  // No index has their order. Few are sorted; of many the next page is soon found by walking along the order.
  const sorted = (filter.outdated !== undefined || filter.keyword) && page.found <= most
  const source = sorted
    ? sql`(with matching as materialized (
        select device.company_id, device.id, device.created_at, device.last_seen_at from device where ${conditions(search)})
        select company_id, id, created_at, last_seen_at from matching)`
    : sql`(select company_id, id, created_at, last_seen_at from device where ${conditions(search)})`
  return company.rows<DeviceRow>(sql`
    with picked as materialized (
      select company_id, id from ${source} as device order by ${order}
      limit ${page.limit} offset ${page.offset}
    )
    select ${columns(search.released)}
    from picked join device on device.company_id = picked.company_id and device.id = picked.id
    ${people}
    order by ${order}`)
}

/** The employee's approved and authorized devices that were approved before `device`. */
export const earlierDevices = sql`(
  select count(*)::integer from device earlier
  where earlier.company_id = device.company_id and earlier.employee_id = device.employee_id
    and earlier.audit_state = 'approved' and earlier.auth_state = 'authorized'
    and (earlier.audited_at, earlier.id) < (device.audited_at, device.id))`

/** A device with all that decides whether it may be used, and its position among the employee's that may. */
export const findDevice = (company: Database, companyId: string, deviceId: string, released: Released) =>
  company.row<DeviceRow & ServiceFacts & { fingerprint: string }>(sql`
    select ${columns(released)}, device.fingerprint, employee.device_limit, employee.service_ends_at,
      employee.state as employee_state, company.state as company_state, ${earlierDevices} as earlier_devices
    from device ${people} join company on company.id = device.company_id
    where device.company_id = ${companyId} and device.id = ${deviceId}`)
