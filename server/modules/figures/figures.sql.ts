import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { figureOperations } from '#contract/operations/figures.ts'
import { dueMonths, type FigureName, stockPaceDays } from '#contract/operations/figures-names.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { endsWithTrial } from '#server/modules/access/line-state.ts'

/** A half-open interval: the first instant is included, the second is not. */
export interface Span {
  since: string
  until: string
}

/** The companies to count: those of one channel, those of none, or all. */
type Channel = string | undefined

const ofChannel = (channel: Channel) => {
  if (!channel) return empty
  const channelOf = sql`(select channel_id from promotion_code where code = company.promotion_code)`
  return channel === 'own' ? sql`and ${channelOf} is null` : sql`and ${channelOf} = ${channel}::uuid`
}

const within = (column: string, { since, until }: Span) =>
  sql`${raw(column)} >= ${since}::timestamptz and ${raw(column)} < ${until}::timestamptz`

/** Purchases by any means of payment: a top-up is only prepaid, and counts when it pays an order. */
const paid = (span: Span) => sql`
  select 'order:' || id as row_id, company_id, subject as label, number as order_number, payable as value, paid_at as at
  from shop_order where ${within('paid_at', span)} and payable > 0 and product <> 'balance'`

const payers = (span: Span) => sql`
  select 'company:' || company_id as row_id, company_id, count(*) || ' 个订单' as label, null as order_number, 1 as value,
    max(at) as at
  from (${paid(span)}) as purchase group by company_id`

/** Excess or wrong payments belonged to no order, so their return is no refund of one. */
const returned = (span: Span) => sql`
  select 'refund:' || refund.id as row_id, refund.company_id, refund.reason as label, shop_order.number as order_number,
    refund.amount as value, done_at as at
  from refund join shop_order on shop_order.company_id = refund.company_id and shop_order.id = refund.order_id
  where refund.state = 'done' and refund.kind not in ('surplus', 'mismatch') and shop_order.product <> 'balance'
    and ${within('done_at', span)}`

const netOf = (span: Span) => sql`
  ${paid(span)} union all
  select row_id, company_id, '退款：' || label, order_number, -value, at from (${returned(span)}) as back`

/**
 * Each company that has bought something, with the end of its last service: null while it has a line, days that nobody was given, or
 * that wait for somebody to join, or people who are served. A line that was given back ended with its refund, and no later than now. Days
 * were left until they were last given out, given back, or void with the company's closing. Who was removed counts by `served_until`.
 */
const customers = sql`
  select company.id as company_id, case when not exists (
        select from line where line.company_id = company.id and line.state <> 'released' and line.ends_at > now())
      and not exists (select from employee where employee.company_id = company.id and service_ends_at > now())
      and not exists (select from employee where employee.company_id = company.id and reserved_days > 0)
      and not exists (select from service_balance where service_balance.company_id = company.id and days > 0)
    then greatest(bought.at,
      (select max(least(ends_at, released_at)) from line where line.company_id = company.id and least(ends_at, released_at) <= now()),
      (select max(service_ends_at) from employee where employee.company_id = company.id), 
      (select served_until from service_balance where service_balance.company_id = company.id),
      (select created_at from service_entry where service_entry.company_id = company.id and days < 0 order by id desc limit 1)) end as at
  from company cross join lateral (
    select max(paid_at) as at from shop_order
    where shop_order.company_id = company.id and payable > 0 and product <> 'balance'
  ) as bought where bought.at is not null`

const always: Span = { since: '-infinity', until: 'infinity' }

/** The rows whose values add up to a figure. Both a page's rows and its sum are built from these. */
const rowsOf: Record<FigureName, (span: Span) => Sql> = {
  received: paid,
  refunded: returned,
  net: netOf,
  payers,
  // No top-up has a coupon; without top-ups the sum follows the index of what was sold.
  coupons_used: span => sql`
    select 'order:' || id as row_id, company_id, subject as label, number as order_number, coupon_discount as value, paid_at as at
    from shop_order where ${within('paid_at', span)} and coupon_discount > 0 and product <> 'balance'`,
  coupons_open: () => sql`
    select 'coupon:' || coupon.id as row_id, coupon.company_id, coupon_type.name as label, null as order_number, 1 as value,
      coupon.valid_until as at
    from coupon join coupon_type on coupon_type.id = coupon.coupon_type_id
    where coupon.state = 'unused' and coupon.valid_until > now()`,
  hours: () => sql`
    select 'company:' || company_id as row_id, company_id,
      '未分配 ' || to_char(sum(free), 'FM999,999,999,990') || ' 人天，已分配未用 ' || to_char(sum(used), 'FM999,999,999,990') || ' 人天' as label, null as order_number,
      sum(free + used) as value, null::timestamptz as at
    from (
      select company_id, days::bigint as free, 0::bigint as used from service_balance where days > 0
      union all
      select company_id, 0, ceil(extract(epoch from service_ends_at - now()) / 86400)::bigint
      from employee where service_ends_at > now()
      union all
      select company_id, 0, reserved_days from employee where reserved_days > 0
    ) as owed group by company_id`,
  prepaid: () => sql`
    select 'company:' || company_id as row_id, company_id, '预存余额' as label, null as order_number, amount as value,
      null::timestamptz as at
    from company_balance where amount > 0`,
  due: span => sql`
    select 'line:' || line.id as row_id, line.company_id, line.name as label, null as order_number, sku.price as value,
      line.ends_at as at
    from line join sku on sku.id = line.sku_id
    where line.state <> 'released' and not ${endsWithTrial} and line.ends_at > now() and ${within('line.ends_at', span)}`,
  renewed: span => sql`
    select 'item:' || item.order_id || ':' || item.position as row_id, item.company_id, line.name as label,
      shop_order.number as order_number, 1 as value, shop_order.fulfilled_at as at
    from shop_order join order_item item on item.company_id = shop_order.company_id and item.order_id = shop_order.id
      join line on line.company_id = item.company_id and line.id = item.line_id
    where shop_order.kind = 'renewal' and shop_order.state = 'fulfilled' and ${within('shop_order.fulfilled_at', span)}`,
  // Refunded lines are among the refunds. Other lines are released after their end.
  lost: span => sql`
    select 'line:' || line.id as row_id, line.company_id, line.name as label, null as order_number, 1 as value, line.ends_at as at
    from line where not ${endsWithTrial} and coalesce(line.released_at >= line.ends_at, true)
      and line.ends_at <= now() and ${within('line.ends_at', span)}`,
  left: span => sql`
    select 'company:' || company_id as row_id, company_id, '最后一份服务已结束' as label, null as order_number, 1 as value, at
    from (${customers}) as customer where ${within('at', span)}`,
  serving: () => sql`
    select 'company:' || company_id as row_id, company_id, '服务中' as label, null as order_number, 1 as value,
      null::timestamptz as at
    from (${customers}) as customer where at is null`,
  // The companies were verified within the span; their revenue is counted from the beginning until now.
  cohort: span => sql`
    select 'company:' || company.id as row_id, company.id as company_id, '认证企业' as label, null as order_number,
      coalesce((select sum(value) from (${netOf(always)}) as money where money.company_id = company.id), 0) as value,
      company.verified_at as at
    from company where ${within('company.verified_at', span)}`,
}

const row = figureOperations.getFigureRows.output.shape.list.element

/** Returns one page of a figure's rows, the largest first. */
export const figureRows = (system: Database, figure: FigureName, span: Span, channel: Channel, page: Page) =>
  system.rows(row)`
    select row_id, company_id, company.name as company_name, label, order_number, value::bigint as value, at
    from (${rowsOf[figure](span)}) as part join company on company.id = company_id ${ofChannel(channel)}
    order by abs(value) desc, at desc nulls last, row_id limit ${page.limit} offset ${page.offset}`

const sums = z.object({ sum: z.int(), total: z.int() })

export const figureSum = (system: Database, figure: FigureName, span: Span, channel?: Channel) =>
  system.one(sums)`
    select coalesce(sum(value), 0)::bigint as sum, count(*)::integer as total
    from (${rowsOf[figure](span)}) as part join company on company.id = company_id ${ofChannel(channel)}`

const monthly = z.object({ month: z.string(), sum: z.int(), count: z.int() })
const monthOf = sql`to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM')`

export const figureByMonth = (system: Database, figure: FigureName, span: Span) =>
  system.rows(monthly)`
    select ${monthOf} as month, sum(value)::bigint as sum, count(*)::integer as count
    from (${rowsOf[figure](span)}) as part group by 1 order by 1`

/** Returns the amounts due from now on, by months of China, starting with this one. */
export const dueByMonth = (system: Database) =>
  system.rows(monthly)`
    select ${monthOf} as month, sum(value)::bigint as sum, count(*)::integer as count
    from (${rowsOf.due(always)}) as part
    where at < (date_trunc('month', now() at time zone 'Asia/Shanghai')
      + make_interval(months => ${dueMonths}::integer)) at time zone 'Asia/Shanghai'
    group by 1 order by 1`

const { channels, cohorts, stock } = figureOperations.getFigures.output.shape

export const channelRows = (system: Database, span: Span) =>
  system.rows(channels.element)`
    select channel.id as channel_id, coalesce(channel.name, '自然到访') as name,
      count(distinct part.company_id) filter (where value > 0)::integer as companies,
      coalesce(sum(value) filter (where value > 0), 0)::bigint as received,
      coalesce(-sum(value) filter (where value < 0), 0)::bigint as refunded, sum(value)::bigint as net
    from (${netOf(span)}) as part join company on company.id = part.company_id
      left join promotion_code on promotion_code.code = company.promotion_code
      left join channel on channel.id = promotion_code.channel_id
    group by channel.id, channel.name order by net desc, name`

const cohortMonths = 12

export const cohortRows = (system: Database, span: Span) =>
  system.rows(cohorts.element)`
    with member as (
      select id, date_trunc('month', verified_at at time zone 'Asia/Shanghai') as month
      from company where ${within('verified_at', span)}
    ), money as (
      select member.month, sum(value) as net from (${netOf(always)}) as part join member on member.id = part.company_id
      group by 1
    ), active as (
      select distinct member.month, part.company_id,
        (extract(year from age(date_trunc('month', at at time zone 'Asia/Shanghai'), member.month)) * 12
          + extract(month from age(date_trunc('month', at at time zone 'Asia/Shanghai'), member.month)))::integer as nth
      from (${paid(always)}) as part join member on member.id = part.company_id
    ), paying as (
      select cohort.month, array_agg((select count(*)::integer from active
          where active.month = cohort.month and active.nth = place) order by place) as counts
      from (select distinct month from member) as cohort
        cross join lateral generate_series(0, least(${cohortMonths - 1}::integer,
          (extract(year from age(date_trunc('month', now() at time zone 'Asia/Shanghai'), cohort.month)) * 12
            + extract(month from age(date_trunc('month', now() at time zone 'Asia/Shanghai'), cohort.month)))::integer)) as place
      group by 1
    )
    select to_char(member.month, 'YYYY-MM') as month, count(*)::integer as companies,
      coalesce((select counts from paying where paying.month = member.month), '{}') as paying,
      coalesce((select net from money where money.month = member.month), 0)::bigint as net
    from member group by member.month order by member.month`

/** Returns the sold and the free stock, the scarcest first. A line that was moved has taken only one address. */
export const stockRows = (system: Database) =>
  system.rows(stock.element)`
    select region.id as region_id, access_way.id as access_way_id, region.city, access_way.name as access_way,
      (address_stock.free - address_stock.reserved)::integer as free, taken.count as taken,
      case when taken.count > 0
        then floor(greatest(address_stock.free - address_stock.reserved, 0)::numeric * ${stockPaceDays}::integer / taken.count)::integer
      end as days_left
    from address_stock join region on region.id = address_stock.region_id
      join access_way on access_way.id = address_stock.access_way_id
      cross join lateral (
        select count(distinct line.id)::integer as count from line
        where line.region_id = region.id and line.access_way_id = access_way.id
          and line.created_at > now() - make_interval(days => ${stockPaceDays}::integer)) as taken
    order by days_left nulls last, free, region.city, access_way.name limit 200`
