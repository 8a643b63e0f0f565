/** A model of the shop in memory; `model.test.ts` compares the real one with it. */
import { payByBalance, payJoint } from './balance.model.ts'
import { bookPrepaid, deliver, giveBack, isDeliverable } from './delivery.model.ts'
import { isLate, moveEnd, prepays, remainingOf, resume, suspend, wholly } from './refund.model.ts'
import { type Attempt, days, type Model, type ModelOrder, type ModelRefund } from './shop.model-words.ts'

/** Places an order and returns 200, or the code of the refusal. */
export function orderCode(
  model: Model,
  request: Pick<ModelOrder, 'what' | 'quantity' | 'coupon' | 'renews'> & { amount: number; threshold: number },
): number {
  const { what, quantity, coupon, renews, amount, threshold } = request
  if (what === 'renewal' && renews?.state !== 'unbound') return -52001
  if (coupon && (coupon.state !== 'unused' || amount < threshold)) return -49024
  return what === 'lines' && quantity > model.free - model.reserved ? -49006 : 200
}

export function place(model: Model, order: ModelOrder): void {
  if (order.coupon) order.coupon.state = 'locked'
  if (order.what === 'lines') model.reserved += order.quantity
  model.orders.push(order)
}

/** Records that we learn of an attempt's money. */
export function settle(model: Model, order: ModelOrder, attempt: Attempt): 'settled' | 'surplus' | 'repeated' {
  attempt.hasMoney = true
  if (attempt.state === 'paid') return 'repeated'
  attempt.state = 'paid'
  if (['pending', 'cancelled', 'closed'].includes(order.state)) {
    if (isDeliverable(model, order)) {
      deliver(model, order, attempt.gateway)
      payJoint(model, order)
      return 'settled'
    }
    if (order.state === 'pending') {
      giveBack(model, order)
      order.state = 'closed'
    }
  }
  const state = attempt.gateway === 'transfer' ? 'asked' : 'done'
  order.refunds.push({ kind: 'surplus', gateway: attempt.gateway, amount: order.payable, state })
  return 'surplus'
}

/** Queries open attempts and closes them. Returns true when one had money. */
function settleOpen(model: Model, order: ModelOrder, attempts: Attempt[]): boolean {
  let found = false
  for (const attempt of attempts.filter(({ state }) => state === 'open'))
    if (attempt.gateway === 'sandbox' && attempt.hasMoney) {
      settle(model, order, attempt)
      found = true
    } else attempt.state = 'closed'
  return found
}

export function end(model: Model, order: ModelOrder, to: 'cancelled' | 'closed'): number {
  if (order.state !== 'pending' || settleOpen(model, order, order.attempts)) return -49011
  giveBack(model, order)
  order.state = to
  return 200
}

/**
 * Closes the attempts elsewhere before one is opened, and pays immediately where the balance does. Elsewhere includes the orders
 * that a joint one pays, and joint ones that pay the same orders.
 */
export function payCode(model: Model, order: ModelOrder, gateway: Attempt['gateway']): number {
  if (order.state !== 'pending') return -49011
  const due = [order, ...order.pays]
  const around = model.orders.filter(each => due.includes(each) || each.pays.some(paid => due.includes(paid)))
  const elsewhere = around.flatMap(other =>
    other.attempts
      .filter(each => each.gateway === 'sandbox' && each.state === 'open' && (other !== order || gateway !== 'sandbox'))
      .map(attempt => ({ other, attempt })),
  )
  // Sorted by their ids, the earliest first.
  const sorted = elsewhere.toSorted((one, two) => (one.attempt.id < two.attempt.id ? -1 : 1))
  if (sorted.filter(({ other, attempt }) => settleOpen(model, other, [attempt])).length) return -49011
  if (gateway === 'balance') return payByBalance(model, order)
  // A joint payment of which no order waits any more would pay nothing.
  return order.what === 'joint' && order.pays.every(({ state }) => state !== 'pending') ? -50022 : 200
}

export function assign(model: Model, requestedDays: number): number {
  if (requestedDays > model.balance) return -47030
  model.balance -= requestedDays
  return 200
}

export function askRefund(model: Model, order: ModelOrder): number {
  if (order.state !== 'fulfilled') return -49011
  if (order.what === 'hours' && days(order) > model.balance) return -49013
  if (prepays(order) && order.payable > model.prepaid) return -50021
  const offered = !isLate(model, order) && remainingOf(order) > 0 && wholly(model, order)
  if (!offered) return -49012
  if (order.what === 'hours') model.balance -= days(order)
  if (prepays(order)) bookPrepaid(model, 'withdrawal', -order.payable)
  if (order.renews) order.renews.endsOn -= order.gave
  for (const line of order.lines) suspend(model, line)
  order.state = 'refunding'
  addRefund(order, { kind: 'requested', amount: remainingOf(order) })
  return 200
}

/** Records a refund that waits for its decision. */
export function addRefund(order: ModelOrder, refund: Omit<ModelRefund, 'gateway' | 'state'>): void {
  // If several payments arrived, this is the one that is not being refunded.
  order.refunds.push({ ...refund, gateway: order.deliveredBy ?? 'sandbox', state: 'asked' })
}

/** Returns false when there is nothing to decide, or this decision is not possible. */
export function decide(model: Model, order: ModelOrder, approve: boolean, newest: boolean): boolean {
  const waiting = order.refunds.filter(({ state }) => state === 'asked')
  const refund = newest ? waiting.at(-1) : waiting[0]
  if (!refund || (!approve && refund.kind === 'surplus')) return false
  conclude(model, order, refund, approve)
  return true
}

/** Withdraws the newest request of the company itself, with the effects of its rejection; returns false if there is none. */
export function withdraw(model: Model, order: ModelOrder): boolean {
  const refund = order.refunds.findLast(
    ({ state, kind }) => state === 'asked' && (kind === 'requested' || kind === 'unused'),
  )
  if (refund) conclude(model, order, refund, false)
  return refund !== undefined
}

function conclude(model: Model, order: ModelOrder, refund: ModelRefund, approve: boolean): void {
  refund.state = approve ? 'done' : 'rejected'
  if (approve && refund.gateway === 'balance') bookPrepaid(model, 'refund', refund.amount)
  if (refund.kind === 'surplus' || refund.kind === 'goodwill') return
  // Its line may place another order for the end that it has back.
  if (approve) order.auto = undefined
  if (refund.kind === 'unused') {
    for (const line of refund.lines ?? [])
      if (approve) line.state = 'released'
      else resume(model, line)
    if (approve) model.reserved -= refund.lines?.length ?? 0
    else if (prepays(order)) bookPrepaid(model, 'withdrawal', refund.amount)
    else if (order.what === 'hours') model.balance += refund.days ?? 0
    else moveEnd(order, refund.days ?? 0)
    return
  }
  for (const line of order.lines)
    if (approve) line.state = 'released'
    else resume(model, line)
  if (!approve) {
    if (order.what === 'hours') model.balance += days(order)
    if (prepays(order)) bookPrepaid(model, 'withdrawal', order.payable)
    if (order.renews) order.renews.endsOn += order.gave
    order.state = 'fulfilled'
    return
  }
  giveBack(model, order)
  order.state = 'refunded'
}
