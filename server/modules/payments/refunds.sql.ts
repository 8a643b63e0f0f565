import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { refund } from '#contract/records/refund.ts'
import type { Database } from '#server/database/database.ts'
import type { KeptPayment } from '#server/modules/orders/paid-by.sql.ts'
import { newTradeNumber } from './payments.sql.ts'

/** A refund with what deciding and sending it needs. */
const ownRefund = refund.schema
  .pick({
    company_id: true,
    refund_id: true,
    out_refund_no: true,
    amount: true,
    reason: true,
    kind: true,
    state: true,
    withdrawn: true,
    asked_at: true,
    gateway: true,
  })
  .extend({
    order_id: id,
    payment_id: id,
    out_trade_no: z.string(),
    /** The amount in fen that was paid. */
    total: z.int(),
  })
export type Refund = z.output<typeof ownRefund>

/**
 * How a refund is returned. A payment from the balance is returned to it until the company is closed: then its balance accepts
 * nothing any more, so the bank sends it.
 */
export const backBy = sql`case when payment.gateway = 'balance' and (refund.by_bank or refund.state <> 'done' and exists (
  select from company where company.id = refund.company_id and company.closed_at is not null)) then 'transfer' else payment.gateway end`

const joined = sql`
  select refund.company_id, refund.id as refund_id, refund.order_id, refund.payment_id, refund.out_refund_no, refund.amount,
    refund.reason, refund.kind, refund.state, refund.withdrawn, refund.asked_at, ${backBy} as gateway, payment.out_trade_no,
    coalesce(payment.arrived_amount, payment.amount) as total
  from refund join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id`

export const findRefund = (database: Database, companyId: string, refundId: string) =>
  database.row(ownRefund)`${joined} where refund.company_id = ${companyId} and refund.id = ${refundId}`

const refundId = ownRefund.pick({ refund_id: true })

/** Returns undefined when the money is already being refunded this way, which the unique indexes decide. */
export const insertRefund = (
  transaction: Database,
  { company_id, payment_id, order_id, amount }: Omit<KeptPayment, 'gateway'>,
  { kind, state, reason }: { kind: Refund['kind']; state: 'asked' | 'sending'; reason: string },
) =>
  transaction.row(refundId)`
    insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind, state)
    values (${company_id}, ${order_id}, ${payment_id}, ${`R${newTradeNumber()}`}, ${amount}, ${reason}, ${kind}, ${state})
    on conflict do nothing
    returning id as refund_id`

/** Finds a payment's refund that is under way or done. */
export const liveRefund = (
  database: Database,
  { company_id, payment_id }: Pick<KeptPayment, 'company_id' | 'payment_id'>,
) =>
  database.row(refundId)`
    select id as refund_id from refund
    where company_id = ${company_id} and payment_id = ${payment_id} and state <> 'rejected'`

type Which = Pick<Refund, 'company_id' | 'refund_id'>

/** Numbers the document of a completed refund. The order's lock keeps two of its refunds from taking one number. */
export const numberCreditNote = (transaction: Database, { company_id, refund_id, order_id }: Refund) =>
  transaction.change`
    update refund set credit_name = company.name, credit_number = shop_order.number || '-T' || (
        select count(*) + 1 from refund earlier
        where earlier.company_id = ${company_id} and earlier.order_id = ${order_id} and earlier.credit_number is not null)
    from shop_order, company
    where refund.company_id = ${company_id} and refund.id = ${refund_id} and refund.credit_number is null
      and shop_order.company_id = ${company_id} and shop_order.id = ${order_id} and company.id = ${company_id}`

interface Told {
  /** The text for the company. */
  note?: string | undefined
  /** The text for operators only. */
  failure?: string
  byBank?: boolean
  decidedBy?: string | null
  withdrawn?: boolean
}

/**
 * Returns zero when the refund was decided, sent or finished before, which guards every race for it. The texts belong to the new
 * state alone, so nothing of an earlier attempt stays.
 */
export const setRefundState = (
  database: Database,
  { company_id, refund_id }: Which,
  from: Refund['state'][],
  to: Refund['state'],
  { note = '', failure = '', byBank = false, decidedBy = null, withdrawn = false }: Told = {},
) =>
  database.change`
    update refund set state = ${to}, note = ${note}, failure = ${failure}, by_bank = ${byBank}, withdrawn = ${withdrawn},
      decided_by = coalesce(${decidedBy}, decided_by), done_at = case when ${to}::text in ('done', 'rejected') then now() end
    where company_id = ${company_id} and id = ${refund_id} and state = any(${from}::text[])`

/** A wrong amount was never counted as paid, so its problem is cleared: it needs no operator any more. */
export const setPaymentRefunded = (transaction: Database, { company_id, payment_id, kind }: Refund) =>
  transaction.change`
    update payment set state = 'refunded', problem = null
    where company_id = ${company_id} and id = ${payment_id}
      and (state = 'paid' or ${kind}::text = 'mismatch' and problem is not null)`

/** Lists the refunds of an order that wait for an operator, the oldest first, or only the one with the given number. */
export const undecidedRefunds = (database: Database, orderNumber: string, outRefundNo: string | undefined) =>
  database.rows(ownRefund)`${joined}
    join shop_order on shop_order.company_id = refund.company_id and shop_order.id = refund.order_id
    where shop_order.number = ${orderNumber} and refund.state in ('asked', 'failed')
      and (${outRefundNo ?? null}::text is null or refund.out_refund_no = ${outRefundNo ?? null})
    order by refund.id`

const numbered = ownRefund.extend(refund.schema.pick({ order_number: true, company_name: true }).shape)

/** A refund with what operators are shown about it. */
export type NumberedRefund = z.output<typeof numbered>

export const refundNumbered = (database: Database, outRefundNo: string) =>
  database.row(numbered)`
    select refund.*, shop_order.number as order_number, company.name as company_name
    from (${joined} where refund.out_refund_no = ${outRefundNo}) as refund
    join shop_order on shop_order.company_id = refund.company_id and shop_order.id = refund.order_id
    join company on company.id = refund.company_id`
