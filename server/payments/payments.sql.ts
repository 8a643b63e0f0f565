import { randomBytes, randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import type { GatewayName, OrderState, paymentStates } from '#contract/shop.ts'
import type { Database } from '../database/database.ts'
import { dayInChina } from '../hours/service-time.ts'
import type { Opened } from '../integrations/gateways/gateway.ts'

type PaymentState = (typeof paymentStates)[number]

export interface Payment {
  company_id: string
  id: string
  order_id: string
  gateway: GatewayName
  out_trade_no: string
  amount: number
  state: PaymentState
  expires_at: Date
  /** Why its money needs somebody, and how much of it arrived. */
  problem: string | null
  arrived_amount: number | null
}

const columns = sql`payment.company_id, payment.id, payment.order_id, payment.gateway, payment.out_trade_no, payment.amount,
  payment.state, payment.expires_at, payment.problem, payment.arrived_amount`

/** Ours at a gateway: letters and digits that can't be guessed and tell no count; 24 of the 32 that all of them take. */
export const newTradeNumber = (now = new Date()) =>
  `${dayInChina(now).replaceAll('-', '')}${randomBytes(8).toString('hex').toUpperCase()}`

/**
 * What the buyer writes into the remark of a bank transfer: eight digits, easy to write and to read out. The last one
 * follows from the others (Luhn), so that a slip of the pen is nobody else's code.
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

/** Undefined when the number is taken. */
export const insertPayment = (
  database: Database,
  given: {
    companyId: string
    orderId: string
    gateway: GatewayName
    outTradeNo: string
    amount: number
    expiresAt: Date
  },
) =>
  database.row<Payment>(sql`
    insert into payment (company_id, order_id, gateway, out_trade_no, amount, expires_at)
    values (${given.companyId}, ${given.orderId}, ${given.gateway}, ${given.outTradeNo}, ${given.amount}, ${given.expiresAt})
    on conflict (out_trade_no) do nothing
    returning ${columns}`)

export const findByNumber = (database: Database, outTradeNo: string) =>
  database.row<Payment>(sql`select ${columns} from payment where out_trade_no = ${outTradeNo}`)

export const openAttempts = (database: Database, companyId: string, orderId: string) =>
  database.rows<Payment & { opened: boolean }>(sql`
    select ${columns}, pay_url is not null or code_url is not null as opened from payment
    where company_id = ${companyId} and order_id = ${orderId} and state = 'created' order by id`)

type Which = Pick<Payment, 'company_id' | 'id'>

export const setOpened = (database: Database, { company_id, id }: Which, { payUrl, codeUrl }: Opened) =>
  database.change(sql`
    update payment set pay_url = ${payUrl}, code_url = ${codeUrl}
    where company_id = ${company_id} and id = ${id} and state = 'created'`)

/** Zero when this money was counted before: the guard of every notification. */
export const setPaymentPaid = (
  transaction: Database,
  { company_id, id }: Which,
  { tradeNo, paidAt }: { tradeNo: string | null; paidAt: Date },
) =>
  transaction.change(sql`
    update payment set state = 'paid', trade_no = ${tradeNo}, paid_at = ${paidAt}, problem = null, arrived_amount = null
    where company_id = ${company_id} and id = ${id} and state in ('created', 'failed', 'closed')`)

/** Of an attempt that is still open. */
export const setEnded = (database: Database, { company_id, id }: Which, state: 'failed' | 'closed') =>
  database.change(sql`
    update payment set state = ${state} where company_id = ${company_id} and id = ${id} and state = 'created'`)

export const setProblem = (transaction: Database, { company_id, id }: Which, problem: string, arrived: number) =>
  transaction.change(sql`
    update payment set problem = ${problem}, arrived_amount = nullif(${arrived}::bigint, 0)
    where company_id = ${company_id} and id = ${id} and state <> 'refunded'`)

/** What arrived needs nobody any more, and its gateway is not asked again. Zero when that was said before. */
export const clearProblem = (transaction: Database, { company_id, id }: Which) =>
  transaction.change(sql`
    update payment set problem = null, arrived_amount = null,
      state = case when state = 'created' then 'failed' else state end
    where company_id = ${company_id} and id = ${id} and problem is not null`)

/** One of all who look at it may ask its gateway, every few seconds; zero for the others. */
export const claimAsking = (company: Database, companyId: string, id: string, everySeconds: number) =>
  company.change(sql`
    update payment set checked_at = now()
    where company_id = ${companyId} and id = ${id} and state = 'created' and gateway <> 'transfer' and problem is null
      and coalesce(checked_at, created_at) < now() - make_interval(secs => ${everySeconds}::double precision)`)

export type Unsettled = Payment & { order_state: OrderState; expired: boolean; given_up: boolean }

/**
 * Attempts that nobody has told anything of, the longest unasked first; they count as asked from now on. Each minute in
 * their first quarter of an hour, then every five. Replicas that ask at once share them.
 */
export const claimUnsettled = (database: Database, limit: number) =>
  database.rows<Unsettled>(sql`
    update payment set checked_at = now() from shop_order
    where shop_order.company_id = payment.company_id and shop_order.id = payment.order_id
      and (payment.company_id, payment.id) in (
        select company_id, id from payment
        where state = 'created' and gateway <> 'transfer' and problem is null and created_at < now() - interval '20 seconds'
          and (checked_at is null or checked_at < now() - interval '50 seconds')
          and (checked_at is null or created_at > now() - interval '15 minutes' or checked_at < now() - interval '290 seconds')
        order by checked_at nulls first, created_at limit ${limit} for update skip locked)
    returning ${columns}, shop_order.state as order_state, payment.expires_at < now() as expired,
      payment.expires_at < now() - interval '7 days' as given_up`)

/** Whether these bytes are new. Those that told of a payment we did not know may be tried again. */
export const insertNotification = async (
  transaction: Database,
  gateway: GatewayName,
  digest: Buffer,
  outTradeNo: string,
) =>
  (await transaction.change(sql`
    insert into payment_notification as told (gateway, out_trade_no, digest, verdict)
    values (${gateway}, ${outTradeNo}, ${digest}, 'unknown')
    on conflict (digest) do update set received_at = now() where told.verdict = 'unknown'`)) === 1

export const setVerdict = (transaction: Database, digest: Buffer, verdict: string, amount: number | null) =>
  transaction.change(sql`
    update payment_notification set verdict = ${verdict}, amount = ${amount} where digest = ${digest}`)

export interface PaymentView extends Payment {
  order_number: string
  order_state: OrderState
  company_name: string
  pay_url: string | null
  code_url: string | null
  voucher_at: Date | null
  rejected_reason: string | null
}

export const viewPayment = (company: Database, companyId: string, id: string) =>
  company.row<PaymentView>(sql`
    select ${columns}, shop_order.number as order_number, shop_order.state as order_state, company.name as company_name,
      payment.pay_url, payment.code_url, payment.voucher_at, payment.rejected_reason
    from payment
    join shop_order on shop_order.company_id = payment.company_id and shop_order.id = payment.order_id
    join company on company.id = payment.company_id
    where payment.company_id = ${companyId} and payment.id = ${id}`)
