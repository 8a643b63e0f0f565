import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { auditStates, authStates } from '#contract/device-names.ts'
import { getDeviceList } from '#contract/devices.ts'
import type { ParsedOf } from '#contract/index.ts'
import { device } from '#contract/records/device.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { containing, hasLetters } from '#server/database/like.ts'
import { limitTo, type Page } from '#server/database/listed.ts'
import { sampleOf } from '#server/database/pieces.ts'
import { leftJoined, selectList } from '#server/database/select-list.ts'
import { word } from '#server/database/word.ts'
import { departmentPath } from '#server/modules/people/department-path.ts'
import { servedUntil } from '#server/modules/people/served-until.ts'
import { serviceFacts } from './usable.ts'
import type { Released } from './versions.ts'

export const deviceRow = getDeviceList.output.shape.list.element
export type DeviceRow = z.output<typeof deviceRow>
/** The columns of the device's own table. */
const ownColumns = deviceRow.omit({
  employee_name: true,
  employee_manages: true,
  dept_path: true,
  outdated: true,
  online: true,
})

/** Matches a device whose client is older than its platform's newest installer. */
export const isOutdated = ({ newest }: Pick<Released, 'newest'>): Sql =>
  newest.length
    ? sql`(${join(
        newest.map(({ platform, key }) => sql`device.platform = ${platform} and device.client_version_key < ${key}`),
        ' or ',
      )})`
    : sql`false`

/** Matches a device that was seen within three minutes: clients report every minute. */
export const isOnline = sql`device.last_seen_at > now() - interval '3 minutes'`

const columns = (released: Released) => sql`
  ${selectList(ownColumns, { device_id: 'id', has_key: 'key_id is not null' }, 'device')}, employee.name as employee_name,
  employee.role <> 'employee' as employee_manages,
  ${departmentPath} as dept_path, ${isOutdated(released)} as outdated, coalesce(${isOnline}, false) as online`

type Filter = Omit<ParsedOf<'getDeviceList'>, 'page' | 'page_size' | 'after'>

export interface Search {
  companyId: string
  filter: Filter
  released: Released
  /** Only the devices of these departments' people; undefined for the whole company. */
  departmentIds?: string[] | undefined
  /** For callers who see no whole phones: a part of a phone is then no match for a keyword. */
  hidesPhones?: boolean | undefined
}

/** Matches the filters that the counters have as well: `device` names either the counters' rows or the devices. */
function countable({ companyId, filter, released }: Search): Sql {
  const { audit_state, auth_state, platform, outdated } = filter
  // The states are literals in the statement, so that the partial indexes can be used.
  return sql`device.company_id = ${companyId}
    ${audit_state ? sql`and device.audit_state = ${word(auditStates, audit_state)}` : empty}
    ${auth_state ? sql`and device.auth_state = ${word(authStates, auth_state)}` : empty}
    ${platform ? sql`and device.platform = ${platform}` : empty}
    ${outdated === undefined ? empty : sql`and ${outdated ? empty : sql`not`} ${isOutdated(released)}`}`
}

/** Matches rows of `device` whose owner belongs to one of the departments. */
export const ownedWithin = (companyId: string, departmentIds: string[]): Sql => sql`device.employee_id in (
  select id from employee where company_id = ${companyId} and department_id = any(${departmentIds}::uuid[]))`

const others = ({ companyId, departmentIds, filter: { unseen_days, online, employee_id } }: Search): Sql => sql`
  ${departmentIds ? sql`and ${ownedWithin(companyId, departmentIds)}` : empty}
  ${unseen_days ? sql`and device.last_seen_at < now() - make_interval(days => ${unseen_days}::integer)` : empty}
  ${online === undefined ? empty : sql`and ${online ? isOnline : sql`(${isOnline}) is not true`}`}
  ${employee_id ? sql`and device.employee_id = ${employee_id}` : empty}`

/** Matches all filters but the keyword. */
const conditions = (search: Search): Sql => sql`${countable(search)} ${others(search)}`

/** Matches rows of `device` joined with its `employee`. */
function hasKeyword(keyword: string, { hidesPhones = false }: Pick<Search, 'hidesPhones'> = {}): Sql {
  const pattern = containing(keyword)
  const like = raw(hasLetters(keyword) ? 'ilike' : 'like')
  return sql`(device.name ${like} ${pattern} or device.last_ip like ${pattern} or employee.name ${like} ${pattern}
    ${hidesPhones ? empty : sql`or employee.phone like ${pattern}`} or employee.job_number ${like} ${pattern})`
}

const owned = sql`device join employee on employee.company_id = device.company_id and employee.id = device.employee_id`

const orderBy =
  (id: Sql) =>
  ({ unseen_days }: Filter): Sql =>
    unseen_days ? sql`device.last_seen_at, ${id}` : sql`device.created_at desc, ${id} desc`
const orderOf = orderBy(sql`device.id`)
/** This order is for rows whose columns have the record's names. */
const rowOrderOf = orderBy(sql`device.device_id`)

const totals = z.object({ all: z.int(), total: z.int(), versions: z.int(), pending: z.int() })

/**
 * Sums the counters: the figures of the company for the filters that they have, and the number of versions among the matching
 * devices.
 */
export const totalDevices = (company: Database, search: Search) =>
  company.row(totals)`
    select coalesce(sum(devices), 0) as all, coalesce(sum(devices) filter (where ${countable(search)}), 0) as total,
      count(distinct (platform, client_version_key)) filter (where ${countable(search)}) as versions,
      coalesce(sum(devices) filter (where audit_state = 'pending'), 0) as pending
    from device_count as device where company_id = ${search.companyId}`

/** Returns one page of the matches, the keyword included, by scanning the devices. */
export const listWithin = (company: Database, search: Search, { offset, limit }: Page) =>
  company.rows(deviceRow)`${shown(
    search,
    sql`select device.id from ${owned} where ${withKeyword(search)}
      order by ${orderOf(search.filter)} limit ${limit} offset ${offset}`,
  )}`

/** Returns the next matches by id, the keyword included, after this one; null starts. */
export const devicesAfter = (company: Database, search: Search, after: string | null, limit: number) =>
  company.rows(deviceRow)`${shown(
    search,
    sql`select device.id from ${owned} where ${withKeyword(search)} ${after ? sql`and device.id > ${after}` : empty}
      order by device.id limit ${limit}`,
    sql`device.id`,
  )}`

export const countWithin = (company: Database, search: Search, most: number) =>
  countRows(company, sql`(select from ${owned} where ${withKeyword(search)} limit ${most}::integer) as counted`)

function withKeyword(search: Search): Sql {
  const { keyword } = search.filter
  if (!keyword) return conditions(search)
  return sql`${conditions(search)} and ${hasKeyword(keyword, search)}`
}

/** Counts the matches, at most `most`. The count ignores the keyword. */
export const countDevices = (company: Database, search: Search, most: number) =>
  countRows(company, sql`(select from device where ${conditions(search)} limit ${most}::integer) as counted`)

/** Selects the first `most` devices in the list's order, with their owners, for a frequent keyword. */
const first = (search: Search, most: number) => sql`(
    select id, company_id, employee_id, name, last_ip, created_at, last_seen_at from device where ${conditions(search)}
    order by ${orderOf(search.filter)} limit ${most}::integer
  ) as device join employee on employee.company_id = device.company_id and employee.id = device.employee_id`

const look = z.object({
  examined: z.int(),
  matched: z.int(),
  texts: z.string().nullable(),
  people: z.string().nullable(),
})

/** Returns the number of these devices, the number that match, and the texts that are searched for the keyword, one line each. */
export const firstWithKeyword = (company: Database, search: Search, keyword: string, most: number) =>
  company.row(look)`
    select count(*) as examined, count(*) filter (where ${hasKeyword(keyword)}) as matched,
      ${sampleOf("concat_ws(' ', device.name, last_ip)", keyword)} as texts,
      ${sampleOf("concat_ws(' ', employee.name, phone, job_number)", keyword)} as people
    from ${first(search, most)}`

/** Reports whether `enough` of the first `most` devices match the keyword. */
export const enoughWithKeyword = async (
  company: Database,
  search: Search,
  { keyword, most, enough }: { keyword: string; most: number; enough: number },
): Promise<boolean> =>
  (await countRows(
    company,
    sql`(select from ${first(search, most)} where ${hasKeyword(keyword)} limit ${enough}::integer) as counted`,
  )) === enough

const shown = (search: Search, picked: Sql, order = orderOf(search.filter)) => sql`
  with picked as materialized (${picked})
  select ${columns(search.released)}
  from picked join device on device.company_id = ${search.companyId} and device.id = picked.id
  join employee on employee.company_id = device.company_id and employee.id = device.employee_id
  order by ${order}`

/** When no device is on the page, only `matches` is set. */
const foundRow = leftJoined(deviceRow).extend({ matches: z.int() })
type Found = z.output<typeof foundRow>
const isFound = (row: Found): row is Found & DeviceRow => row.device_id !== null

/** Returns one page of the devices that match the keyword, by its index; `matches` counts at most `most` + 1. */
export async function findByKeyword(
  company: Database,
  search: Search,
  { keyword, own, people, ...page }: Page & { keyword: string; own: string[]; people: string[]; most: number },
): Promise<{ matches: number; rows: DeviceRow[] }> {
  const { audit_state, auth_state, platform, outdated, unseen_days, employee_id } = search.filter
  const { newest } = search.released
  const found = await company.rows(foundRow)`
    with found as materialized (
      select matches, ids from find_devices(
        wanted => ${own}::text[], wanted_people => ${people}::text[], pattern => ${containing(keyword)},
        wanted_audit => ${audit_state ?? null}, wanted_auth => ${auth_state ?? null},
        wanted_platform => ${platform ?? null}, wanted_employee => ${employee_id ?? null}::uuid,
        outdated => ${outdated ?? null}::boolean, newest_platforms => ${newest.map(({ platform }) => platform)}::text[],
        newest_keys => ${newest.map(({ key }) => key)}::text[],
        seen_before => ${unseen_days ? sql`now() - make_interval(days => ${unseen_days}::integer)` : sql`null`},
        page_offset => ${page.offset}::integer, page_limit => ${page.limit}::integer, most => ${page.most}::integer)
    )
    select found.matches, device.*
    from found left join (${shown(search, sql`select unnest(ids) as id from found`)}) as device on true
    order by ${rowOrderOf(search.filter)}`
  return { matches: found[0]?.matches ?? 0, rows: found.filter(isFound).map(({ matches: _, ...row }) => row) }
}

/** Lists a page of devices without a keyword. */
export const listDevices = (company: Database, search: Search, page: Page) =>
  company.rows(deviceRow)`${shown(
    search,
    sql`select device.id from device where ${conditions(search)}
      order by ${orderOf(search.filter)} ${limitTo(page, { ...search.filter, departmentIds: search.departmentIds })}`,
  )}`

/** Returns one page of the matches for the keyword among the first `most` devices. */
export const listFirst = (
  company: Database,
  search: Search,
  { keyword, most, offset, limit }: Page & { keyword: string; most: number },
) =>
  company.rows(deviceRow)`${shown(
    search,
    sql`select device.id from ${first(search, most)} where ${hasKeyword(keyword)}
      order by ${orderOf(search.filter)} limit ${limit} offset ${offset}`,
  )}`

/**
 * Lists devices by version, for when few are outdated, or few are not: no single index order finds them among all others. Each
 * version that the counters know contributes its first devices in the list's order, and the page is chosen among those. No version
 * is read past the age at which the page is full. To find that age, somewhat more than each version's share of the page is counted,
 * beginning with the versions that have the newest devices, until that is enough.
 */
export function listByVersion(company: Database, search: Search, { offset, limit }: Page) {
  const end = sql`${limit + offset}::integer`
  const ofVersion = sql`device.company_id = ${search.companyId} and device.platform = version.platform
    and device.client_version_key = version.client_version_key and ${statesOf(search.filter)}`
  return company.rows(deviceRow)`${shown(
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
  )}`
}

const statesOf = ({ audit_state, auth_state }: Filter): Sql =>
  sql`true ${audit_state ? sql`and audit_state = ${word(auditStates, audit_state)}` : empty}
    ${auth_state ? sql`and auth_state = ${word(authStates, auth_state)}` : empty}`

/** Returns the next rows of an export in the list's order; `after` is the last row of the previous batch. */
export function nextDevices(
  company: Database,
  search: Search,
  { after, limit }: { after: DeviceRow | undefined; limit: number },
): Promise<DeviceRow[]> {
  const { keyword, unseen_days } = search.filter
  const further = unseen_days
    ? sql`and (device.last_seen_at, device.id) > (${after?.last_seen_at}, ${after?.device_id})`
    : sql`and (device.created_at, device.id) < (${after?.created_at}, ${after?.device_id})`
  return company.rows(deviceRow)`${shown(
    search,
    sql`select device.id from ${keyword ? owned : sql`device`} where ${conditions(search)}
      ${keyword ? sql`and ${hasKeyword(keyword)}` : empty} ${after ? further : empty}
      order by ${orderOf(search.filter)} limit ${limit}`,
  )}`
}

/** Counts the employee's approved and authorized devices that were approved before `device`. */
export const earlierDevices = sql`(
  select count(*)::integer from device earlier
  where earlier.company_id = device.company_id and earlier.employee_id = device.employee_id
    and earlier.audit_state = 'approved' and earlier.auth_state = 'authorized'
    and (earlier.audited_at, earlier.id) < (device.audited_at, device.id))`

/** Returns the same in a statement with all devices of each employee: one pass over them costs less than a subquery for each. */
export const earlierDevicesByEmployee = sql`case when device.audited_at is null then 0 else (
  count(*) filter (where device.audit_state = 'approved' and device.auth_state = 'authorized') over (
    partition by device.employee_id order by device.audited_at, device.id
    rows between unbounded preceding and 1 preceding))::integer end`

const deviceWithFacts = deviceRow.extend({ ...serviceFacts.shape, ...device.schema.pick({ fingerprint: true }).shape })

/** Finds a device with the facts that decide whether it may be used, and its position among the employee's usable devices. */
export const findDevice = (company: Database, companyId: string, deviceId: string, released: Released) =>
  company.row(deviceWithFacts)`
    select ${columns(released)}, device.fingerprint, employee.device_limit, ${servedUntil} as service_ends_at,
      employee.state as employee_state, company.state as company_state, ${earlierDevices} as earlier_devices
    from ${owned} join company on company.id = device.company_id
    where device.company_id = ${companyId} and device.id = ${deviceId}`
