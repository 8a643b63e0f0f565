import sql from 'sql-template-tag'
import { z } from 'zod'
import { gateways } from '#contract/shop.ts'
import type { Database } from '#server/database/database.ts'

const lost = z.object({
  out_trade_no: z.string(),
  gateway: z.enum(gateways),
  amount: z.int(),
  order_number: z.string(),
})
export type LostPayment = z.output<typeof lost>

/** Returns online payments that were begun or made since an instant; transfers are in the bank's statement. */
export const paymentsSince = (database: Database, moment: string) =>
  database.rows(lost)`
    select out_trade_no, gateway, amount, number as order_number from payment
    join shop_order on shop_order.company_id = payment.company_id and shop_order.id = order_id
    where gateway <> 'transfer' and (payment.created_at > ${moment} or payment.paid_at > ${moment})`

/** Records those that are unknown here, or that would not be queried any more. */
export const noteLostPayments = (database: Database, payments: readonly LostPayment[]) =>
  database.change`
    insert into lost_payment (out_trade_no, gateway, amount, order_number)
    select out_trade_no, gateway, amount, order_number
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb)
      as later (out_trade_no text, gateway text, amount bigint, order_number text)
    where not exists (select from payment
      where payment.out_trade_no = later.out_trade_no and state in ('created', 'paid', 'refunded'))
    on conflict do nothing`

/** Takes some to query: new ones, for seven days those that may still be paid, and those to be refunded by hand. */
export const claimLost = (database: Database, limit: number) =>
  database.rows(lost)`
    update lost_payment set checked_at = now()
    where out_trade_no in (
      select out_trade_no from lost_payment
      where checked_at is null
        or state in ('unasked', 'open', 'absent') and checked_at < now() - interval '290 seconds'
          and noted_at > now() - interval '7 days'
      order by checked_at nulls first limit ${limit} for update skip locked)
    returning out_trade_no, gateway, amount, order_number`

export const setLostState = (database: Database, outTradeNo: string, state: string) =>
  database.change`update lost_payment set state = ${state} where out_trade_no = ${outTradeNo} and state <> 'handled'`

export const paidAndLost = (database: Database, limit: number) =>
  database.rows(lost)`
    select out_trade_no, gateway, amount, order_number from lost_payment
    where state = 'paid' order by noted_at, out_trade_no limit ${limit}`

/** Returns zero when it was not recorded, was not paid, or was handled before. */
export const setHandled = (database: Database, outTradeNo: string) =>
  database.change`update lost_payment set state = 'handled' where out_trade_no = ${outTradeNo} and state = 'paid'`

/** Returns zero unless `notifiedAndLost` lists it. Its order is unknown. */
export const addHandled = (database: Database, outTradeNo: string) =>
  database.change`
    insert into lost_payment (out_trade_no, gateway, amount, order_number, state)
    select out_trade_no, gateway, coalesce(max(amount), 0), '', 'handled' from payment_notification
    where ${unknownSinceRestore} and out_trade_no = ${outTradeNo}
    group by gateway, out_trade_no
    on conflict do nothing`

const unknownSinceRestore = sql`verdict = 'unknown' and received_at > (select max(made_at) from restoration)`
const unknownNotification = z.object({ gateway: z.string(), out_trade_no: z.string(), amount: z.int().nullable() })

/** Returns payments that a gateway has notified of since the restore, and that are neither known nor recorded. */
export const notifiedAndLost = (database: Database, limit: number) =>
  database.rows(unknownNotification)`
    select gateway, out_trade_no, max(amount) as amount from payment_notification
    where ${unknownSinceRestore}
      and not exists (select from lost_payment where lost_payment.out_trade_no = payment_notification.out_trade_no)
    group by gateway, out_trade_no order by out_trade_no limit ${limit}`
