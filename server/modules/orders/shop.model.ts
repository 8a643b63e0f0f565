/** This is the shop as it should be, in memory; `model.test.ts` compares the real one with it. */
import { isLate, refundedOf, remainingOf, returnedOf, wholly } from './refund.model.ts'
import { type Attempt, days, type Model, type ModelOrder, type ModelRefund, packageDays } from './shop.model-words.ts'

/** Makes an order and returns 200, or returns the code that says why it can't be made. */
export function orderCode(
  model: Model,
  wanted: Pick<ModelOrder, 'what' | 'quantity' | 'coupon' | 'renews'> & { amount: number; threshold: number },
): number {
  const { what, quantity, coupon, renews, amount, threshold } = wanted
  if (what === 'renewal' && renews?.state !== 'unbound') return -52001
  if (coupon && (coupon.state !== 'unused' || amount < threshold)) return -49024
  return what === 'lines' && quantity > model.free - model.reserved ? -49006 : 200
}

export function place(model: Model, order: ModelOrder): void {
  if (order.coupon) order.coupon.state = 'locked'
  if (order.what === 'lines') model.reserved += order.quantity
  model.orders.push(order)
}

function giveBack(model: Model, order: ModelOrder): void {
  if (order.coupon) order.coupon.state = 'unused'
  if (order.what === 'lines') model.reserved -= order.quantity
}

function deliver(model: Model, order: ModelOrder): boolean {
  const pending = order.state === 'pending'
  const had =
    (order.what !== 'renewal' || order.renews?.state === 'unbound') &&
    (pending || !order.coupon || order.coupon.state === 'unused') &&
    (pending || order.what !== 'lines' || order.quantity <= model.free - model.reserved)
  if (!had) {
    if (pending) {
      giveBack(model, order)
      order.state = 'closed'
    }
    return false
  }
  if (order.coupon) order.coupon.state = 'used'
  order.paid = { day: model.day, place: ++model.payments }
  if (order.what === 'hours') model.balance += days(order)
  if (order.renews) {
    order.renews.endsOn = Math.max(order.renews.endsOn, model.day) + packageDays
    order.until = order.renews.endsOn
  }
  if (order.what === 'lines') {
    if (!pending) model.reserved += order.quantity
    const [boughtOn, endsOn] = [model.day, model.day + packageDays]
    order.lines = Array.from({ length: order.quantity }, () => ({ state: 'unbound' as const, boughtOn, endsOn }))
  }
  order.state = 'fulfilled'
  return true
}

/** Records that we learn of an attempt's money. */
export function settle(model: Model, order: ModelOrder, attempt: Attempt): 'settled' | 'surplus' | 'repeated' {
  attempt.hasMoney = true
  if (attempt.state === 'paid') return 'repeated'
  attempt.state = 'paid'
  if (['pending', 'cancelled', 'closed'].includes(order.state) && deliver(model, order)) return 'settled'
  const state = attempt.gateway === 'transfer' ? 'asked' : 'done'
  order.refunds.push({ kind: 'surplus', gateway: attempt.gateway, amount: order.payable, state })
  return 'surplus'
}

/** Asks about open attempts and closes them. Returns true when one had money. */
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

/** Closes the attempts elsewhere before one is opened. */
export function payCode(model: Model, order: ModelOrder, gateway: Attempt['gateway']): number {
  if (order.state !== 'pending') return -49011
  const elsewhere = order.attempts.filter(each => each.gateway === 'sandbox' && gateway !== 'sandbox')
  return settleOpen(model, order, elsewhere) ? -49011 : 200
}

export function assign(model: Model, wanted: number): number {
  if (wanted > model.balance) return -47030
  model.balance -= wanted
  return 200
}

export function askRefund(model: Model, order: ModelOrder): number {
  if (order.state !== 'fulfilled') return -49011
  if (order.what === 'hours' && days(order) > model.balance) return -49013
  const offered = !isLate(model, order) && remainingOf(order) > 0 && wholly(model, order)
  if (!offered) return -49012
  if (order.what === 'hours') model.balance -= days(order)
  if (order.renews) order.renews.endsOn -= packageDays
  for (const line of order.lines) line.state = 'suspended'
  order.state = 'refunding'
  addRefund(order, { kind: 'requested', amount: remainingOf(order) })
  return 200
}

/** Writes a refund down that waits for its decision. */
export function addRefund(order: ModelOrder, refund: Omit<ModelRefund, 'gateway' | 'state'>): void {
  const delivered = order.attempts.filter(({ state }) => state === 'paid')
  const surplus = order.refunds.filter(({ kind }) => kind === 'surplus')
  // Of several that were paid, this is the one whose money is not on its way back.
  const kept = delivered.find(({ gateway }) => surplus.every(each => each.gateway !== gateway)) ?? delivered[0]
  order.refunds.push({ ...refund, gateway: kept?.gateway ?? 'sandbox', state: 'asked' })
}

/** Returns false when there is nothing to decide, or it can't be decided so. */
export function decide(model: Model, order: ModelOrder, approve: boolean): boolean {
  const refund = order.refunds.find(({ state }) => state === 'asked')
  if (!refund || (!approve && refund.kind === 'surplus')) return false
  refund.state = approve ? 'done' : 'rejected'
  if (refund.kind === 'surplus' || refund.kind === 'goodwill') return true
  if (refund.kind === 'unused') {
    for (const line of refund.lines ?? []) line.state = approve ? 'released' : 'unbound'
    if (approve) model.reserved -= refund.lines?.length ?? 0
    else if (order.what === 'hours') model.balance += refund.days ?? 0
    else if (order.renews) order.renews.endsOn += refund.days ?? 0
    return true
  }
  for (const line of order.lines) line.state = approve ? 'released' : 'unbound'
  if (!approve) {
    if (order.what === 'hours') model.balance += days(order)
    if (order.renews) order.renews.endsOn += packageDays
    order.state = 'fulfilled'
    return true
  }
  giveBack(model, order)
  order.state = 'refunded'
  return true
}

/** Returns what must be there after each step, as the database would say it. */
export const sums = (model: Model) => ({
  balance: model.balance,
  ledger: model.balance,
  reserved: model.reserved,
  promised: model.reserved,
  coupons: model.coupons.map(({ state }) => state).join(),
  orders: model.orders.map(({ state }) => state).join(),
  lines: model.orders
    .flatMap(({ lines }) => lines.map(({ state }) => state))
    .toSorted()
    .join(),
  kept: model.orders
    .filter(({ state }) => state === 'fulfilled' || state === 'refunding')
    .reduce((sum, order) => sum + order.payable - refundedOf(order), 0),
  returned: model.orders.map(returnedOf).join(),
  refunded: model.orders.map(refundedOf).join(),
  ends: model.orders
    .flatMap(({ lines }) => lines.map(({ endsOn }) => endsOn - model.day))
    .toSorted((one, other) => one - other)
    .join(),
})
