import type { Code } from '#contract/codes.ts'
import { orderPath } from '#contract/paths.ts'
import { Refusal } from '#server/core/refusal.ts'
import { systemName } from '#server/core/system-name.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { lockAccessToEnded } from '#server/modules/access/standing.sql.ts'
import { giveBackCoupon, type OrderedCoupon } from '#server/modules/coupons/coupons.sql.ts'
import { relockCoupon, useCoupon } from '#server/modules/coupons/coupons.ts'
import { reserveAddresses, unreserveAddresses } from '#server/modules/lines/stock.ts'
import { setPaysUntil } from './deadline.sql.ts'
import { endGoods, handOver, renewedLines, restoreGoods, takeGoods, wantedBy } from './delivered.ts'
import { pendingEnded, revived } from './events.ts'
import { recordPart, recordSteps } from './history.ts'
import {
  dropReturn,
  findForUpdate,
  findOrder,
  itemsOf,
  type Order,
  setEnded,
  setFulfilled,
  setPaid,
  setRefunding,
  setReturned,
} from './orders.sql.ts'
import { endPart, restorePart, type TakenPart, takePart } from './part-goods.ts'
import { type Return, returns } from './returns.ts'

export type { Order }

type Needed = Pick<Services, 'config' | 'jobs'>

/**
 * Locks an order for the rest of the transaction; returns undefined when it is unknown. A transaction that changes an order, its
 * payments, its coupon or its lines takes this lock first, and then locks its proposal, the prepaid balance, payment, the company's
 * access (where people lose or regain a line), coupon, stock, lines and hours in this order. Several orders are locked in the order of their ids.
 */
export const lockOrder = (transaction: Database, companyId: string, orderId: string): Promise<Order | undefined> =>
  findForUpdate(transaction, companyId, orderId)

/** Reads the order without a lock. */
export const orderOf = (database: Database, companyId: string, orderId: string): Promise<Order | undefined> =>
  findOrder(database, companyId, orderId)

interface Delivery {
  note: string
  /** The time of the payment, as the gateway reports it. */
  paidAt: string
}

/**
 * Delivers an order whose money is there: pending → paid → fulfilled. An ended order is revived when its coupon and its addresses
 * are still available. This transaction has locked `order`. 'undeliverable' means that nothing was changed (but a pending order is
 * closed) and the money must be refunded; 'already' that it was paid before, and this money must be refunded too.
 */
export async function deliverOrder(
  transaction: Database,
  services: Needed,
  order: Order,
  delivery: Delivery,
): Promise<'delivered' | 'undeliverable' | 'already'> {
  if (!['pending', 'cancelled', 'closed'].includes(order.state)) return 'already'
  try {
    return await transaction.transaction(inner => deliver(inner, services, order, delivery))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The order is closed, so that nobody pays for it a second time.
    if (order.state === 'pending')
      await loggedAs(systemName, () =>
        endOrder(transaction, services, order, {
          to: 'closed',
          note: `无法开通：${undeliverable[error.code] ?? error.message}`,
        }),
      )
    return 'undeliverable'
  }
}

/** Why an order can't be delivered, for those refusals whose own text ends in a colon and continues with their data. */
const undeliverable: Partial<Record<Code, string>> = {
  [-49006]: '库存不足，请减少数量或更换地区',
  [-49024]: '优惠券已不能用于此订单',
}

async function deliver(
  transaction: Database,
  services: Needed,
  order: Order,
  { note, paidAt }: Delivery,
): Promise<'delivered' | 'already'> {
  const { company_id, order_id, order_number, state } = order
  const items = await itemsOf(transaction, company_id, order_id)
  if (order.kind === 'renewal') await lockAccessToEnded(transaction, company_id, renewedLines(items))
  if (!(await setPaid(transaction, order, paidAt))) return 'already'
  if (state === 'pending')
    await pendingEnded.publish(transaction, { company_id, order_id, order_number, paid: true, services })
  else await revived.publish(transaction, { company_id, order_id })
  const coupon = couponOf(order)
  if (coupon) {
    if (state !== 'pending' && !(await relockCoupon(transaction, coupon, paidAt))) throw new Refusal(-49024)
    await useCoupon(transaction, coupon)
  }
  if (state !== 'pending') await reserveAddresses(transaction, await wantedBy(transaction, order))
  await handOver(transaction, services, order, items)
  await setFulfilled(transaction, order, 'paid')
  await recordSteps(transaction, order, [
    { from: state, to: 'paid', note },
    { from: 'paid', to: 'fulfilled' },
  ])
  await notify(transaction, services, {
    to: { managersOfCompany: company_id },
    kind: 'order_paid',
    subject: `order:${order_id}:paid`,
    title: '订单已支付',
    text: `订单 ${order.order_number}（${order.subject}）已支付 ${money(order.payable)}，${opened(order)}`,
    link: orderPath(order_id),
  })
  return 'delivered'
}

function opened({ kind, product }: Order): string {
  if (product === 'balance') return '已存入余额。'
  if (kind === 'renewal') return '专线已续期。'
  return product === 'hours' ? '时长已到账，可以分配给员工。' : '专线已开通，请绑定 IP 地址。'
}

const couponOf = ({ company_id, coupon_id, order_id }: Order): OrderedCoupon | undefined =>
  coupon_id ? { companyId: company_id, couponId: coupon_id, orderId: order_id } : undefined

async function returnCoupon(transaction: Database, order: Order): Promise<void> {
  const coupon = couponOf(order)
  if (coupon) await giveBackCoupon(transaction, coupon)
}

/** How a pending order ends. */
export interface Ending {
  to: 'cancelled' | 'closed'
  note?: string
}

/**
 * Ends an order, pending → cancelled or closed, which frees its coupon and addresses. This transaction has locked `order`. Returns
 * false, and changes nothing, when the order was no longer pending.
 */
export async function endOrder(
  transaction: Database,
  services: Needed,
  order: Order,
  { to, note = '' }: Ending,
): Promise<boolean> {
  if (!(await setEnded(transaction, order, 'pending', to))) return false
  const { company_id, order_id, order_number } = order
  await pendingEnded.publish(transaction, { company_id, order_id, order_number, paid: false, services })
  await recordSteps(transaction, order, [{ from: 'pending', to, note }])
  await returnCoupon(transaction, order)
  await unreserveAddresses(transaction, await wantedBy(transaction, order))
  return true
}

interface Decision {
  note: string
}

/**
 * Moves an order from fulfilled to refunding when a refund is requested, so that the goods can't be used any more. Throws -49011
 * when the order is not fulfilled, -49012 when its lines had an address or its renewal has begun, and -49013 with the missing
 * person-days.
 */
export async function takeBack(transaction: Database, order: Order, { note }: Decision): Promise<void> {
  if (!(await setRefunding(transaction, order))) throw new Refusal(-49011)
  await recordSteps(transaction, order, [{ from: 'fulfilled', to: 'refunding', note }])
  await takeGoods(transaction, order)
}

/** A decision by which the money stays. */
interface Returned extends Decision {
  by: Return
}

/** Moves the order of a rejected or withdrawn refund from refunding to fulfilled. Throws -49011 when the order is not refunding. */
export async function giveBack(
  transaction: Database,
  order: Order,
  { note, amount, by }: Returned & { amount: number },
): Promise<void> {
  const { activity, act } = returns[by]
  if (!(await setFulfilled(transaction, order, 'refunding'))) throw new Refusal(-49011)
  await dropReturn(transaction, order, amount)
  await recordSteps(transaction, order, [{ from: 'refunding', to: 'fulfilled', note: `${act}：${note}`, activity }])
  await restoreGoods(transaction, order, act)
}

/**
 * Moves an order from refunding to refunded once its money is returned, and returns its coupon to the company. Throws -49011 when
 * it is not refunding.
 */
export async function finishRefund(
  transaction: Database,
  order: Order,
  { note, amount }: Decision & { amount: number },
): Promise<void> {
  await setReturned(transaction, order, amount)
  if (!(await setEnded(transaction, order, 'refunding', 'refunded'))) throw new Refusal(-49011)
  await recordSteps(transaction, order, [{ from: 'refunding', to: 'refunded', note }])
  await returnCoupon(transaction, order)
  await endGoods(transaction, order)
}

interface Part extends Decision, TakenPart {}

/** Takes back the goods of a partial refund; the order stays fulfilled. The caller has claimed the amount. */
export async function takeBackPart(transaction: Database, order: Order, part: Part): Promise<void> {
  await recordPart(transaction, order, 'order.part_refunding', part, '申请退款')
  await takePart(transaction, order, part)
}

/** Restores what a rejected or withdrawn partial refund had taken. */
export async function giveBackPart(transaction: Database, order: Order, part: Part & Returned): Promise<void> {
  const { activity, act } = returns[part.by]
  await dropReturn(transaction, order, part.amount)
  await recordPart(transaction, order, activity, part, act)
  await restorePart(transaction, order, part, act)
}

/** Records that a partial refund was paid, and gives up its goods. Returns true when the whole payment is refunded by now. */
export async function finishPart(transaction: Database, order: Order, part: Part): Promise<boolean> {
  await setReturned(transaction, order, part.amount)
  await recordPart(transaction, order, 'order.part_refunded', part, '已退款')
  await endPart(transaction, order, part)
  return order.refunded_amount + part.amount === order.payable
}

/** Keeps the order open until then, or for longer if it already was, as while a bank transfer is on its way. */
export const extendOrder = async (transaction: Database, order: Order, until: string): Promise<boolean> =>
  (await setPaysUntil(transaction, order, until)) === 1
