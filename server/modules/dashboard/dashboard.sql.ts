import sql from 'sql-template-tag'
import { z } from 'zod'
import { platforms } from '#contract/device-names.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { countedDevices, lowStock } from '#contract/operations/dashboard-names.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { inState } from '#server/modules/access/line-state.ts'
import { isOnline } from '#server/modules/devices/list.sql.ts'

const { days, orders, regions } = dashboard.getDashboard.output.shape

/** The day is one in China; the revenue, in fen, is what was paid for orders on the day. */
const dayFigure = days.element.extend({ revenue: z.int() })
export type DayFigure = z.output<typeof dayFigure>

/** The day in China that lies this many days ago. */
const dayBefore = (ago: number) => sql`(now() at time zone 'Asia/Shanghai')::date - ${ago}::integer`
const startOf = (day: ReturnType<typeof sql>) => sql`(${day})::timestamp at time zone 'Asia/Shanghai'`

const kept = sql`(select from day_figure kept where kept.day = each::date)`

/** Computes from the rows each day from `from` to `to` days ago for which `condition` holds. */
const reckoned = (from: number, to: number, condition: ReturnType<typeof sql>) => sql`
  select wanted.day, registrations.count as registrations, companies.count as companies, revenue.sum as revenue
  from (
    select each::date as day from generate_series(${dayBefore(from)}, ${dayBefore(to)}, interval '1 day') as each
    where ${condition}
  ) as wanted
  cross join lateral (select ${startOf(sql`wanted.day`)} as since, ${startOf(sql`wanted.day + 1`)} as until) as span
  cross join lateral (
    select count(*)::integer as count from account where registered_at >= since and registered_at < until) as registrations
  cross join lateral (
    select count(*)::integer as count from company where verified_at >= since and verified_at < until) as companies
  cross join lateral (
    select coalesce(sum(payable), 0)::bigint as sum from shop_order
    where paid_at >= since and paid_at < until and product <> 'balance') as revenue`

/**
 * Stores completed days, so that no read computes them again. The last `unsettled` days, about which more may become known later,
 * are brought up to date.
 */
export const keepDays = (system: Database, from: number, unsettled: number) =>
  system.change`
    insert into day_figure (day, registrations, companies, revenue)
    ${reckoned(from, 1, sql`each >= ${dayBefore(unsettled)} or not exists ${kept}`)}
    on conflict (day) do update
      set registrations = excluded.registrations, companies = excluded.companies, revenue = excluded.revenue`

/** Returns every day from this many days ago until today: the stored ones, and all others computed. */
export const figuresSince = (system: Database, from: number) =>
  system.rows(dayFigure)`
    select to_char(day, 'YYYY-MM-DD') as day, registrations, companies, revenue from (
      select day, registrations, companies, revenue from day_figure
      where day >= ${dayBefore(from)}
      union all ${reckoned(from, 0, sql`not exists ${kept}`)}
    ) as each order by day`

export const countCompanies = (system: Database) => countRows(system, sql`company`)

/** The numbers come from counters (0015-orders.sql, 0016-lines.sql). */
export const ordersByState = (system: Database) =>
  system.rows(orders.element)`
    select state, sum(orders)::integer as count from order_count group by state`

const lineCounts = z.object({
  unbound: z.int(),
  active: z.int(),
  suspended: z.int(),
  released: z.int(),
  expiring: z.int(),
  expired_active: z.int(),
  expired_unbound: z.int(),
})
export type LineCounts = z.output<typeof lineCounts>

/** The numbers come from counters; those ending soon or ended come from the range of an index. */
export const linesByState = (system: Database) =>
  system.row(lineCounts)`
    select coalesce(sum(lines) filter (where state = 'unbound'), 0)::integer as unbound,
      coalesce(sum(lines) filter (where state = 'active'), 0)::integer as active,
      coalesce(sum(lines) filter (where state = 'suspended'), 0)::integer as suspended,
      coalesce(sum(lines) filter (where state = 'released'), 0)::integer as released,
      (select count(*)::integer from line where ${inState.expiring}) as expiring,
      (select count(*)::integer from line where state = 'active' and ends_at <= now()) as expired_active,
      (select count(*)::integer from line where state = 'unbound' and ends_at <= now()) as expired_unbound
    from line_count`

/**
 * A region is listed if it has lines, addresses or something on sale, and the scarcest come first. All of these tables
 * are small.
 */
export const regionRows = (system: Database) =>
  system.rows(regions.element)`
    select region.id as region_id, region.country, region.city, coalesce(held.lines, 0)::integer as lines,
      coalesce(stock.free, 0)::integer as free, coalesce(sold.low, '[]') as low
    from region
    left join (
      select region_id, sum(lines) as lines from line_count where state <> 'released' group by 1
    ) as held on held.region_id = region.id
    left join (
      select region_id, sum(free - reserved) as free from address_stock group by 1
    ) as stock on stock.region_id = region.id
    left join (
      select offered.region_id, min(left_over.free) as least,
        jsonb_agg(jsonb_build_object('access_way', access_way.name, 'free', left_over.free) order by left_over.free, access_way.sort)
          filter (where left_over.free < ${lowStock}) as low
      from (select distinct region_id, access_way_id from sku where published and region_id is not null) as offered
      join access_way on access_way.id = offered.access_way_id
      left join address_stock on address_stock.region_id = offered.region_id
        and address_stock.access_way_id = offered.access_way_id
      cross join lateral (select coalesce(address_stock.free - reserved, 0) as free) as left_over
      group by 1
    ) as sold on sold.region_id = region.id
    where held.lines > 0 or stock.region_id is not null or sold.region_id is not null
    order by least, free, region.sort, region.id`

/** Devices are counted along an index of platforms and last sights (0011-devices.sql). */
export const countOnline = (system: Database) =>
  countRows(
    system,
    sql`(
      select from device where platform = any(${[...platforms]}::text[]) and ${isOnline} limit ${countedDevices}) as online`,
  )
