import { type GatewayName, gatewayNames, orderMinutes, transferDays } from '#contract/shop.ts'
import { Refusal } from '#server/core/refusal.ts'
import { daysAfter } from '#server/core/service-time.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { nothingChanged } from '#server/engines/activity/context.ts'
import type { ManagerContext } from '#server/engines/context.ts'
import { extendOrder, lockOrder, type Order } from '#server/modules/orders/orders.ts'
import { lockJointOrders } from '#server/modules/orders/top-ups.ts'
import { attempt, closeAttempt, gatewayOf, type PaymentServices } from './asking.ts'
import {
  insertPayment,
  type NewPayment,
  newRemarkCode,
  newTradeNumber,
  openAttempts,
  openAttemptsAround,
  type Payment,
  setEnded,
  setOpened,
} from './payments.sql.ts'

/** Milliseconds that an attempt needs at least; gateways refuse attempts that expire within the minute. */
const shortest = 90_000
const minute = 60_000

/**
 * Returns an attempt to pay an order at a gateway, reusing the open one there if it still has time. Throws -50003 (not
 * offered), -49011 (no longer payable), -50010 (too late) and -50002 (the gateway is away).
 */
export async function openPayment(
  portal: Omit<PaymentServices, 'log'>,
  { log }: Pick<ManagerContext, 'log'>,
  { company_id: companyId, order_id: orderId }: Pick<Order, 'company_id' | 'order_id'>,
  gatewayName: GatewayName,
): Promise<{ paymentId: string }> {
  const services = { ...portal, log }
  const gateway = gatewayOf(services, { gateway: gatewayName })
  if (!gateway && !(gatewayName === 'transfer' && services.gateways.transfer)) throw new Refusal(-50003)
  await closeElsewhere(services, companyId, orderId, gatewayName)

  const { payment, order, opened } = await services.system.transaction(transaction =>
    asCompany(transaction, companyId, company => makeAttempt(company, companyId, orderId, gatewayName)),
  )
  if (!gateway || opened) return { paymentId: payment.payment_id }
  const answer = await attempt(services, payment, '发起支付', () =>
    gateway.open({
      outTradeNo: payment.out_trade_no,
      amount: payment.amount,
      subject: order.subject,
      expiresAt: payment.expires_at,
      returnPath: `/pages/buySuccess/buySuccess?order_id=${orderId}`,
    }),
  )
  if (!answer) {
    await setEnded(services.system, payment, 'failed')
    throw new Refusal(-50002)
  }
  if (!(await setOpened(services.system, payment, answer))) {
    // The order was ended, or paid, while the gateway opened the attempt.
    await closeAttempt(services, payment)
    throw new Refusal(-49011)
  }
  return { paymentId: payment.payment_id }
}

/**
 * A buyer who changes the gateway, or pays an order alone that a joint payment covers, must not pay twice: the earlier attempts are
 * queried and closed first. Throws -49011 when one was paid.
 */
export async function closeElsewhere(
  services: PaymentServices,
  companyId: string,
  orderId: string,
  chosen: GatewayName,
) {
  let paid = false
  for (const payment of await openAttemptsAround(services.system, companyId, orderId)) {
    if (payment.gateway === chosen && payment.order_id === orderId) continue
    // An attempt that can't be closed now is no obstacle, because a second payment is refunded.
    if ((await closeAttempt(services, payment)) === 'paid') paid = true
  }
  if (paid) throw new Refusal(-49011)
}

async function makeAttempt(company: Database, companyId: string, orderId: string, gateway: GatewayName) {
  const order = await lockOrder(company, companyId, orderId)
  if (order?.state !== 'pending') throw new Refusal(-49011)
  if (Date.parse(order.pays_until) <= Date.now()) throw new Refusal(-50010)
  const joint = await lockJointOrders(company, order)
  // All of its orders were paid or cancelled otherwise, such as by another joint payment: its money would pay nothing.
  if (joint.length && joint.every(({ state }) => state !== 'pending')) throw new Refusal(-50022)
  const open = (await openAttempts(company, companyId, orderId)).find(
    ({ gateway: at, amount, expires_at, opened }) =>
      at === gateway &&
      amount === order.payable &&
      (at === 'transfer' || (opened && Date.parse(expires_at) > Date.now() + minute)),
  )
  if (open) {
    nothingChanged()
    return { payment: open, order, opened: true }
  }
  const transfer = gateway === 'transfer'
  const expiresAt = transfer ? daysAfter(Date.now(), transferDays) : attemptEnd(order.pays_until)
  if (transfer) for (const each of [order, ...joint]) await extendOrder(company, each, expiresAt)
  const payment = await insertNumbered(company, {
    companyId,
    orderId,
    gateway,
    amount: order.payable,
    expiresAt,
  })
  const entry = { action: 'order.payment_started' as const, id: orderId, name: order.order_number }
  await recordActivity(company, companyId, [{ ...entry, detail: gatewayNames[gateway] }])
  return { payment, order, opened: false }
}

/** Gateways count in whole seconds. */
function attemptEnd(paysUntil: string): string {
  const end = Math.min(Date.parse(paysUntil), Date.now() + orderMinutes * minute)
  return new Date(Math.floor(Math.max(end, Date.now() + shortest) / 1000) * 1000).toISOString()
}

export async function insertNumbered(company: Database, attempt: Omit<NewPayment, 'outTradeNo'>): Promise<Payment> {
  for (let round = 0; round < 10; round++) {
    const outTradeNo = attempt.gateway === 'transfer' ? newRemarkCode() : newTradeNumber()
    const payment = await insertPayment(company, { ...attempt, outTradeNo })
    if (payment) return payment
  }
  throw new Error('no free number for a payment')
}

/**
 * Closes the order's open attempts at the gateways, so that they can no longer be paid, or settles one that was paid, and then runs
 * `end` in a transaction that has locked the order. No attempt can begin there, and one that began or was opened meanwhile is
 * closed before `end` is retried. Transfers, of which no gateway knows, end with the order (`pendingEnded`). Returns 'paid' when
 * the order is paid now, and 'unknown' when a gateway did not answer, so that it may have been paid; `regardless` ends it
 * nevertheless. It must not run within a transaction.
 */
export async function endUnpaid<Ended>(
  services: PaymentServices,
  { company_id: companyId, order_id: orderId }: Pick<Order, 'company_id' | 'order_id'>,
  end: (transaction: Database, order: Order | undefined) => Promise<Ended>,
  { regardless = false } = {},
): Promise<'paid' | 'unknown' | { ended: Ended }> {
  for (let round = 0; round < 5; round++) {
    const attempts = (await openAttempts(services.system, companyId, orderId)).filter(hasGateway)
    const states = await Promise.all(attempts.map(payment => closeAttempt(services, payment)))
    if (states.includes('paid')) return 'paid'
    if (states.includes('unknown') && !regardless) return 'unknown'
    const settled = new Set(attempts.map(standing))
    const done = await services.system.transaction(async transaction => {
      const order = await lockOrder(transaction, companyId, orderId)
      const open = await openAttempts(transaction, companyId, orderId)
      if (!open.filter(hasGateway).every(payment => settled.has(standing(payment)))) return undefined
      return { ended: await end(transaction, order) }
    })
    if (done) return done
  }
  return 'unknown'
}

/** A gateway that is queried before it has opened an attempt knows none, so there was nothing to close then. */
const standing = ({ payment_id, opened }: Payment & { opened: boolean }): string => `${payment_id} ${opened}`

const hasGateway = ({ gateway }: Payment): boolean => gateway !== 'transfer'
