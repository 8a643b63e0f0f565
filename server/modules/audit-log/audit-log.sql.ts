import { isIP } from 'node:net'
import sql, { empty, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { auditActionNames, auditTargetKinds } from '#contract/operations/audit-names.ts'
import { operators } from '#contract/operations/operators.ts'
import { betweenDays } from '#server/database/china-day.ts'
import { countOf } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { beginningWith, containing } from '#server/database/like.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { targetsNamed } from './targets-named.sql.ts'

/** The days are China's, both included. */
export type AuditFilters = z.output<typeof operators.exportAudit.input>

const { list, named } = operators.getAuditList.output.shape
export type Audited = z.output<typeof list.element>

/**
 * A keyword that names its kind (`order:2026…`) matches by prefix, or exactly when it contains a whole id, so that the entries of
 * one object are read in an index's order. Any other keyword must equal the whole value, or all of it after the kind.
 */
const begins = (column: Sql, typed: string, kinds: readonly string[]): Sql =>
  /:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(typed)
    ? sql`${column} = ${typed}`
    : typed.includes(':')
      ? sql`${column} like ${beginningWith(typed)}`
      : sql`${column} = any(${[typed, ...kinds.map(kind => `${kind}:${typed}`)]}::text[])`

/** Returns the address that a target is, with or without its kind. */
function addressIn(target: string): string | undefined {
  const written = target.replace(/^address:/, '')
  return isIP(written) && !written.includes('%') ? written : undefined
}

const isOfKind = (target: string) => target.includes(':') && !addressIn(target)

/** A target without its kind is not among these conditions: `entries` finds what it names. */
function matching({ actor, action, target, from, to }: AuditFilters) {
  const conditions = [sql`true`]
  if (actor)
    conditions.push(sql`(${begins(sql`entry.actor`, actor, ['operator', 'account', 'cli'])} or entry.actor = any(array(
      select 'operator:' || id from operator where name ilike ${containing(actor)} or display_name like ${containing(actor)})))`)
  // An action's name may be the beginning of another's, so a complete name matches only itself. Any other text matches all actions
  // that begin with it.
  if (action)
    conditions.push(
      Object.hasOwn(auditActionNames, action)
        ? sql`entry.action = ${action}`
        : sql`entry.action like ${beginningWith(action)}`,
    )
  if (target && isOfKind(target)) conditions.push(begins(sql`entry.target`, target, auditTargetKinds))
  conditions.push(betweenDays('entry.created_at', from, to))
  return conditions.reduce((all, condition) => sql`${all} and ${condition}`)
}

/**
 * Selects the entries, in the order of the list. A name or an id without its kind stands for objects: of each, the newest `reach`
 * entries are found by its index; a condition would scan the whole log for an object with few entries. An address is also in the
 * entries about several at once (0031-back-office-searches.sql).
 */
function entries(filters: AuditFilters, reach: number): Sql {
  const { target } = filters
  const where = sql`where ${matching(filters)}`
  if (!target || isOfKind(target)) return sql`audit_entry entry ${where}`
  const newest = sql`order by entry.created_at desc, entry.id desc limit ${reach}::integer`
  const address = addressIn(target)
  return sql`(
    select found.* from (
      select distinct target from (
        select unnest(${[target, ...auditTargetKinds.map(kind => `${kind}:${target}`)]}::text[]) as target
        ${address ? sql`union all select 'address:' || host(${address}::inet)` : empty}
        union all ${targetsNamed(target)}
      ) as each
    ) as thing cross join lateral (
      select entry.* from audit_entry entry ${where} and entry.target = thing.target ${newest}
    ) as found
    ${
      address
        ? sql`union all (
            select entry.* from audit_entry entry ${where} and entry.target = 'addresses'
              and entry.before @> jsonb_build_array(jsonb_build_object('address', host(${address}::inet))) ${newest})`
        : empty
    }) as entry`
}

/** A name is like 东京 · 数据中心原生 IP · 5 Mbps; a sku without a place is named after its goods. */
const skus = sql`
  select sku.id, concat_ws(' · ', coalesce(city, goods.name), access_way.name, bandwidth || ' Mbps') as name
  from sku join goods on goods.id = goods_id left join region on region.id = region_id
  left join access_way on access_way.id = access_way_id`

const aUuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** Resolves a target's id to its name; the tables are few, and each is queried by its key. */
const targetName = sql`
  case kind
    when 'company' then (select name from company where company.id = named)
    when 'account' then (select display_name from account where account.id = named)
    when 'operator' then (select display_name from operator where operator.id = named)
    when 'payment' then (select company.name || ' 订单 ' || shop_order.number from payment
      join shop_order on shop_order.company_id = payment.company_id and shop_order.id = payment.order_id
      join company on company.id = payment.company_id where payment.id = named limit 1)
    when 'refund' then (select company.name || ' 订单 ' || shop_order.number from refund
      join shop_order on shop_order.company_id = refund.company_id and shop_order.id = refund.order_id
      join company on company.id = refund.company_id where refund.id = named limit 1)
    when 'invoice' then (select company.name || ' ' || coalesce(invoice_number, title) from invoice
      join company on company.id = invoice.company_id where invoice.id = named limit 1)
    when 'proposal' then (select number || ' ' || subject from proposal where proposal.id = named)
    when 'ticket' then (select number || ' ' || subject from ticket where ticket.id = named)
    when 'device' then (select device.name || '（' || company.name || '）' from device_dispute dispute
      join device on device.company_id = dispute.company_id and device.id = device_id
      join company on company.id = dispute.company_id
      where dispute.id = case when after->>'dispute' ~ ${aUuid} then (after->>'dispute')::uuid end)
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

/** The columns that only the table itself has. */
const own = list.element.omit({ actor_name: true, target_name: true })

export const auditEntries = (database: Database, filters: AuditFilters, { limit, offset }: Page) =>
  database.rows(list.element)`
    select ${selectList(own, { audit_id: 'id', at: 'created_at' }, 'entry')},
      coalesce(operator.display_name, actor) as actor_name, ${targetName} as target_name
    from (
      select entry.* from ${entries(filters, limit + offset)}
      order by entry.created_at desc, entry.id desc limit ${limit} offset ${offset}
    ) as entry left join operator on actor = 'operator:' || operator.id
    cross join lateral (select split_part(target, ':', 1) as kind,
      case when target ~ ':[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(target, ':', 2)::uuid end as named
    ) as told
    order by entry.created_at desc, entry.id desc`

/** Entries refer to these objects by their ids; each table is queried by its key. */
const namedTables = sql`
  select id, name from company union all select id, name from channel union all select id, name from coupon_type
  union all select id, name from category union all select id, name from industry union all select id, name from access_way
  union all select id, name from article_category union all select id, city from region union all select id, title from article
  union all select id, display_name from operator union all ${skus}`

export const namesOf = (database: Database, ids: readonly string[]) =>
  database.rows(named.element)`
    select id, name from (${namedTables}) as thing where id = any(${ids}::uuid[])
    union all
    -- People are found within their companies, which such entries name as well.
    select id, name from employee where company_id = any(${ids}::uuid[]) and id = any(${ids}::uuid[])`

/** Counts at most `most` + 1: a larger count takes narrower filters. */
export const countAudited = (database: Database, filters: AuditFilters, most: number) =>
  countOf(database, sql`select count(*) from (select from ${entries(filters, most + 1)} limit ${most + 1}) as found`)
