import sql from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import { autoRenewLeadDays, lineGraceDays } from '#contract/line-names.ts'
import { order } from '#contract/records/order.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { graceOf, isRefunding, renewsItself } from '#server/modules/access/line-state.ts'
import { hasRequestKey } from '#server/modules/orders/placing.sql.ts'

const renewing = z.object({
  company_id: id,
  svp_id: id,
  name: z.string(),
  ends_at: instant,
  /** The instant until which the order can be paid: the end of the line's grace. */
  pays_until: instant,
  ended: z.boolean(),
  /** The account of the company's owner. */
  account_id: id,
  request_key: z.string(),
})
export type Renewing = z.output<typeof renewing>

/** The last row of the previous batch. */
export type After = Pick<Renewing, 'ends_at' | 'svp_id'>

/** No client can send a key with a colon, and take this one (`requestKey` in the contract). */
const key = sql`'auto:' || line.id || ':' || floor(extract(epoch from line.ends_at))::bigint`

/** Lets the line place another order for the same end. Returns 0 when no line has placed the order. */
export const freeKeyOfRenewal = (
  transaction: Database,
  { company_id, order_id }: Pick<WaitingRenewal, 'company_id' | 'order_id'>,
) =>
  transaction.change`
    update shop_order set request_key = 'ended:' || id
    where company_id = ${company_id} and id = ${order_id} and request_key like 'auto:%'`

/** The prefix of a notice's subject about an order that waits for the balance, followed by the order's id. */
export const waitingSubject = 'renewal:'

/**
 * Finds lines that renew themselves, whose end is near and which no order renews at this end yet; in their grace, too, because a
 * company that was frozen before could not renew them. That order is found by its key, which is made of the line and the end. A
 * line whose order waits is found again until the company's owner was notified, because the process that placed it may have died
 * before.
 */
export const renewingLines = (system: Database, after: After, limit: number) =>
  system.rows(renewing)`
    select line.company_id, line.id as svp_id, line.name, line.ends_at, line.ends_at <= now() as ended,
      line.ends_at + ${graceOf} as pays_until,
      owner.account_id, ${key} as request_key
    from line
    join company on company.id = line.company_id and company.state <> 'frozen'
    join employee owner on owner.company_id = line.company_id and owner.role = 'owner'
    where ${renewsItself} and line.ends_at > now() - make_interval(days => ${lineGraceDays}::integer)
      and line.ends_at > now() - ${graceOf} and line.ends_at <= now() + make_interval(days => ${autoRenewLeadDays}::integer)
      and (line.ends_at, line.id) > (${after.ends_at}, ${after.svp_id})
      and not exists (
        select from shop_order
        where ${hasRequestKey(sql`line.company_id`, key)}
          and (state <> 'pending' or exists (
            select from notice where account_id = owner.account_id and subject = ${waitingSubject}::text || shop_order.id)))
    order by line.ends_at, line.id limit ${limit}`

/** Finds the unpaid orders that these lines have placed themselves. */
export const renewalsOf = (transaction: Database, companyId: string, lineIds: string[]) =>
  transaction.rows(order.schema.pick({ order_id: true }))`
    select shop_order.id as order_id from shop_order
    where company_id = ${companyId} and state = 'pending' and request_key like 'auto:%' and exists (
      select from order_item
      where company_id = ${companyId} and order_id = shop_order.id and line_id = any(${lineIds}::uuid[]))`

const waitingRenewal = order.schema
  .pick({ order_id: true, order_number: true, payable: true, pays_until: true })
  .extend({ company_id: id, last_day_of: z.enum(['order', 'line']).nullable() })
export type WaitingRenewal = z.output<typeof waitingRenewal>

/** The most renewals that a run tries; the rest is tried an hour later. */
const maxWaiting = 5_000

/**
 * Matches an order that a line has placed and that waits to be paid. It no longer waits if its line was renewed otherwise, and ends
 * later than it was ordered for, or no longer renews itself, if its money is on its way by a bank transfer, if its line's refund is
 * decided, or while its company is frozen.
 */
export const isWaiting = sql`shop_order.state = 'pending' and request_key like 'auto:%' and pays_until > now()
  and not exists (
    select from payment
    where payment.company_id = shop_order.company_id and payment.order_id = shop_order.id and gateway = 'transfer'
      and payment.state = 'created' and (voucher_at is not null or received > 0))
  and not exists (
    select from order_item join line on line.company_id = order_item.company_id and line.id = order_item.line_id
    where order_item.company_id = shop_order.company_id and order_item.order_id = shop_order.id
      and (line.ends_at <> old_ends_at or not line.auto_renew or ${isRefunding}))
  and not exists (select from company where company.id = shop_order.company_id and company.state = 'frozen')`

/** Names what is on its last day: the order, whose last day is that of its line's grace, or the line; null for neither. */
const lastDayOf = sql`case
  when pays_until < now() + interval '1 day' then 'order'
  when exists (
    select from order_item where company_id = shop_order.company_id and order_id = shop_order.id
      and old_ends_at between now() and now() + interval '1 day') then 'line' end`

/** Finds the renewals that wait to be paid and that the balance suffices for, or whose line's last day has begun. */
export const waitingRenewals = (system: Database, companyId: string | undefined) =>
  system.rows(waitingRenewal)`
    select shop_order.company_id, shop_order.id as order_id, number as order_number, payable,
      ${lastDayOf} as last_day_of, pays_until
    from shop_order
    left join company_balance on company_balance.company_id = shop_order.company_id
    where ${isWaiting} and (coalesce(amount, 0) >= payable or ${lastDayOf} is not null)
      ${companyId ? sql`and shop_order.company_id = ${companyId}` : sql``}
    order by pays_until, shop_order.id limit ${maxWaiting}`

/** Reports whether the order that this transaction has locked still waits. */
export const stillWaits = (
  transaction: Database,
  { company_id, order_id }: Pick<WaitingRenewal, 'company_id' | 'order_id'>,
) =>
  holds(
    transaction,
    sql`exists (select from shop_order where company_id = ${company_id} and id = ${order_id} and ${isWaiting})`,
  )

/**
 * Reports whether an order that was just paid has renewed each line from the end that it was ordered for, and all of them still
 * renew themselves. Ends are stored in whole milliseconds. It runs in the transaction that has paid, and so holds the lines' locks.
 */
export const renewedAsOrdered = async (
  transaction: Database,
  { company_id, order_id }: Pick<WaitingRenewal, 'company_id' | 'order_id'>,
) =>
  (
    await transaction.row(z.object({ as_ordered: z.boolean() }))`
    select bool_and(line.auto_renew and renewal_end.ends_at <= (greatest(old_ends_at, now()) + make_interval(days => days))::timestamptz(3)) as as_ordered
    from order_item
    join line on line.company_id = ${company_id} and line.id = order_item.line_id
    join renewal_end on renewal_end.company_id = ${company_id} and renewal_end.order_id = ${order_id}
      and renewal_end.line_id = order_item.line_id
    where order_item.company_id = ${company_id} and order_item.order_id = ${order_id}`
  )?.as_ordered ?? false
