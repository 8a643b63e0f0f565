import sql, { type Sql } from 'sql-template-tag'
import { auditTargetKinds } from '#contract/operations/audit-names.ts'
import { startOfDay } from '../database/china-day.ts'
import type { Database } from '../database/database.ts'
import { beginningWith, containing } from '../database/like.ts'

export interface AuditFilters {
  actor?: string | undefined
  action?: string | undefined
  target?: string | undefined
  /** Days in China, both included. */
  from?: string | undefined
  to?: string | undefined
}

export interface Audited {
  audit_id: string
  at: Date
  actor: string
  actor_name: string
  action: string
  target: string
  target_name: string | null
  before: unknown
  after: unknown
  ip: string | null
  request_id: string | null
}

/** From its beginning where that says what kind it is (`order:2026…`), else whole, behind any kind: an index finds either. */
const begins = (column: Sql, typed: string, kinds: readonly string[]): Sql =>
  typed.includes(':')
    ? sql`${column} like ${beginningWith(typed)}`
    : sql`${column} = any(${[typed, ...kinds.map(kind => `${kind}:${typed}`)]}::text[])`

function matching({ actor, action, target, from, to }: AuditFilters) {
  const conditions = [sql`true`]
  if (actor)
    conditions.push(sql`(${begins(sql`entry.actor`, actor, ['operator', 'account', 'cli'])} or entry.actor = any(array(
      select 'operator:' || id from operator where name ilike ${containing(actor)} or display_name like ${containing(actor)})))`)
  if (action) conditions.push(sql`entry.action like ${beginningWith(action)}`)
  if (target) conditions.push(begins(sql`entry.target`, target, auditTargetKinds))
  if (from) conditions.push(sql`entry.created_at >= ${startOfDay(from)}`)
  if (to) conditions.push(sql`entry.created_at < ${startOfDay(to)} + interval '1 day'`)
  return conditions.reduce((all, condition) => sql`${all} and ${condition}`)
}

/** 东京 · 数据中心原生 IP · 5 Mbps; what has no place is known by its goods. */
const skus = sql`
  select sku.id, concat_ws(' · ', coalesce(city, goods.name), access_way.name, bandwidth || ' Mbps') as name
  from sku join goods on goods.id = goods_id left join region on region.id = region_id
  left join access_way on access_way.id = access_way_id`

/** What a target's id is the name of; the tables are few, and each is asked by its key. */
const targetName = sql`
  case kind
    when 'company' then (select name from company where company.id = named)
    when 'account' then (select display_name from account where account.id = named)
    when 'operator' then (select display_name from operator where operator.id = named)
    when 'line' then (select name from line where line.id = named limit 1)
    when 'channel' then (select name from channel where channel.id = named)
    when 'coupon_type' then (select name from coupon_type where coupon_type.id = named)
    when 'goods' then (select name from goods where goods.id = named)
    when 'sku' then (select name from (${skus}) as sku where id = named)
    when 'package' then (select name || ' ' || days || ' 天套餐' from package_type join category on category.id = category_id
      where package_type.id = named)
    when 'category' then (select name from category where category.id = named)
    when 'article' then (select title from article where article.id = named)
    when 'article_category' then (select name from article_category where article_category.id = named)
    when 'announcement' then (select title from announcement where announcement.id = named)
    when 'region' then (select city from region where code = split_part(target, ':', 2))
    when 'access_way' then (select name from access_way where code = split_part(target, ':', 2))
  end`

export const auditEntries = (
  database: Database,
  filters: AuditFilters,
  { limit, offset }: { limit: number; offset: number },
) =>
  database.rows<Audited>(sql`
    select entry.id as audit_id, entry.created_at as at, actor, coalesce(operator.display_name, actor) as actor_name, action,
      target, ${targetName} as target_name, before, after, ip, request_id
    from audit_entry entry left join operator on actor = 'operator:' || operator.id
    cross join lateral (select split_part(target, ':', 1) as kind,
      case when target ~ ':[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(target, ':', 2)::uuid end as named
    ) as told
    where ${matching(filters)} order by entry.created_at desc, entry.id desc limit ${limit} offset ${offset}`)

/** What has a name and stands in entries by its id; each is asked by its key. */
const namedTables = sql`
  select id, name from company union all select id, name from channel union all select id, name from coupon_type
  union all select id, name from category union all select id, name from industry union all select id, name from access_way
  union all select id, name from article_category union all select id, city from region union all select id, title from article
  union all select id, display_name from operator union all ${skus}`

export const namesOf = (database: Database, ids: readonly string[]) =>
  database.rows<{ id: string; name: string }>(sql`
    select id, name from (${namedTables}) as thing where id = any(${ids}::uuid[])`)

/** At most `most` + 1: who needs to know more narrows the filters. */
export const countAudited = async (database: Database, filters: AuditFilters, most: number) =>
  (
    await database.row<{ total: number }>(sql`
    select count(*)::integer as total from (
      select from audit_entry entry where ${matching(filters)} limit ${most + 1}) as found`)
  )?.total ?? 0
