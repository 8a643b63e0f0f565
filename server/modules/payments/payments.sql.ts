import { randomBytes, randomInt } from 'node:crypto'
import { z } from 'zod'
import { type WriteOffCause, writeOffNames } from '#contract/operations/sales-names.ts'
import { payment } from '#contract/records/payment.ts'
import type { GatewayName } from '#contract/shop.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { auditActor } from '#server/engines/activity/context.ts'
import type { Checkout } from '#server/integrations/gateways/gateway.ts'

/** A payment with what settling it needs. */
export const ownPayment = payment.schema
  .pick({
    company_id: true,
    payment_id: true,
    order_id: true,
    gateway: true,
    out_trade_no: true,
    amount: true,
    state: true,
    expires_at: true,
    problem: true,
  })
  .extend({
    /** The received amount of a payment with a problem. */
    arrived_amount: z.int().nullable(),
    /** The amount of a transfer that has arrived in parts. */
    received: z.int(),
  })
export type Payment = z.output<typeof ownPayment>

export const paymentColumns = selectList(ownPayment, { payment_id: 'id' }, 'payment')

/**
 * Returns our number at a gateway. Its letters and digits can't be guessed and reveal no count. It has 24 characters of the 32 that
 * all gateways accept.
 */
export const newTradeNumber = (now = Date.now()) =>
  `${dayInChina(now).replaceAll('-', '')}${randomBytes(8).toString('hex').toUpperCase()}`

/**
 * Returns the code that the buyer writes into the remark of a bank transfer. Its eight digits are easy to write and to read out.
 * The last one is a check digit (Luhn), so that a slip of the pen is never another payment's code.
 */
export function newRemarkCode(): string {
  const digits = Array.from({ length: 7 }, (_, index) => randomInt(index ? 0 : 1, 10))
  return `${digits.join('')}${luhnDigit(digits)}`
}

function luhnDigit(digits: number[]): number {
  const sum = digits
    .toReversed()
    .reduce((total, digit, index) => total + (index % 2 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0)
  return (10 - (sum % 10)) % 10
}

export interface NewPayment {
  companyId: string
  orderId: string
  gateway: GatewayName
  outTradeNo: string
  amount: number
  expiresAt: string
  /** The money came again under the code of another transfer, which has ended. */
  cameAgain?: boolean
}

/** Returns undefined when the number is taken. */
export const insertPayment = (
  database: Database,
  { companyId, orderId, gateway, outTradeNo, amount, expiresAt, cameAgain = false }: NewPayment,
) =>
  database.row(ownPayment)`
    insert into payment (company_id, order_id, gateway, out_trade_no, amount, expires_at, came_again)
    values (${companyId}, ${orderId}, ${gateway}, ${outTradeNo}, ${amount}, ${expiresAt}, ${cameAgain})
    on conflict (out_trade_no) do nothing
    returning ${paymentColumns}`

export const findByNumber = (database: Database, outTradeNo: string) =>
  database.row(ownPayment)`select ${paymentColumns} from payment where out_trade_no = ${outTradeNo}`

const openAttempt = ownPayment.extend({ opened: z.boolean() })

export const openAttempts = (database: Database, companyId: string, orderId: string) =>
  database.rows(openAttempt)`
    select ${paymentColumns}, pay_url is not null or code_url is not null as opened from payment
    where company_id = ${companyId} and order_id = ${orderId} and state = 'created' order by id`

/**
 * Lists the open attempts at gateways by which the same orders might be paid twice: those of the order, of the orders that it pays
 * as a joint payment, and of the joint payments of any of these.
 */
export const openAttemptsAround = (database: Database, companyId: string, orderId: string) =>
  database.rows(openAttempt)`
    with due as (
      select ${orderId}::uuid as id
      union select order_id from joint_payment where company_id = ${companyId} and topup_id = ${orderId}
    )
    select ${paymentColumns}, pay_url is not null or code_url is not null as opened from payment
    where company_id = ${companyId} and state = 'created' and gateway <> 'transfer' and order_id in (
      select id from due
      union select topup_id from joint_payment where company_id = ${companyId} and order_id in (select id from due))
    order by id`

type Which = Pick<Payment, 'company_id' | 'payment_id'>

/** Returns zero when the attempt was closed, or its order ended, while the gateway opened it. */
export const setOpened = (database: Database, { company_id, payment_id }: Which, { payUrl, codeUrl }: Checkout) =>
  database.change`
    update payment set pay_url = ${payUrl}, code_url = ${codeUrl}
    from (
      select id from shop_order
      where company_id = ${company_id}
        and id = (select order_id from payment where company_id = ${company_id} and id = ${payment_id})
        and state = 'pending'
      for share
    ) as pending
    where payment.company_id = ${company_id} and payment.id = ${payment_id} and payment.state = 'created'`

/** Returns zero when this money was counted before, which guards against every repeated notification. */
export const setPaymentPaid = (
  transaction: Database,
  { company_id, payment_id }: Which,
  { tradeNo, paidAt }: { tradeNo: string | null; paidAt: string },
) =>
  transaction.change`
    update payment set state = 'paid', trade_no = ${tradeNo}, paid_at = ${paidAt}, problem = null, arrived_amount = null
    where company_id = ${company_id} and id = ${payment_id} and state in ('created', 'failed', 'closed')`

/** Ends only an attempt at a gateway that is still open. Transfers end with their order (`endTransfers`). */
export const setEnded = (database: Database, { company_id, payment_id }: Which, state: 'failed' | 'closed') =>
  database.change`
    update payment set state = ${state}
    where company_id = ${company_id} and id = ${payment_id} and state = 'created'`

export const setProblem = (
  transaction: Database,
  { company_id, payment_id }: Which,
  problem: string,
  arrived: number,
) =>
  transaction.change`
    update payment set problem = ${problem}, arrived_amount = nullif(${arrived}::bigint, 0)
    where company_id = ${company_id} and id = ${payment_id} and state <> 'refunded'`

/**
 * Clears a settled problem, so that the gateway is not queried again. Returns zero when it was cleared before. Money that was
 * settled elsewhere no longer counts, also when it came in parts, but stays known, so that its row of a statement is not booked
 * later; a transfer with a mistaken problem waits for its money again, and the caller ends it where its order has ended.
 */
export const clearProblem = (
  transaction: Database,
  { company_id, payment_id }: Which,
  { cause }: { cause: WriteOffCause },
) =>
  transaction.change`
    with before as (
      select id as payment_id, arrived_amount - received as beside_parts from payment
      where company_id = ${company_id} and id = ${payment_id} and problem is not null
      for no key update
    ), cleared as (
      update payment set problem = null, arrived_amount = null,
        received = case ${cause}::text when 'elsewhere' then 0 else received end,
        state = case
          when gateway = 'transfer' and ${cause}::text = 'mistaken' and state in ('failed', 'closed') then 'created'
          when state = 'created' then 'failed' else state end
      from before where company_id = ${company_id} and id = before.payment_id and problem is not null
      returning id, gateway, beside_parts
    ), settled as (
      update transfer_part set settled_at = now() from cleared
      where company_id = ${company_id} and payment_id = cleared.id and settled_at is null and ${cause}::text = 'elsewhere'
    ), kept as (
      insert into transfer_part (company_id, payment_id, amount, reference, actor, settled_at)
      select ${company_id}, id, beside_parts, concat(${writeOffNames.elsewhere}::text, ' ', uuidv7()), ${auditActor()}, now() from cleared
      where gateway = 'transfer' and beside_parts > 0 and ${cause}::text = 'elsewhere'
    )
    select from cleared`

/** Lets one of all viewers of the payment query its gateway every few seconds; returns zero for the others. */
export const claimAsking = (company: Database, companyId: string, id: string, everySeconds: number) =>
  company.change`
    update payment set checked_at = now()
    where company_id = ${companyId} and id = ${id} and state = 'created' and gateway <> 'transfer' and problem is null
      and coalesce(checked_at, created_at) < now() - make_interval(secs => ${everySeconds}::double precision)`

const unsettled = ownPayment.extend({
  order_state: payment.schema.shape.order_state,
  expired: z.boolean(),
  given_up: z.boolean(),
})
export type Unsettled = z.output<typeof unsettled>

/**
 * Claims attempts without news, the longest unqueried first, and counts them as queried. They are queried each minute in their
 * first quarter of an hour, then every five. Concurrent replicas share them.
 */
export const claimUnsettled = (database: Database, limit: number) =>
  database.rows(unsettled)`
    update payment set checked_at = now() from shop_order
    where shop_order.company_id = payment.company_id and shop_order.id = payment.order_id
      and (payment.company_id, payment.id) in (
        select company_id, id from payment
        where state = 'created' and gateway <> 'transfer' and problem is null and created_at < now() - interval '20 seconds'
          and (checked_at is null or checked_at < now() - interval '50 seconds')
          and (checked_at is null or created_at > now() - interval '15 minutes' or checked_at < now() - interval '290 seconds')
        order by checked_at nulls first, created_at limit ${limit} for update skip locked)
    returning ${paymentColumns}, shop_order.state as order_state, payment.expires_at < now() as expired,
      payment.expires_at < now() - interval '7 days' as given_up`

/** Reports whether these bytes are new. A notification of a payment that was unknown may be tried again. */
export const insertNotification = async (
  transaction: Database,
  gateway: GatewayName,
  digest: Buffer,
  outTradeNo: string,
) =>
  (await transaction.change`
    insert into payment_notification as known (gateway, out_trade_no, digest, verdict)
    values (${gateway}, ${outTradeNo}, ${digest}, 'unknown')
    on conflict (digest) do update set received_at = now() where known.verdict = 'unknown'`) === 1

export const setVerdict = (transaction: Database, digest: Buffer, verdict: string, amount: number | null) =>
  transaction.change`
    update payment_notification set verdict = ${verdict}, amount = ${amount} where digest = ${digest}`

const view = ownPayment.extend(
  payment.schema.pick({
    order_number: true,
    order_state: true,
    company_name: true,
    pay_url: true,
    code_url: true,
    voucher_at: true,
    rejected_reason: true,
  }).shape,
)
export type PaymentView = z.output<typeof view>

export const viewPayment = (company: Database, companyId: string, id: string) =>
  company.row(view)`
    select ${paymentColumns}, shop_order.number as order_number, shop_order.state as order_state, company.name as company_name,
      payment.pay_url, payment.code_url, payment.voucher_at, payment.rejected_reason
    from payment
    join shop_order on shop_order.company_id = payment.company_id and shop_order.id = payment.order_id
    join company on company.id = payment.company_id
    where payment.company_id = ${companyId} and payment.id = ${id}`
