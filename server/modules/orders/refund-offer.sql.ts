import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { isRefunding } from '#server/modules/access/line-state.ts'
import { daysTaken, isRenewed, timeOfDays } from '#server/modules/lines/renewed.sql.ts'
import type { Order } from './orders.sql.ts'

type Which = Pick<Order, 'company_id' | 'order_id'>

const boughtItem = z.object({
  position: z.int(),
  name: z.string(),
  svp_id: id.nullable(),
  days: z.int(),
  quantity: z.int(),
  amount: z.int(),
})

export const boughtItems = (database: Database, { company_id, order_id }: Which) =>
  database.rows(boughtItem)`
    select position, name, line_id as svp_id, days, quantity, amount from order_item
    where company_id = ${company_id} and order_id = ${order_id} order by position`

const hoursLeft = z.object({ balance: z.int(), taken: z.int() })

/**
 * The unassigned person-days, and those that refunds of the order have taken. Days that the company got for free since it paid
 * count as the last that it assigns: they must not be refunded as money. Those that were taken back from it no longer count; what
 * is taken back before it gets any, as at the end of a trial, is none of them.
 */
export const hoursOf = (database: Database, { company_id, order_id, paid_at }: Which & Pick<Order, 'paid_at'>) =>
  database.row(hoursLeft)`
    select greatest(0,
        coalesce((select days from service_balance where company_id = ${company_id}), 0)
        - coalesce((select greatest(0, max(kept.days)) from (
            select sum(days) over (order by id desc) as days from service_entry
            where company_id = ${company_id} and kind = 'gift' and created_at > ${paid_at}::timestamptz) as kept), 0))::integer as balance,
      ${daysTaken(company_id, sql`${order_id}`, sql`null::uuid`)} as taken`

const boughtLine = z.object({
  svp_id: id,
  name: z.string(),
  state: z.enum(['unbound', 'active', 'suspended', 'released']),
  /** True if the line never had an address. */
  fresh: z.boolean(),
  /** The paid days are counted from here: later than the line's creation by the time for which refunds suspended it. */
  paid_from: instant,
  ends_at: instant,
  /** A renewal of it was paid, and not all of its days are refunded. */
  renewed: z.boolean(),
  now: instant,
})

/** Returns the lines that an order created, in the order in which its items name them. */
export const linesBought = (database: Database, { company_id, order_id }: Which) =>
  database.rows(boughtLine)`
    select line.id as svp_id, line.name, line.state, line.bound_at is null as fresh,
      line.created_at + line.paused as paid_from, line.ends_at,
      ${isRenewed(company_id)} as renewed,
      clock_timestamp()::timestamptz(3) as now
    from line where line.company_id = ${company_id} and line.order_id = ${order_id} order by line.id`

const renewedLine = z.object({
  svp_id: id,
  name: z.string(),
  /** True if the line can be shortened: not released, and not suspended by a refund. */
  standing: z.boolean(),
  ends_at: instant,
  /** The end that this renewal gave the line. */
  renewed_until: instant,
  /** The days that refunds of this renewal have taken. */
  taken: z.int(),
  /** Milliseconds that refunds of this renewal have taken. */
  taken_time: z.int(),
  /** Milliseconds that a refund of the rest would take: up to a chosen day it is less than its days. */
  rest_time: z.int(),
  /** Milliseconds that were bought for it later and not taken back, which lie behind this renewal. */
  later_time: z.int(),
  now: instant,
})

const milliseconds = (time: Sql) => sql`(extract(epoch from ${time}) * 1000)::bigint`

export const linesRenewed = (database: Database, { company_id, order_id }: Which) => {
  const taken = daysTaken(company_id, sql`item.order_id`, sql`item.line_id`)
  const rest = milliseconds(sql`${timeOfDays(sql`item.days`)} - ${timeOfDays(taken)}`)
  return database.rows(renewedLine)`
    select line.id as svp_id, line.name, line.state <> 'released' and not ${isRefunding} as standing,
      line.ends_at,
      coalesce(renewal_end.ends_at, item.until,
        greatest(item.old_ends_at, bought.paid_at) + make_interval(days => item.days)) as renewed_until,
      ${taken} as taken, ${milliseconds(timeOfDays(taken))} as taken_time,
      ${rest} as rest_time,
      (select coalesce(sum(${rest}), 0)
        from order_item item
        join shop_order later on later.company_id = ${company_id} and later.id = item.order_id
        left join renewal_end on renewal_end.company_id = ${company_id} and renewal_end.order_id = item.order_id
          and renewal_end.line_id = item.line_id
        where item.company_id = ${company_id} and item.line_id = line.id and later.id <> bought.id
          and later.state in ('paid', 'fulfilled') and (later.fulfilled_at, later.id) > (bought.fulfilled_at, bought.id)
      )::bigint as later_time,
      clock_timestamp()::timestamptz(3) as now
    from order_item item
    join shop_order bought on bought.company_id = ${company_id} and bought.id = item.order_id
    join line on line.company_id = ${company_id} and line.id = item.line_id
    left join renewal_end on renewal_end.company_id = ${company_id} and renewal_end.order_id = item.order_id
      and renewal_end.line_id = item.line_id
    where item.company_id = ${company_id} and item.order_id = ${order_id} order by item.position`
}
