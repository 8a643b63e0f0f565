import { giveBackCoupon, relockCoupon, useCoupon } from '../coupons/coupons.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { money } from '../integrations/gateways/yuan.ts'
import { reserveAddresses, unreserveAddresses } from '../lines/stock.ts'
import { notify } from '../notices/notices.ts'
import type { Services } from '../services.ts'
import { endGoods, handOver, restoreGoods, takeGoods, wantedBy } from './delivered.ts'
import {
  findForUpdate,
  findOrder,
  insertEvents,
  type Order,
  setEnded,
  setFulfilled,
  setPaid,
  setPaysUntil,
  setRefunding,
} from './orders.sql.ts'

export type { Order }

/** Who acts where no person does. */
export const systemName = '系统'

type Needed = Pick<Services, 'config' | 'jobs'>

/**
 * Locks an order for the rest of the transaction; undefined when it is unknown. Whoever changes an order, its payments,
 * its coupon or its lines holds this lock first: then payment, coupon, stock, lines, balance.
 */
export const lockOrder = (transaction: Database, companyId: string, orderId: string): Promise<Order | undefined> =>
  findForUpdate(transaction, companyId, orderId)

/** As it is at this moment, without a lock. */
export const orderOf = (database: Database, companyId: string, orderId: string): Promise<Order | undefined> =>
  findOrder(database, companyId, orderId)

interface Delivery {
  actorName: string
  note: string
  /** When the money was paid, by the gateway's word. */
  paidAt: Date
}

/**
 * The order's money is there: pending → paid → fulfilled, or an ended order comes back to life when its coupon and its
 * addresses can still be had. `order` is locked by this transaction. 'undeliverable': nothing was changed (a pending order
 * is closed) and the money must go back; 'already': paid before, and this money must go back too.
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
    // Nobody shall pay for it a second time.
    if (order.state === 'pending')
      await endOrder(
        transaction,
        services,
        order,
        'closed',
        systemName,
        `无法开通：${error.message.replace(/，?[^，]*：$/, '')}`,
      )
    return 'undeliverable'
  }
}

async function deliver(
  transaction: Database,
  services: Needed,
  order: Order,
  { actorName, note, paidAt }: Delivery,
): Promise<'delivered' | 'already'> {
  const { company_id, id, state, coupon_id } = order
  if (!(await setPaid(transaction, order, paidAt))) return 'already'
  if (coupon_id) {
    if (state !== 'pending' && !(await relockCoupon(transaction, company_id, coupon_id, id, paidAt)))
      throw new Refusal(-49024)
    await useCoupon(transaction, company_id, coupon_id, id)
  }
  if (state !== 'pending') await reserveAddresses(transaction, await wantedBy(transaction, order))
  await handOver(transaction, order, actorName)
  await setFulfilled(transaction, order, 'paid')
  await insertEvents(transaction, order, actorName, [
    { from: state, to: 'paid', note },
    { from: 'paid', to: 'fulfilled' },
  ])
  await notify(transaction, services, {
    to: { managersOfCompany: company_id },
    kind: 'order_paid',
    subject: `order:${id}:paid`,
    title: '订单已支付',
    text: `订单 ${order.number}（${order.subject}）已支付 ${money(order.payable)}，${opened(order)}`,
    link: `/control/orderrecord?order_id=${id}`,
  })
  return 'delivered'
}

function opened({ kind, product }: Order): string {
  if (kind === 'renewal') return '专线已续期。'
  return product === 'hours' ? '时长已到账，可以分配给员工。' : '专线已开通，请绑定 IP 地址。'
}

/**
 * pending → cancelled or closed: coupon and addresses are free again. `order` is locked by this transaction. False when
 * the order was not pending any more; nothing has changed then.
 */
export async function endOrder(
  transaction: Database,
  _services: Needed,
  order: Order,
  to: 'cancelled' | 'closed',
  actorName: string,
  note = '',
): Promise<boolean> {
  if (!(await setEnded(transaction, order, 'pending', to))) return false
  await insertEvents(transaction, order, actorName, [{ from: 'pending', to, note }])
  if (order.coupon_id) await giveBackCoupon(transaction, order.company_id, order.coupon_id, order.id)
  await unreserveAddresses(transaction, await wantedBy(transaction, order))
  return true
}

interface Decision {
  actorName: string
  note: string
}

/**
 * fulfilled → refunding, as a refund is asked for: what was bought can't be used any more. Throws -49011 when the order is
 * not fulfilled, -49012 when its lines had an address or its renewal has begun, -49013 with the person-days missing.
 */
export async function takeBack(transaction: Database, order: Order, { actorName, note }: Decision): Promise<void> {
  if (!(await setRefunding(transaction, order))) throw new Refusal(-49011)
  await insertEvents(transaction, order, actorName, [{ from: 'fulfilled', to: 'refunding', note }])
  await takeGoods(transaction, order, actorName)
}

/** refunding → fulfilled: the refund was rejected. Throws -49011 when the order is not refunding. */
export async function giveBack(transaction: Database, order: Order, { actorName, note }: Decision): Promise<void> {
  if (!(await setFulfilled(transaction, order, 'refunding'))) throw new Refusal(-49011)
  await insertEvents(transaction, order, actorName, [{ from: 'refunding', to: 'fulfilled', note }])
  await restoreGoods(transaction, order, actorName)
}

/** refunding → refunded: the money is back, the coupon is the company's again. Throws -49011 when it is not refunding. */
export async function finishRefund(transaction: Database, order: Order, { actorName, note }: Decision): Promise<void> {
  if (!(await setEnded(transaction, order, 'refunding', 'refunded'))) throw new Refusal(-49011)
  await insertEvents(transaction, order, actorName, [{ from: 'refunding', to: 'refunded', note }])
  if (order.coupon_id) await giveBackCoupon(transaction, order.company_id, order.coupon_id, order.id)
  await endGoods(transaction, order, actorName)
}

/** Of a bank transfer, which takes its time: the order stays open until then, or for as long as it was going to. */
export const extendOrder = async (transaction: Database, order: Order, until: Date): Promise<boolean> =>
  (await setPaysUntil(transaction, order, until)) === 1
