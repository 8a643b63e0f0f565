import type { Logger } from 'pino'
import { type GatewayName, gatewayNames } from '#contract/shop.ts'
import type { Database } from '../database/database.ts'
import { money } from '../integrations/gateways/yuan.ts'
import { deliverOrder, lockOrder } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { findByNumber, setPaymentPaid, setProblem } from './payments.sql.ts'
import { refundSurplus } from './surplus.ts'

export interface SettlingServices extends Pick<Services, 'config' | 'system' | 'jobs'> {
  /** The request's or the job's, so that what goes wrong outside can be found by it. */
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

export interface Settlement {
  gateway: GatewayName
  outTradeNo: string
  /** Fen, as the gateway says. */
  amount: number
  /** Theirs; null of a bank transfer. */
  tradeNo: string | null
  paidAt: Date
  /** Who says so, in the order's history; the gateway unless given. */
  actorName?: string
}

/**
 * settled: the order is delivered. surplus: the money goes back. repeated: it was counted before. mismatch: another amount
 * than was asked for; kept for an operator. unknown: no such payment.
 */
export type Verdict = 'settled' | 'surplus' | 'repeated' | 'mismatch' | 'unknown'

/** Money has arrived, by whatever way we learnt of it: counts it once, delivers its order or sends it back. */
export const settlePayment = (services: SettlingServices, settlement: Settlement): Promise<Verdict> =>
  services.system.transaction(transaction => settleWithin(transaction, services, settlement))

/** As settlePayment, in the caller's transaction. */
export async function settleWithin(
  transaction: Database,
  services: SettlingServices,
  { gateway, outTradeNo, amount, tradeNo, paidAt, actorName = gatewayNames[gateway] }: Settlement,
): Promise<Verdict> {
  const payment = await findByNumber(transaction, outTradeNo)
  if (!payment || payment.gateway !== gateway) {
    services.log.error({ gateway, out_trade_no: outTradeNo, amount }, '收到未知支付的款项，请人工核对')
    return 'unknown'
  }
  const order = await lockOrder(transaction, payment.company_id, payment.order_id)
  if (!order) throw new Error('a payment without its order')
  if (payment.amount !== amount) {
    await setProblem(transaction, payment, `到账 ${money(amount)}，应付 ${money(payment.amount)}`, amount)
    services.log.error(
      { gateway, out_trade_no: outTradeNo, amount, expected: payment.amount },
      '到账金额不符，请人工处理',
    )
    return 'mismatch'
  }
  if (!(await setPaymentPaid(transaction, payment, { tradeNo, paidAt }))) return 'repeated'
  const note = tradeNo ? `${gatewayNames[gateway]}交易号 ${tradeNo}` : `${gatewayNames[gateway]}备注码 ${outTradeNo}`
  const outcome = await deliverOrder(transaction, services, order, { actorName, note, paidAt })
  if (outcome === 'delivered') return 'settled'
  await refundSurplus(transaction, services, payment, outcome)
  return 'surplus'
}
