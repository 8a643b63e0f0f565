import { type GatewayName, orderMinutes, transferDays } from '#contract/shop.ts'
import { asCompany } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import { day } from '../hours/service-time.ts'
import type { ManagerContext } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { extendOrder, lockOrder, type Order } from '../orders/orders.ts'
import { attempt, closeAttempt, gatewayOf, type PaymentServices } from './asking.ts'
import {
  insertPayment,
  newRemarkCode,
  newTradeNumber,
  openAttempts,
  type Payment,
  setEnded,
  setOpened,
} from './payments.sql.ts'
import { insertRefund, keptPayment } from './refunds.sql.ts'

/** Gateways refuse attempts that expire within the minute. */
const shortest = 90_000
const minute = 60_000

/**
 * One attempt to pay an order at a gateway; the one that is open there already, where it still has time. Throws -50003
 * (not offered), -49011 (not to be paid any more), -50010 (too late) and -50002 (the gateway is away).
 */
export async function openPayment(
  given: Omit<PaymentServices, 'log'>,
  { log }: Pick<ManagerContext, 'log'>,
  { company_id: companyId, id: orderId }: Pick<Order, 'company_id' | 'id'>,
  gatewayName: GatewayName,
): Promise<{ paymentId: string }> {
  const services = { ...given, log }
  const gateway = gatewayOf(services, { gateway: gatewayName })
  if (!gateway && !(gatewayName === 'transfer' && services.gateways.transfer)) throw new Refusal(-50003)
  await closeElsewhere(services, companyId, orderId, gatewayName)

  const { payment, order, opened } = await services.system.transaction(transaction =>
    asCompany(transaction, companyId, company => makeAttempt(company, companyId, orderId, gatewayName)),
  )
  if (!gateway || opened) return { paymentId: payment.id }
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
  await setOpened(services.system, payment, answer)
  return { paymentId: payment.id }
}

/** Who changes the gateway shall not pay at both: the earlier attempt is asked about and closed first. */
async function closeElsewhere(services: PaymentServices, companyId: string, orderId: string, chosen: GatewayName) {
  for (const payment of await openAttempts(services.system, companyId, orderId)) {
    if (payment.gateway === chosen || payment.gateway === 'transfer') continue
    // One that can't be closed now is no hindrance: money that comes twice goes back.
    if ((await closeAttempt(services, payment)) === 'paid') throw new Refusal(-49011)
  }
}

async function makeAttempt(company: Database, companyId: string, orderId: string, gateway: GatewayName) {
  const order = await lockOrder(company, companyId, orderId)
  if (order?.state !== 'pending') throw new Refusal(-49011)
  if (order.pays_until.getTime() <= Date.now()) throw new Refusal(-50010)
  const open = (await openAttempts(company, companyId, orderId)).find(
    ({ gateway: at, amount, expires_at, opened }) =>
      at === gateway &&
      amount === order.payable &&
      (at === 'transfer' || (opened && expires_at.getTime() > Date.now() + minute)),
  )
  if (open) return { payment: open, order, opened: true }
  const transfer = gateway === 'transfer'
  const expiresAt = transfer ? new Date(Date.now() + transferDays * day) : attemptEnd(order.pays_until)
  if (transfer) await extendOrder(company, order, expiresAt)
  const payment = await insertNumbered(company, {
    companyId,
    orderId,
    gateway,
    amount: order.payable,
    expiresAt,
  })
  return { payment, order, opened: false }
}

/** Whole seconds, as gateways count. */
function attemptEnd(paysUntil: Date): Date {
  const end = Math.min(paysUntil.getTime(), Date.now() + orderMinutes * minute)
  return new Date(Math.floor(Math.max(end, Date.now() + shortest) / 1000) * 1000)
}

async function insertNumbered(
  company: Database,
  given: Omit<Parameters<typeof insertPayment>[1], 'outTradeNo'>,
): Promise<Payment> {
  for (let round = 0; round < 10; round++) {
    const outTradeNo = given.gateway === 'transfer' ? newRemarkCode() : newTradeNumber()
    const payment = await insertPayment(company, { ...given, outTradeNo })
    if (payment) return payment
  }
  throw new Error('no free number for a payment')
}

/**
 * Before an order is ended: asks the gateways about its open attempts, settles what was paid and closes the rest. 'paid':
 * the order is paid now. 'unknown': a gateway did not answer, so somebody may have paid. Not within a transaction.
 */
export async function settleOpenPayments(
  services: PaymentServices,
  companyId: string,
  orderId: string,
): Promise<'paid' | 'clear' | 'unknown'> {
  const attempts = await openAttempts(services.system, companyId, orderId)
  const asked = await Promise.all(
    attempts.map(async payment => {
      if (payment.gateway !== 'transfer') return closeAttempt(services, payment)
      await setEnded(services.system, payment, 'closed')
      return 'closed' as const
    }),
  )
  if (asked.includes('paid')) return 'paid'
  return asked.includes('unknown') ? 'unknown' : 'clear'
}

/**
 * The buyer asks for the order's money; an operator decides. The order is locked by this transaction and was taken back.
 * Undefined when nothing was paid for it; throws -49011 when its money is on its way back already.
 */
export async function askRefund(
  transaction: Database,
  { companyId, orderId, reason }: { companyId: string; orderId: string; reason: string },
): Promise<{ refundId: string } | undefined> {
  const payment = await keptPayment(transaction, companyId, orderId)
  if (!payment) return undefined
  const refund = await insertRefund(transaction, payment, { kind: 'requested', state: 'asked', reason })
  if (!refund) throw new Refusal(-49011)
  return { refundId: refund.id }
}
