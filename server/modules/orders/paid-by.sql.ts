import sql from 'sql-template-tag'
import type { z } from 'zod'
import { id } from '#contract/fields.ts'
import { payment } from '#contract/records/payment.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

/** The payment belongs to no order: it came again or in a wrong amount, and is being or has been refunded. */
export const isSurplus = sql`exists (select from refund where refund.company_id = payment.company_id
  and refund.payment_id = payment.id and refund.state <> 'rejected' and refund.kind in ('surplus', 'mismatch'))`

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
