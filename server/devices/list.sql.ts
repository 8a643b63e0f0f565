import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { ParsedOf } from '#contract/index.ts'
import type { Database } from '../database/database.ts'
import { containing, hasLetters } from '../database/like.ts'
import { sampleOf } from '../database/pieces.ts'
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

type Filter = Omit<ParsedOf<'getDeviceList'>, 'page' | 'page_size'>

export interface Search {
  companyId: string
  filter: Filter
  released: Released
}

/** What the counters know of a device, too: `device` names the one or the other. */
function countable({ companyId, filter, released }: Search): Sql {
  const { audit_state, auth_state, platform, outdated } = filter
  // The states stand in the text, so that the partial indexes can be used; the contract allows these words alone.
  return sql`device.company_id = ${companyId}
    ${audit_state ? raw(`and device.audit_state = '${audit_state}'`) : empty}
    ${auth_state ? raw(`and device.auth_state = '${auth_state}'`) : empty}
    ${platform ? sql`and device.platform = ${platform}` : empty}
    ${outdated === undefined ? empty : sql`and ${outdated ? empty : sql`not`} ${isOutdated(released)}`}`
}

const others = ({ unseen_days, employee_id }: Filter): Sql => sql`
  ${unseen_days ? sql`and device.last_seen_at < now() - make_interval(days => ${unseen_days}::integer)` : empty}
  ${employee_id ? sql`and device.employee_id = ${employee_id}` : empty}`

/** Without the keyword. */
const conditions = (search: Search): Sql => sql`${countable(search)} ${others(search.filter)}`

/** Of `device` joined with its `employee`. */
function hasKeyword(keyword: string): Sql {
  const pattern = containing(keyword)
  const like = raw(hasLetters(keyword) ? 'ilike' : 'like')
  return sql`(device.name ${like} ${pattern} or device.last_ip like ${pattern} or employee.name ${like} ${pattern}
    or employee.phone like ${pattern} or employee.job_number ${like} ${pattern})`
}

const owned = sql`device join employee on employee.company_id = device.company_id and employee.id = device.employee_id`

const orderOf = ({ unseen_days }: Filter): Sql =>
  unseen_days ? sql`device.last_seen_at, device.id` : sql`device.created_at desc, device.id desc`

/** All that the counters know: of the company, of the filters that they have, and in how many versions those are. */
export const totalDevices = (company: Database, search: Search) =>
  company.row<{ all: number; total: number; versions: number; pending: number }>(sql`
    select coalesce(sum(devices), 0) as all, coalesce(sum(devices) filter (where ${countable(search)}), 0) as total,
      count(distinct (platform, client_version_key)) filter (where ${countable(search)}) as versions,
      coalesce(sum(devices) filter (where audit_state = 'pending'), 0) as pending
    from device_count as device where company_id = ${search.companyId}`)

/** How many match, counting no further than `most`. The keyword is not among what is counted by. */
export const countDevices = async (company: Database, search: Search, most: number): Promise<number> =>
  (
    await company.row<{ count: number }>(sql`
      select count(*) from (select from device where ${conditions(search)} limit ${most}::integer) as counted`)
  )?.count ?? 0

/** The first `most` devices in the list's order, with their owners: for a keyword that many have. */
const first = (search: Search, most: number) => sql`(
    select id, company_id, employee_id, name, last_ip, created_at, last_seen_at from device where ${conditions(search)}
    order by ${orderOf(search.filter)} limit ${most}::integer
  ) as device join employee on employee.company_id = device.company_id and employee.id = device.employee_id`

/** Of those: how many there are, how many have the keyword, and what it is looked for in, a line for each. */
export const firstWithKeyword = (company: Database, search: Search, keyword: string, most: number) =>
  company.row<{ looked: number; matched: number; texts: string | null; people: string | null }>(sql`
    select count(*) as looked, count(*) filter (where ${hasKeyword(keyword)}) as matched,
      ${sampleOf("concat_ws(' ', device.name, last_ip)", keyword)} as texts,
      ${sampleOf("concat_ws(' ', employee.name, phone, job_number)", keyword)} as people
    from ${first(search, most)}`)

/** Whether `enough` of the first `most` devices have the keyword. */
export const enoughWithKeyword = async (
  company: Database,
  search: Search,
  { keyword, most, enough }: { keyword: string; most: number; enough: number },
): Promise<boolean> =>
  (
    await company.row<{ matched: number }>(sql`
      select count(*) as matched from (
        select from ${first(search, most)} where ${hasKeyword(keyword)} limit ${enough}::integer
      ) as counted`)
  )?.matched === enough

export interface Page {
  offset: number
  limit: number
}

const shown = (search: Search, picked: Sql) => sql`
  with picked as materialized (${picked})
  select ${columns(search.released)}
  from picked join device on device.company_id = ${search.companyId} and device.id = picked.id
  ${people}
  order by ${orderOf(search.filter)}`

/** One page of those with the keyword, by its index; `matches` counts no further than one more than `most`. */
export async function findByKeyword(
  company: Database,
  search: Search,
  { keyword, own, people, ...page }: Page & { keyword: string; own: string[]; people: string[]; most: number },
): Promise<{ matches: number; rows: DeviceRow[] }> {
  const { audit_state, auth_state, platform, outdated, unseen_days, employee_id } = search.filter
  const { newest } = search.released
  const found = await company.rows<DeviceRow & { matches: number }>(sql`
    with found as materialized (
      select matches, ids from find_devices(${own}::text[], ${people}::text[], ${containing(keyword)}, ${audit_state ?? null}, ${auth_state ?? null},
        ${platform ?? null}, ${employee_id ?? null}::uuid, ${outdated ?? null}::boolean,
        ${newest.map(({ platform }) => platform)}::text[], ${newest.map(({ key }) => key)}::text[],
        ${unseen_days ? sql`now() - make_interval(days => ${unseen_days}::integer)` : sql`null`},
        ${page.offset}::integer, ${page.limit}::integer, ${page.most}::integer)
    )
    select found.matches, device.*
    from found left join (${shown(search, sql`select unnest(ids) as id from found`)}) as device on true
    order by ${orderOf(search.filter)}`)
  return { matches: found[0]?.matches ?? 0, rows: found.filter(({ id }) => id) }
}

/** Without the keyword. */
export const listDevices = (company: Database, search: Search, { offset, limit }: Page) =>
  company.rows<DeviceRow>(
    shown(
      search,
      sql`select device.id from device where ${conditions(search)}
        order by ${orderOf(search.filter)} limit ${limit} offset ${offset}`,
    ),
  )

/** Of the first `most` devices, one page of those with the keyword. */
export const listFirst = (
  company: Database,
  search: Search,
  { keyword, most, offset, limit }: Page & { keyword: string; most: number },
) =>
  company.rows<DeviceRow>(
    shown(
      search,
      sql`select device.id from ${first(search, most)} where ${hasKeyword(keyword)}
        order by ${orderOf(search.filter)} limit ${limit} offset ${offset}`,
    ),
  )

/**
 * By version, where few are outdated, or few are not: no order of one index finds them among all others. Each version that
 * the counters know gives its first ones in the list's order, of which the page is chosen. None need be older than what makes
 * the page full: somewhat more than each version's share of it, taken of the versions with the newest until that is enough.
 */
export function listByVersion(company: Database, search: Search, { offset, limit }: Page) {
  const end = sql`${limit + offset}::integer`
  const ofVersion = sql`device.company_id = ${search.companyId} and device.platform = version.platform
    and device.client_version_key = version.client_version_key and ${statesOf(search.filter)}`
  return company.rows<DeviceRow>(
    shown(
      search,
      sql`with version as materialized (
          select platform, client_version_key, least(ceil(1.25 * ${end} * sum(devices) / sum(sum(devices)) over ()), sum(devices)) as part
          from device_count as device where ${countable(search)}
          group by platform, client_version_key having sum(devices) > 0
        ), oldest as materialized (
          select coalesce(max(created_at) filter (where reached >= ${end}), '-infinity') as created_at from (
            select device.created_at, sum(part) over (order by device.created_at desc) as reached
            from version cross join lateral (
              select created_at from device where ${ofVersion} order by created_at desc, id desc limit 1 offset part - 1
            ) as device
          ) as device
        )
        select device.id from version cross join lateral (
          select id, created_at from device where ${ofVersion} and created_at >= (select created_at from oldest)
          order by created_at desc, id desc limit ${end}
        ) as device
        order by ${orderOf(search.filter)} limit ${limit} offset ${offset}`,
    ),
  )
}

const statesOf = ({ audit_state, auth_state }: Filter): Sql =>
  sql`true ${audit_state ? raw(`and audit_state = '${audit_state}'`) : empty}
    ${auth_state ? raw(`and auth_state = '${auth_state}'`) : empty}`

/** The next rows of an export in the list's order; `after` is the last one before. */
export function nextDevices(
  company: Database,
  search: Search,
  { after, limit }: { after: DeviceRow | undefined; limit: number },
): Promise<DeviceRow[]> {
  const { keyword, unseen_days } = search.filter
  const further = unseen_days
    ? sql`and (device.last_seen_at, device.id) > (${after?.last_seen_at}, ${after?.id})`
    : sql`and (device.created_at, device.id) < (${after?.created_at}, ${after?.id})`
  return company.rows<DeviceRow>(
    shown(
      search,
      sql`select device.id from ${keyword ? owned : sql`device`} where ${conditions(search)}
        ${keyword ? sql`and ${hasKeyword(keyword)}` : empty} ${after ? further : empty}
        order by ${orderOf(search.filter)} limit ${limit}`,
    ),
  )
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
