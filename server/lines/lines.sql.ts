import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { ParsedOf } from '#contract/index.ts'
import { type LineAction, type LineState, lineStates } from '#contract/line-names.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'
import { inState, type LineFacts } from './state.ts'

export type LineFilter = ParsedOf<'exportVpls'>
export type LineOrder = ParsedOf<'getCompanyVplList'>['order']

export interface LineRow extends LineFacts {
  id: string
  name: string
  remark: string
  suspend_reason: string | null
  region_id: string
  country: string
  city: string
  access_way_id: string
  access_way: string
  bandwidth: number | null
  address: string | null
  starts_at: Date
  auto_renew: boolean
  created_at: Date
  groups: { group_id: string; name: string }[]
}

const columns = sql`
  line.id, line.name, line.remark, line.state, line.suspend_reason, line.region_id, region.country, region.city,
  line.access_way_id, access_way.name as access_way, line.bandwidth, line.address, line.starts_at, line.ends_at,
  line.auto_renew, line.created_at, groups.list as groups`

const joined = sql`
  join region on region.id = line.region_id
  join access_way on access_way.id = line.access_way_id
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('group_id', line_group.id, 'name', line_group.name)
      order by line_group.name, line_group.id), '[]') as list
    from line_group_line held
    join line_group on line_group.company_id = held.company_id and line_group.id = held.group_id
    where held.company_id = line.company_id and held.line_id = line.id
  ) as groups`

/** Only the filters that are given stand in the statement, so that each combination is planned for itself. */
function matching(companyId: string, filter: LineFilter): Sql {
  const { state, region_id, access_way_id, group_id, without_group, keyword } = filter
  const conditions = [sql`line.company_id = ${companyId}`, state ? inState[state] : sql`line.state <> 'released'`]
  if (region_id) conditions.push(sql`line.region_id = ${region_id}`)
  if (access_way_id) conditions.push(sql`line.access_way_id = ${access_way_id}`)
  const held = sql`select line_id from line_group_line where company_id = ${companyId}`
  if (group_id) conditions.push(sql`line.id in (${held} and group_id = ${group_id})`)
  if (without_group !== undefined)
    conditions.push(sql`${without_group ? sql`not` : empty} exists (${held} and line_id = line.id)`)
  if (keyword) {
    const pattern = containing(keyword)
    conditions.push(sql`(line.name ilike ${pattern} or line.remark ilike ${pattern} or line.address like ${pattern})`)
  }
  return join(conditions, ' and ')
}

const orders: Record<LineOrder, Sql> = {
  created: sql`line.created_at desc, line.id desc`,
  ends: sql`line.ends_at, line.id`,
}

export const listLines = (
  company: Database,
  companyId: string,
  filter: LineFilter,
  { order, limit, offset }: { order: LineOrder; limit: number; offset: number },
) =>
  company.rows<LineRow>(sql`
    with picked as materialized (
      select line.* from line where ${matching(companyId, filter)} order by ${orders[order]}
      limit ${limit} offset ${offset}
    )
    select ${columns} from picked as line ${joined} order by ${orders[order]}`)

/** How many match, counting no further than `most`. */
export const countLines = async (
  company: Database,
  companyId: string,
  filter: LineFilter,
  most: number,
): Promise<number> =>
  (
    await company.row<{ found: number }>(sql`
      select count(*)::integer as found from (
        select from line where ${matching(companyId, filter)} limit ${most}) as counted`)
  )?.found ?? 0

/** By state, each up to `most`, whatever the list is filtered by. */
export async function countStates(
  company: Database,
  companyId: string,
  most: number,
): Promise<Record<LineState, number>> {
  const counts = lineStates.map(
    state => sql`(select count(*)::integer from (
      select from line where line.company_id = ${companyId} and ${inState[state]} limit ${most}) as counted)`,
  )
  const row = await company.row<{ counts: number[] }>(sql`select array[${join(counts)}] as counts`)
  // One entry for each state, in their order.
  return Object.fromEntries(lineStates.map((state, index) => [state, row?.counts[index] ?? 0])) as Record<
    LineState,
    number
  >
}

export interface LineDetail extends LineRow {
  gateway: string | null
  bound_at: Date | null
  rebinds: number
  order_id: string
  order_number: string
}

export const findLine = (company: Database, companyId: string, lineId: string) =>
  company.row<LineDetail>(sql`
    select ${columns}, line.gateway, line.bound_at, line.order_id, shop_order.number as order_number,
      case when line.rebind_month = ${thisMonth} then line.rebinds else 0 end as rebinds
    from line ${joined}
    join shop_order on shop_order.company_id = line.company_id and shop_order.id = line.order_id
    where line.company_id = ${companyId} and line.id = ${lineId}`)

/** The calendar month in China. */
export const thisMonth = sql`date_trunc('month', now() at time zone 'Asia/Shanghai')::date`

export const mapOf = (company: Database, companyId: string) =>
  company.rows<{
    region_id: string
    code: string
    country: string
    city: string
    latitude: number
    longitude: number
    lines: number
    ending: number
    unbound: number
  }>(sql`
    select region.id as region_id, region.code, region.country, region.city, region.latitude::float8,
      region.longitude::float8, counted.lines, counted.ending, counted.unbound
    from (
      select region_id, count(*)::integer as lines,
        count(*) filter (where ${inState.expiring} or ${inState.expired})::integer as ending,
        count(*) filter (where ${inState.unbound})::integer as unbound
      from line where company_id = ${companyId} and state <> 'released'
      group by region_id
    ) as counted
    join region on region.id = counted.region_id
    order by region.sort, region.code`)

export interface LogRow {
  action: LineAction
  actor_name: string
  detail: string
  created_at: Date
}

/** Its own entries, and those of its groups from while it stood in them. */
const entries = (companyId: string, lineId: string) => sql`
  select id, action, actor_name, detail, created_at from line_log
  where company_id = ${companyId} and line_id = ${lineId}
  union all
  select distinct entry.id, 'permission', entry.actor_name, entry.detail, entry.created_at
  from access_span as span
  join line_group_log as entry on entry.company_id = ${companyId} and entry.group_id = span.subject_id
    and entry.created_at >= span.since and entry.created_at <= span.until
  where span.company_id = ${companyId} and span.kind = 'line_in' and span.object_id = ${lineId}`

export const logOf = (company: Database, companyId: string, lineId: string, page: { limit: number; offset: number }) =>
  company.rows<LogRow>(sql`
    select action, actor_name, detail, created_at from (${entries(companyId, lineId)}) as entry
    order by id desc limit ${page.limit} offset ${page.offset}`)

export const countLog = async (company: Database, companyId: string, lineId: string): Promise<number> =>
  (
    await company.row<{ found: number }>(sql`
      select count(*)::integer as found from (${entries(companyId, lineId)}) as entry`)
  )?.found ?? 0

/** Which of these the company has and has not given up. */
export const presentLines = async (company: Database, companyId: string, ids: string[]): Promise<string[]> =>
  (
    await company.rows<{ id: string }>(sql`
      select id from line where company_id = ${companyId} and id = any(${ids}::uuid[]) and state <> 'released'`)
  ).map(({ id }) => id)

interface Given {
  name?: string | undefined
  remark?: string | undefined
  auto_renew?: boolean | undefined
}

/** Writes what is new and its log; answers how many lines had something new. */
export const changeLines = (
  company: Database,
  companyId: string,
  ids: string[],
  { name, remark, auto_renew: autoRenew }: Given,
  actorName: string,
) =>
  company.row<{ changed: number }>(sql`
    with changed as (
      update line set name = coalesce(${name ?? null}::text, name), remark = coalesce(${remark ?? null}::text, remark),
        auto_renew = coalesce(${autoRenew ?? null}::boolean, auto_renew)
      where company_id = ${companyId} and id = any(${ids}::uuid[]) and state <> 'released'
        and (name is distinct from coalesce(${name ?? null}::text, name)
          or remark is distinct from coalesce(${remark ?? null}::text, remark)
          or auto_renew is distinct from coalesce(${autoRenew ?? null}::boolean, auto_renew))
      returning old.name as old_name, new.name, old.remark as old_remark, new.remark, old.auto_renew as old_auto,
        new.auto_renew, new.company_id, new.id
    ), logged as (
      insert into line_log (company_id, line_id, action, actor_name, detail)
      select company_id, id, 'renamed', ${actorName}, old_name || ' → ' || name from changed where old_name <> name
      union all
      select company_id, id, 'remarked', ${actorName}, remark from changed where old_remark <> remark
      union all
      select company_id, id, 'auto_renew', ${actorName}, case when auto_renew then '开启' else '关闭' end
      from changed where old_auto <> auto_renew
    )
    select count(*)::integer as changed from changed`)
