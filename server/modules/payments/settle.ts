import type { Logger } from 'pino'
import { type GatewayName, gatewayNames } from '#contract/shop.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import type { Services } from '#server/engines/services.ts'
import { deliverOrder, lockOrder } from '#server/modules/orders/orders.ts'
import { lockJointOrders } from '#server/modules/orders/top-ups.ts'
import { payJointOrders } from './from-balance.ts'
import { payRenewalsJob } from './jobs.ts'
import { findByNumber, setPaymentPaid, setProblem } from './payments.sql.ts'
import { refundSurplus, surplusReasons } from './surplus.ts'

export interface SettlingServices extends Pick<Services, 'config' | 'system' | 'jobs'> {
  /** The log of the request or the job, so that its id leads to errors outside. */
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

export interface Settlement {
  gateway: GatewayName
  outTradeNo: string
  /** The amount in fen that the gateway reports. */
  amount: number
  /** The gateway's own number; null for a bank transfer. */
  tradeNo: string | null
  paidAt: string
  /** The source that the company's logs name; the gateway by default. */
  receivedBy?: string
}

/**
 * 'settled' means that the order is delivered, 'surplus' that the money is refunded, 'repeated' that it was counted before,
 * 'mismatch' that a wrong amount is kept for an operator, and 'unknown' that there is no such payment.
 */
export type Verdict = 'settled' | 'surplus' | 'repeated' | 'mismatch' | 'unknown'

/** Counts received money once, from whatever source we learnt of it, and delivers its order or refunds the money. */
export const settlePayment = (services: SettlingServices, settlement: Settlement): Promise<Verdict> =>
  services.system.transaction(transaction => settleWithin(transaction, services, settlement))

/** Does the same as `settlePayment`, in the caller's transaction. */
export const settleWithin = (
  transaction: Database,
  services: SettlingServices,
  { receivedBy, ...settlement }: Settlement,
): Promise<Verdict> =>
  loggedAs(receivedBy ?? gatewayNames[settlement.gateway], () => settle(transaction, services, settlement))

async function settle(
  transaction: Database,
  services: SettlingServices,
  { gateway, outTradeNo, amount, tradeNo, paidAt }: Omit<Settlement, 'receivedBy'>,
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
  const joint = await lockJointOrders(transaction, order)
  if (!(await setPaymentPaid(transaction, payment, { tradeNo, paidAt }))) return 'repeated'
  const note = tradeNo ? `${gatewayNames[gateway]}交易号 ${tradeNo}` : `${gatewayNames[gateway]}备注码 ${outTradeNo}`
  const outcome = await deliverOrder(transaction, services, order, { note, paidAt })
  if (outcome === 'delivered') {
    if (order.product === 'balance') {
      await payJointOrders(transaction, services, order, joint)
      await services.jobs.enqueue(transaction, payRenewalsJob, { company_id: order.company_id })
    }
    return 'settled'
  }
  await refundSurplus(transaction, services, payment, surplusReasons[outcome])
  return 'surplus'
}
