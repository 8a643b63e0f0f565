import sql from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import type { BillDifferenceKind } from '#contract/operations/sales-names.ts'
import { refund } from '#contract/records/refund.ts'
import type { GatewayName } from '#contract/shop.ts'
import { betweenDays } from '#server/database/china-day.ts'
import type { Database } from '#server/database/database.ts'
import type { BillEntry } from '#server/integrations/gateways/gateway.ts'
import { ownPayment, paymentColumns } from '../payments.sql.ts'

/** Days back that are read automatically, also after a restore to an earlier time. */
const daysBack = 7
export const daysBackAtMost = 90

const unread = z.object({ day: z.string() })

/**
 * Lists the days of a gateway that are to be read: up to yesterday in China, from its first payment here. After a restore these are
 * the days since the restored time, because the database has nothing of them.
 */
export const addDays = (database: Database, gateway: GatewayName, today: string) =>
  database.change`
    insert into gateway_bill (gateway, day)
    select ${gateway}, day from generate_series(
      greatest(least(${today}::date - ${daysBack}::integer,
          (select (max(restored_to) at time zone 'Asia/Shanghai')::date from restoration)),
        ${today}::date - ${daysBackAtMost}::integer),
      ${today}::date - 1, interval '1 day') as day
    where day >= (select (min(created_at) at time zone 'Asia/Shanghai')::date from payment where gateway = ${gateway})
    on conflict do nothing`

/** Takes the days whose bill was not read; a gateway that did not answer is queried again by the next run. */
export const takeUnread = (database: Database, gateway: GatewayName) =>
  database.rows(unread)`
    update gateway_bill set tried_at = now() where gateway = ${gateway} and state = 'waiting' returning day::text`

export const setProblem = (database: Database, gateway: GatewayName, day: string, problem: string) =>
  database.change`
    update gateway_bill set problem = ${problem} where gateway = ${gateway} and day = ${day} and state = 'waiting'`

/** Marks a day as unread that was read before, or that is older than those which are read automatically. */
export const setUnread = (database: Database, gateway: GatewayName, day: string) =>
  database.change`
    insert into gateway_bill (gateway, day) values (${gateway}, ${day})
    on conflict (gateway, day) do update set state = 'waiting'`

export interface Difference {
  kind: BillDifferenceKind
  out_trade_no: string
  out_refund_no: string | null
  trade_no: string | null
  billed_amount: number | null
  own_amount: number | null
}

const sum = (entries: readonly BillEntry[]) => entries.reduce((total, { amount }) => total + amount, 0)

/** Stores what was read of a day. Handled differences stay as they are; others are replaced by those found now. */
export const keepBill = (
  database: Database,
  { gateway, day }: { gateway: GatewayName; day: string },
  entries: readonly BillEntry[],
  differences: readonly Difference[],
): Promise<void> => {
  const refunds = entries.filter(({ outRefundNo }) => outRefundNo !== null)
  const payments = entries.filter(({ outRefundNo }) => outRefundNo === null)
  return database.transaction(async transaction => {
    // Serializes two readings of the same day.
    await transaction.change`
      update gateway_bill set state = 'read', payments = ${payments.length}, payments_amount = ${sum(payments)}::bigint,
        refunds = ${refunds.length}, refunds_amount = ${sum(refunds)}::bigint, problem = null, read_at = now()
      where gateway = ${gateway} and day = ${day}`
    await transaction.change`
      delete from bill_difference where gateway = ${gateway} and day = ${day} and handled_at is null`
    await transaction.change`
      insert into bill_difference (gateway, day, kind, out_trade_no, out_refund_no, trade_no, billed_amount, own_amount)
      select ${gateway}, ${day}, kind, out_trade_no, out_refund_no, trade_no, billed_amount, own_amount
      from jsonb_to_recordset(${JSON.stringify(differences)}::jsonb) as found (kind text, out_trade_no text,
        out_refund_no text, trade_no text, billed_amount bigint, own_amount bigint)
      on conflict do nothing`
  })
}

const paidPayment = z.object({ out_trade_no: z.string(), amount: z.int(), paid_at: instant })

/** Returns the payments by a gateway on a day, by our records. */
export const paymentsOfDay = (database: Database, gateway: GatewayName, day: string) =>
  database.rows(paidPayment)`
    select out_trade_no, amount, paid_at from payment
    where gateway = ${gateway} and paid_at is not null and state in ('paid', 'refunded')
      and ${betweenDays('paid_at', day, day)}`

const billedRefund = z.object({
  company_id: id,
  refund_id: id,
  out_trade_no: z.string(),
  out_refund_no: z.string(),
  amount: z.int(),
  state: refund.schema.shape.state,
  by_bank: z.boolean(),
})
export type BilledRefund = z.output<typeof billedRefund>

const joinedRefunds = sql`
  select refund.company_id, refund.id as refund_id, out_trade_no, out_refund_no, refund.amount, refund.state, by_bank
  from refund join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id`

/** Returns the refunds that the gateway has made on a day, by our records. */
export const refundsOfDay = (database: Database, gateway: GatewayName, day: string) =>
  database.rows(billedRefund)`
    ${joinedRefunds}
    where gateway = ${gateway} and refund.state = 'done' and not by_bank
      and done_at is not null and ${betweenDays('done_at', day, day)}`

export const refundsByNumber = (database: Database, gateway: GatewayName, numbers: readonly string[]) =>
  database.rows(billedRefund)`
    ${joinedRefunds}
    where gateway = ${gateway} and out_refund_no = any(${numbers})`

/** Returns payments of a bill, by our numbers. */
export const paymentsByNumber = (database: Database, gateway: GatewayName, numbers: readonly string[]) =>
  database.rows(ownPayment)`
    select ${paymentColumns} from payment where gateway = ${gateway} and out_trade_no = any(${numbers})`

/** Returns zero when it was handled before, which guards against handling it twice. */
export const setHandled = (database: Database, differenceId: string, operatorId: string, note: string) =>
  database.change`
    update bill_difference set handled_at = now(), handled_by = ${operatorId}, note = ${note}
    where id = ${differenceId} and handled_at is null`
