import { orderPath, paths } from '#contract/paths.ts'
import { Refusal } from '#server/core/refusal.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { lockAccessToEnded } from '#server/modules/access/standing.sql.ts'
import { debitBalance } from '#server/modules/balance/balance.ts'
import { renewedLines } from '#server/modules/orders/delivered.ts'
import { itemsOf } from '#server/modules/orders/orders.sql.ts'
import { deliverOrder, type Order } from '#server/modules/orders/orders.ts'
import { insertPayment, newTradeNumber, setPaymentPaid } from './payments.sql.ts'

type Needed = Pick<Services, 'config' | 'system' | 'jobs'>

interface Paying {
  /** Also pays an order that was closed for lack of time, if what it reserved is still available. */
  revive?: boolean
}

/**
 * Pays an order from the company's balance, whole, and delivers it. This transaction, which is the system's, has locked the order.
 * Throws -50003 for a top-up, -49011 when the order can't be paid any more, -50020 with the missing amount, and the refusals of a
 * delivery; a caller that catches them needs a savepoint or has to end the transaction.
 */
export async function payFromBalance(
  transaction: Database,
  services: Needed,
  order: Order,
  { revive = false }: Paying = {},
): Promise<{ paymentId: string }> {
  const { company_id: companyId, order_id: orderId, state, product, payable } = order
  if (product === 'balance') throw new Refusal(-50003)
  // Guard: under the order's lock its state is final; without it two concurrent payments would pay it twice.
  if (state !== 'pending' && !(revive && state === 'closed')) throw new Refusal(-49011)
  const paidAt = new Date().toISOString()
  await debitBalance(transaction, {
    kind: 'payment',
    companyId,
    amount: payable,
    order,
    note: order.subject,
  })
  const outTradeNo = newTradeNumber()
  const payment = await insertPayment(transaction, {
    companyId,
    orderId,
    gateway: 'balance',
    outTradeNo,
    amount: payable,
    expiresAt: paidAt,
  })
  if (!payment) throw new Error('no free number for a payment')
  await setPaymentPaid(transaction, payment, { tradeNo: null, paidAt })
  const outcome = await deliverOrder(transaction, services, order, { note: '余额支付', paidAt })
  if (outcome !== 'delivered') throw new Refusal(-49011)
  return { paymentId: payment.payment_id }
}

/**
 * Locks the company's access if one of several orders restores a line. All code locks it after the balance and before any goods, and
 * the goods of an order that is paid first are locked until the last one is paid.
 */
export async function lockAccessFor(transaction: Database, orders: Order[]): Promise<void> {
  for (const { company_id, order_id, kind } of orders)
    if (kind === 'renewal')
      await lockAccessToEnded(transaction, company_id, renewedLines(await itemsOf(transaction, company_id, order_id)))
}

/**
 * Pays the orders of a top-up whose money has just been credited. The amount for an order that can't be paid any more stays in the
 * balance, and the managers are notified. This transaction has locked the orders.
 */
export async function payJointOrders(
  transaction: Database,
  services: Needed,
  topUp: Order,
  orders: Order[],
): Promise<void> {
  const left: Order[] = []
  await lockAccessFor(transaction, orders)
  for (const order of orders)
    try {
      await transaction.transaction(inner => payFromBalance(inner, services, order, { revive: true }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      left.push(order)
    }
  if (!left.length) return
  const sum = left.reduce((total, { payable }) => total + payable, 0)
  await notify(transaction, services, {
    to: { managersOfCompany: topUp.company_id },
    kind: 'order_paid',
    subject: `order:${topUp.order_id}:left`,
    title: '合并支付的部分订单未能支付',
    text: `订单 ${left.map(({ order_number }) => order_number).join('、')} 已不能支付，相应的 ${money(sum)} 留在余额里。`,
    link: left.length === 1 && left[0] ? orderPath(left[0].order_id) : paths.balance,
  })
}
