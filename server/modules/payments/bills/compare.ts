import type { GatewayName } from '#contract/shop.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { BillEntry, Gateway, RefundState } from '#server/integrations/gateways/gateway.ts'
import { type PaymentServices, queryAttempt } from '../asking.ts'
import { sendRefundJob } from '../jobs.ts'
import type { Payment } from '../payments.sql.ts'
import {
  type BilledRefund,
  type Difference,
  paymentsByNumber,
  paymentsOfDay,
  refundsByNumber,
  refundsOfDay,
} from './bills.sql.ts'

/** Entries looked up in one statement. */
const batch = 1_000

interface Bill {
  gateway: Gateway
  name: GatewayName
  day: string
  entries: readonly BillEntry[]
}

/**
 * Compares a gateway's bill of a day with our records, both ways. A payment that only the gateway knew of is settled as its
 * notification would have been, and is a difference only if that fails.
 */
export async function compareBill(services: PaymentServices, bill: Bill): Promise<Difference[]> {
  const differences: Difference[] = []
  for (let at = 0; at < bill.entries.length; at += batch) {
    const entries = bill.entries.slice(at, at + batch)
    const [payments, refunds] = await Promise.all([
      paymentsByNumber(services.system, bill.name, numbersOf(entries, 'outTradeNo')),
      refundsByNumber(services.system, bill.name, numbersOf(entries, 'outRefundNo')),
    ])
    const paymentOf = new Map(payments.map(payment => [payment.out_trade_no, payment]))
    const refundOf = new Map(refunds.map(refund => [refund.out_refund_no, refund]))
    for (const entry of entries)
      differences.push(
        ...(entry.outRefundNo === null
          ? await comparePayment(services, entry, paymentOf.get(entry.outTradeNo))
          : await compareRefund(services, bill.gateway, entry, refundOf.get(entry.outRefundNo))),
      )
  }
  return [...differences, ...(await findMissing(services, bill))]
}

const numbersOf = (entries: readonly BillEntry[], name: 'outTradeNo' | 'outRefundNo') =>
  entries.flatMap(entry => (name === 'outTradeNo' && entry.outRefundNo !== null ? [] : (entry[name] ?? [])))

const differs = (kind: Difference['kind'], entry: BillEntry, own: number | null): Difference[] => [
  {
    kind,
    out_trade_no: entry.outTradeNo,
    out_refund_no: entry.outRefundNo,
    trade_no: entry.tradeNo,
    billed_amount: entry.amount,
    own_amount: own,
  },
]

async function comparePayment(
  services: PaymentServices,
  entry: BillEntry,
  payment: Payment | undefined,
): Promise<Difference[]> {
  if (!payment) return differs('payment_unknown', entry, null)
  // A recorded wrong amount is listed among the payment problems, or was returned since.
  if (payment.arrived_amount === entry.amount) return []
  if (payment.amount !== entry.amount) return differs('payment_amount', entry, payment.amount)
  if (payment.state === 'paid' || payment.state === 'refunded') return []
  return (await queryAttempt(services, payment)) === 'paid' ? [] : differs('payment_unpaid', entry, null)
}

async function compareRefund(
  { system, jobs }: PaymentServices,
  gateway: Gateway,
  entry: BillEntry,
  refund: BilledRefund | undefined,
): Promise<Difference[]> {
  if (!refund) return differs('refund_unknown', entry, null)
  if (refund.amount !== entry.amount) return differs('refund_amount', entry, refund.amount)
  // The bank sent it because the gateway had not: if the gateway has since, the money went back twice.
  const twice = refund.by_bank && (await stateOf(gateway, refund)) === 'done'
  if (twice) return differs('refund_unknown', entry, null)
  if (refund.state === 'done') return []
  if (refund.state !== 'sending') return differs('refund_undone', entry, null)
  // The job queries the gateway about the refund, and so learns that it is done.
  await jobs.enqueue(system, sendRefundJob, { company_id: refund.company_id, refund_id: refund.refund_id })
  return []
}

/**
 * Finds payments and refunds of the day that we recorded and the bill lacks. Around midnight an entry may be in the next day's
 * bill, so the gateway is queried about each.
 */
async function findMissing({ system }: PaymentServices, { gateway, name, day, entries }: Bill): Promise<Difference[]> {
  const billed = new Set(entries.map(({ outTradeNo, outRefundNo }) => outRefundNo ?? outTradeNo))
  const [payments, refunds] = await Promise.all([paymentsOfDay(system, name, day), refundsOfDay(system, name, day)])
  const missing: Difference[] = []
  for (const { out_trade_no, amount } of payments.filter(payment => !billed.has(payment.out_trade_no))) {
    const status = await gateway.query(out_trade_no)
    const elsewhere =
      status.state === 'paid' && status.payment.amount === amount && dayInChina(status.payment.paidAt) !== day
    if (!elsewhere) missing.push(notBilled('payment_missing', { out_trade_no, out_refund_no: null, amount }))
  }
  for (const refund of refunds.filter(({ out_refund_no }) => !billed.has(out_refund_no)))
    if ((await stateOf(gateway, refund)) !== 'done') missing.push(notBilled('refund_missing', refund))
  return missing
}

const stateOf = (
  gateway: Gateway,
  { out_trade_no: outTradeNo, out_refund_no: outRefundNo, amount }: BilledRefund,
): Promise<RefundState> => gateway.queryRefund({ outTradeNo, outRefundNo, amount })

const notBilled = (
  kind: Difference['kind'],
  { out_trade_no, out_refund_no, amount }: { out_trade_no: string; out_refund_no: string | null; amount: number },
): Difference => ({ kind, out_trade_no, out_refund_no, trade_no: null, billed_amount: null, own_amount: amount })
