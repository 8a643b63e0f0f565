import sql from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { isRefunding } from '#server/modules/access/line-state.ts'
import { daysTaken, isRenewed } from '#server/modules/lines/renewed.sql.ts'
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
 * count as the last that it assigns: they must not be refunded as money. Reclaimed ones no longer count.
 */
export const hoursOf = (database: Database, { company_id, order_id, paid_at }: Which & Pick<Order, 'paid_at'>) =>
  database.row(hoursLeft)`
    select greatest(0,
        coalesce((select days from service_balance where company_id = ${company_id}), 0)
        - greatest(0, (select coalesce(sum(days), 0) from service_entry where company_id = ${company_id} and kind = 'gift'
            and created_at > ${paid_at}::timestamptz)))::integer as balance,
      ${daysTaken(company_id, sql`${order_id}`, sql`null::uuid`)} as taken`

const boughtLine = z.object({
  svp_id: id,
  name: z.string(),
  state: z.enum(['unbound', 'active', 'suspended', 'released']),
  /** It never had an address. */
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
  /** It can be shortened: it is not released, and no refund holds it. */
  standing: z.boolean(),
  ends_at: instant,
  /** The end that this renewal set for it. */
  renewed_until: instant,
  /** The days that refunds of this renewal have taken. */
  taken: z.int(),
  /** The days that were bought for it later and not taken back, which lie behind the days of this renewal. */
  later: z.int(),
  now: instant,
})

export const linesRenewed = (database: Database, { company_id, order_id }: Which) =>
  database.rows(renewedLine)`
    select line.id as svp_id, line.name, line.state <> 'released' and not ${isRefunding} as standing,
      line.ends_at,
      coalesce(renewal_end.ends_at, item.until,
        greatest(item.old_ends_at, bought.paid_at) + make_interval(days => item.days)) as renewed_until,
      ${daysTaken(company_id, sql`${order_id}`, sql`item.line_id`)} as taken,
      (select coalesce(sum(after.days - ${daysTaken(company_id, sql`after.order_id`, sql`after.line_id`)}), 0)
        from order_item after
        join shop_order later on later.company_id = ${company_id} and later.id = after.order_id
        where after.company_id = ${company_id} and after.line_id = item.line_id and later.id <> bought.id
          and later.state in ('paid', 'fulfilled') and (later.fulfilled_at, later.id) > (bought.fulfilled_at, bought.id)
      )::integer as later,
      clock_timestamp()::timestamptz(3) as now
    from order_item item
    join shop_order bought on bought.company_id = ${company_id} and bought.id = item.order_id
    join line on line.company_id = ${company_id} and line.id = item.line_id
    left join renewal_end on renewal_end.company_id = ${company_id} and renewal_end.order_id = item.order_id
      and renewal_end.line_id = item.line_id
    where item.company_id = ${company_id} and item.order_id = ${order_id} order by item.position`
