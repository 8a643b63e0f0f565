import sql from 'sql-template-tag'
import type { GatewayName, refundStates } from '#contract/shop.ts'
import type { Database } from '../database/database.ts'
import { newTradeNumber, type Payment } from './payments.sql.ts'

export interface Refund {
  company_id: string
  id: string
  order_id: string
  payment_id: string
  out_refund_no: string
  amount: number
  reason: string
  kind: 'requested' | 'surplus' | 'mismatch'
  state: (typeof refundStates)[number]
  gateway: GatewayName
  out_trade_no: string
  /** Fen, that was paid. */
  total: number
  asked_at: Date
}

const joined = sql`
  select refund.company_id, refund.id, refund.order_id, refund.payment_id, refund.out_refund_no, refund.amount,
    refund.reason, refund.kind, refund.state, refund.asked_at, payment.gateway, payment.out_trade_no,
    coalesce(payment.arrived_amount, payment.amount) as total
  from refund join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id`

export const findRefund = (database: Database, companyId: string, id: string) =>
  database.row<Refund>(sql`${joined} where refund.company_id = ${companyId} and refund.id = ${id}`)

/** Undefined when the payment is being given back already: the unique index decides. */
export const insertRefund = (
  transaction: Database,
  { company_id, id, order_id, amount }: Pick<Payment, 'company_id' | 'id' | 'order_id' | 'amount'>,
  given: { kind: Refund['kind']; state: 'asked' | 'sending'; reason: string },
) =>
  transaction.row<{ id: string }>(sql`
    insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind, state)
    values (${company_id}, ${order_id}, ${id}, ${`R${newTradeNumber()}`}, ${amount}, ${given.reason}, ${given.kind},
      ${given.state})
    on conflict (company_id, payment_id) where state <> 'rejected' do nothing
    returning id`)

/** The payment that an order was delivered for: the one whose money is not on its way back. */
export const keptPayment = (database: Database, companyId: string, orderId: string) =>
  database.row<Pick<Payment, 'company_id' | 'id' | 'order_id' | 'amount'>>(sql`
    select company_id, id, order_id, amount from payment
    where company_id = ${companyId} and order_id = ${orderId} and state = 'paid'
      and not exists (select from refund where refund.company_id = payment.company_id
        and refund.payment_id = payment.id and refund.state <> 'rejected')
    order by paid_at, id limit 1`)

/** The one of a payment that is on its way, or was done. */
export const liveRefund = (database: Database, { company_id, id }: Pick<Payment, 'company_id' | 'id'>) =>
  database.row<{ id: string }>(sql`
    select id from refund where company_id = ${company_id} and payment_id = ${id} and state <> 'rejected'`)

type Which = Pick<Refund, 'company_id' | 'id'>

/** Zero when it was decided, sent or finished before: the guard of every race for a refund. */
export const setRefundState = (
  database: Database,
  { company_id, id }: Which,
  from: Refund['state'][],
  to: Refund['state'],
  { note = null, decidedBy = null }: { note?: string | null; decidedBy?: string | null } = {},
) =>
  database.change(sql`
    update refund set state = ${to}, note = coalesce(${note}, note), decided_by = coalesce(${decidedBy}, decided_by),
      done_at = case when ${to}::text in ('done', 'rejected') then now() end
    where company_id = ${company_id} and id = ${id} and state = any(${from}::text[])`)

/** What arrived of another amount was never counted as paid; it needs nobody any more. */
export const setPaymentRefunded = (transaction: Database, { company_id, payment_id, kind }: Refund) =>
  transaction.change(sql`
    update payment set state = 'refunded', problem = null
    where company_id = ${company_id} and id = ${payment_id}
      and (state = 'paid' or ${kind}::text = 'mismatch' and problem is not null)`)

/** Refunds of an order by its number, or that one of them, that wait for somebody, the oldest first. */
export const undecidedRefunds = (database: Database, orderNumber: string, outRefundNo: string | undefined) =>
  database.rows<Refund>(sql`${joined}
    join shop_order on shop_order.company_id = refund.company_id and shop_order.id = refund.order_id
    where shop_order.number = ${orderNumber} and refund.state in ('asked', 'failed')
      and (${outRefundNo ?? null}::text is null or refund.out_refund_no = ${outRefundNo ?? null})
    order by refund.id`)

export const refundNumbered = (database: Database, outRefundNo: string) =>
  database.row<Refund & { order_number: string; company_name: string }>(sql`
    select refund.*, shop_order.number as order_number, company.name as company_name
    from (${joined} where refund.out_refund_no = ${outRefundNo}) as refund
    join shop_order on shop_order.company_id = refund.company_id and shop_order.id = refund.order_id
    join company on company.id = refund.company_id`)

export interface WaitingRefund extends Pick<Refund, 'kind' | 'state' | 'amount' | 'reason' | 'gateway' | 'asked_at'> {
  order_number: string
  company_name: string
  note: string
}

export const waitingRefunds = (database: Database, limit: number) =>
  database.rows<WaitingRefund>(sql`
    select refund.kind, refund.state, refund.amount, refund.reason, refund.note, refund.asked_at, payment.gateway,
      shop_order.number as order_number, company.name as company_name
    from refund
    join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id
    join shop_order on shop_order.company_id = refund.company_id and shop_order.id = refund.order_id
    join company on company.id = refund.company_id
    where refund.state in ('asked', 'sending', 'failed') order by refund.asked_at limit ${limit}`)
