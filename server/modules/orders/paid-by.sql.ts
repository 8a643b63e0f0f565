import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { id } from '#contract/fields.ts'
import { payment } from '#contract/records/payment.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

/** The payment belongs to no order: it came again or in a wrong amount, and is being or has been refunded. */
export const isSurplus = sql`exists (select from refund where refund.company_id = payment.company_id
  and refund.payment_id = payment.id and refund.state <> 'rejected' and refund.kind in ('surplus', 'mismatch'))`

/**
 * Selects the orders with an attempt or a refund of this number: ours, the gateway's, or the remark code of a transfer. An index
 * finds each of them; that of the gateways' numbers begins with the gateway.
 */
export const ordersPaidUnder = (number: string): Sql => sql`
  select company_id, order_id from payment where out_trade_no = ${number}
    or trade_no = ${number} and gateway in ('sandbox', 'alipay', 'wechat')
  union select company_id, order_id from refund where out_refund_no = ${number}`

const kept = payment.schema
  .pick({ company_id: true, payment_id: true, gateway: true, amount: true })
  .extend({ order_id: id })
export type KeptPayment = z.output<typeof kept>

/** Finds the payment that an order was delivered for, which is the one that is not being refunded. */
export const paymentToRefund = (database: Database, companyId: string, orderId: string) =>
  database.row(kept)`
    select ${selectList(kept, { payment_id: 'id' })} from payment
    where company_id = ${companyId} and order_id = ${orderId} and state = 'paid'
      and not ${isSurplus}
    order by paid_at, id limit 1`
