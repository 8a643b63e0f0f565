import sql, { empty, join, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { ParsedOf } from '#contract/index.ts'
import { type LineState, lineStates, rebindsPerMonth } from '#contract/line-names.ts'
import { getVplMap } from '#contract/lines.ts'
import { line, lineLog, listedLine } from '#contract/records/line.ts'
import { betweenDays, thisMonth } from '#server/database/china-day.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { containing } from '#server/database/like.ts'
import { limitTo, type Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { actorName } from '#server/engines/activity/context.ts'
import { graceEnd, inState, shownState } from '#server/modules/access/line-state.ts'

export type LineFilter = ParsedOf<'exportVpls'>
export type LineOrder = ParsedOf<'getCompanyVplList'>['order']

export type ListedLine = z.output<typeof listedLine>

const ownColumns = listedLine.omit({
  state: true,
  country: true,
  city: true,
  access_way: true,
  grace_ends_at: true,
  groups: true,
})
const columns = sql`
  ${selectList(ownColumns, { svp_id: 'id' }, 'line')}, ${shownState} as state, ${graceEnd} as grace_ends_at,
  region.country, region.city, access_way.name as access_way, groups.list as groups`

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

/** The statement contains only the filters that are set, so each combination gets its own plan. */
const matching = (companyId: string, { state, ...beside }: LineFilter): Sql =>
  sql`${matchingBeside(companyId, beside)} and ${state ? inState[state] : sql`line.state <> 'released'`}`

/** Every filter but the state. */
function matchingBeside(companyId: string, filter: Omit<LineFilter, 'state'>): Sql {
  const { region_id, access_way_id, group_id, without_group, ends_from, ends_to, keyword } = filter
  const conditions = [sql`line.company_id = ${companyId}`]
  if (region_id) conditions.push(sql`line.region_id = ${region_id}`)
  if (access_way_id) conditions.push(sql`line.access_way_id = ${access_way_id}`)
  if (ends_from ?? ends_to) conditions.push(betweenDays('line.ends_at', ends_from, ends_to))
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
  { order, ...page }: Page & { order: LineOrder },
) =>
  company.rows(listedLine)`
    with picked as materialized (
      select line.* from line where ${matching(companyId, filter)} order by ${orders[order]}
      ${limitTo(page, filter)}
    )
    select ${columns} from picked as line ${joined} order by ${orders[order]}`

/** Returns the next lines by their ids, after this one; null starts. */
export const linesAfter = (
  company: Database,
  companyId: string,
  filter: LineFilter,
  { after, limit }: { after: string | null; limit: number },
) =>
  company.rows(listedLine)`
    with picked as materialized (
      select line.* from line where ${matching(companyId, filter)} ${after ? sql`and line.id > ${after}` : empty}
      order by line.id limit ${limit}
    )
    select ${columns} from picked as line ${joined} order by line.id`

/** Counts the matches, at most `most`. */
export const countLines = (company: Database, companyId: string, filter: LineFilter, most: number) =>
  countRows(company, sql`(select from line where ${matching(companyId, filter)} limit ${most}) as counted`)

const stateCounts = z.object({ counts: z.array(z.int()) })

/** Counts each state up to `most` among the lines that match the filter beside its state. */
export async function countStates(
  company: Database,
  companyId: string,
  most: number,
  { state: _, ...beside }: LineFilter = {},
): Promise<Record<LineState, number>> {
  const counts = lineStates.map(
    state => sql`(select count(*) from (
      select from line where ${matchingBeside(companyId, beside)} and ${inState[state]} limit ${most}) as counted)`,
  )
  const row = await company.row(stateCounts)`select array[${join(counts)}] as counts`
  // The row has one count for each state, in their order.
  return Object.fromEntries(lineStates.map((state, index) => [state, row?.counts[index] ?? 0])) as Record<
    LineState,
    number
  >
}

/** The number of address changes that a line has left this month. */
export const rebindsLeft = sql`
  greatest(0, ${rebindsPerMonth}::integer - case when line.rebind_month = ${thisMonth} then line.rebinds else 0 end)`

const detail = line.schema.omit({ people: true })

export const findLine = (company: Database, companyId: string, lineId: string) =>
  company.row(detail)`
    select ${columns}, line.gateway, line.bound_at, line.created_at, ${rebindsLeft} as rebinds_left,
      line.order_id, shop_order.number as order_number
    from line ${joined}
    left join shop_order on shop_order.company_id = line.company_id and shop_order.id = line.order_id
    where line.company_id = ${companyId} and line.id = ${lineId}`

const mapped = getVplMap.output.shape.list.element

export const mapOf = (company: Database, companyId: string) =>
  company.rows(mapped)`
    select region.id as region_id, region.code, region.country, region.city, region.latitude::float8,
      region.longitude::float8, counted.lines, counted.ending, counted.unbound
    from (
      select region_id, count(*) as lines,
        count(*) filter (where ${inState.expiring} or ${inState.expired}) as ending,
        count(*) filter (where ${inState.unbound}) as unbound
      from line where company_id = ${companyId} and state <> 'released'
      group by region_id
    ) as counted
    join region on region.id = counted.region_id
    order by region.sort, region.code`

/** A line's log has its own entries, and those of its groups since it joined them. */
const entries = (companyId: string, lineId: string) => sql`
  select id, action, actor_name, detail, created_at from line_log
  where company_id = ${companyId} and line_id = ${lineId}
  union all
  select distinct entry.id, 'permission', entry.actor_name, entry.detail, entry.created_at
  from access_span as span
  join line_group_log as entry on entry.company_id = ${companyId} and entry.group_id = span.subject_id
    and entry.created_at >= span.since and entry.created_at <= span.until
  where span.company_id = ${companyId} and span.kind = 'line_in' and span.object_id = ${lineId}`

export const logOf = (company: Database, companyId: string, lineId: string, page: Page) =>
  company.rows(lineLog.schema)`
    select ${selectList(lineLog.schema)} from (${entries(companyId, lineId)}) as entry
    order by id desc limit ${page.limit} offset ${page.offset}`

export const countLog = (company: Database, companyId: string, lineId: string) =>
  countRows(company, sql`(${entries(companyId, lineId)}) as entry`)

const changeable = line.schema.pick({ svp_id: true, name: true, remark: true, auto_renew: true })

/** Locks those of the lines that the company has and has not given up. */
export const lockPresent = (company: Database, companyId: string, ids: string[]) =>
  company.rows(changeable)`
    select ${selectList(changeable, { svp_id: 'id' })} from line
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and state <> 'released'
    order by id for no key update`

const changeEntry = z.object({
  id,
  name: z.string(),
  action: lineLog.schema.shape.action.extract(['renamed', 'remarked', 'auto_renew']),
  detail: z.string(),
})

/** Writes the changes and their log, and returns that log, which has every changed line. */
export const changeLines = (
  company: Database,
  companyId: string,
  ids: string[],
  { name, remark, auto_renew: autoRenew }: Omit<ParsedOf<'setCompanyVpl'>, 'svp_ids' | 'seen'>,
) =>
  company.rows(changeEntry)`
    with before as (
      select company_id, id, name, remark, auto_renew from line
      where company_id = ${companyId} and id = any(${ids}::uuid[]) and state <> 'released'
        and (name is distinct from coalesce(${name ?? null}::text, name)
          or remark is distinct from coalesce(${remark ?? null}::text, remark)
          or auto_renew is distinct from coalesce(${autoRenew ?? null}::boolean, auto_renew))
      order by id for no key update
    ), changed as (
      update line set name = coalesce(${name ?? null}::text, line.name),
        remark = coalesce(${remark ?? null}::text, line.remark),
        auto_renew = coalesce(${autoRenew ?? null}::boolean, line.auto_renew)
      from before where line.company_id = before.company_id and line.id = before.id
      returning before.name as old_name, line.name, before.remark as old_remark, line.remark,
        before.auto_renew as old_auto, line.auto_renew, line.company_id, line.id
    ), entry as (
      select company_id, id, name, 'renamed' as action, old_name || ' → ' || name as detail from changed where old_name <> name
      union all
      select company_id, id, name, 'remarked', remark from changed where old_remark <> remark
      union all
      select company_id, id, name, 'auto_renew', case when auto_renew then '开启' else '关闭' end
      from changed where old_auto <> auto_renew
    ), logged as (
      insert into line_log (company_id, line_id, action, actor_name, detail)
      select company_id, id, action, ${actorName()}, detail from entry
    )
    select id, name, action, detail from entry`
