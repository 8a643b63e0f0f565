import sql, { type Sql } from 'sql-template-tag'

/** The days that standing refunds have taken from an item of an order; with `done`, only those of completed refunds. */
export const daysTaken = (companyId: string, orderId: Sql, lineId: Sql, { done = false } = {}) => sql`
  (select coalesce(sum(gone.days), 0) from refund_item gone
    join refund on refund.company_id = ${companyId} and refund.id = gone.refund_id
    where gone.company_id = ${companyId} and gone.line_id is not distinct from ${lineId}
      and refund.order_id = ${orderId} and ${done ? sql`refund.state = 'done'` : sql`refund.state <> 'rejected'`})::integer`

/**
 * Reports whether `line` has a refundable renewal with days that are not taken back: it has to be refunded first. Days that were
 * free of charge, or refunded as goodwill, end with the purchase. An undecided refund may be rejected, and the line then has its
 * days again.
 */
export const isRenewed = (companyId: string) => sql`
  exists (
    select from order_item renewing
    join shop_order on shop_order.company_id = ${companyId} and shop_order.id = renewing.order_id
    where renewing.company_id = ${companyId} and renewing.line_id = line.id
      and shop_order.state in ('paid', 'fulfilled', 'refunding') and shop_order.payable > shop_order.refunded_amount
      and ${daysTaken(companyId, sql`renewing.order_id`, sql`renewing.line_id`, { done: true })} < renewing.days)`

/**
 * The time that a renewal added to its line, from its `item` and its `renewal_end`. Up to a chosen instant it is less than the paid
 * days, the last of which is not whole.
 */
export const renewedTime = sql`
  case when item.until = coalesce(renewal_end.ends_at, item.until) then item.until - item.old_ends_at
    else make_interval(days => item.days) end`

/** The time that the first or last `days` of an item's renewal amount to: never more than the renewal added. */
export const timeOfDays = (days: Sql) => sql`least(make_interval(days => ${days}), ${renewedTime})`
