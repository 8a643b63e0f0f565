/** This is the shop as it should be, in memory; `model.test.ts` compares the real one with it. */

export interface Attempt {
  id: string
  gateway: 'sandbox' | 'transfer'
  /** The state as we know it. */
  state: 'open' | 'closed' | 'paid'
  /** The gateway knows of money, which can be there before, and without, any word of it. */
  hasMoney: boolean
}

export interface ModelRefund {
  kind: 'surplus' | 'requested'
  gateway: Attempt['gateway']
  amount: number
  state: 'asked' | 'done' | 'rejected'
}

export interface ModelOrder {
  id: string
  number: string
  what: 'hours' | 'lines' | 'renewal'
  quantity: number
  payable: number
  coupon: Coupon | undefined
  /** The line that a renewal renews. */
  renews: Line | undefined
  lines: Line[]
  state: 'pending' | 'fulfilled' | 'cancelled' | 'closed' | 'refunding' | 'refunded'
  attempts: Attempt[]
  refunds: ModelRefund[]
}

export interface Coupon {
  id: string
  state: 'unused' | 'locked' | 'used'
}

export interface Line {
  state: 'unbound' | 'suspended' | 'released'
}

export interface Model {
  free: number
  reserved: number
  balance: number
  coupons: Coupon[]
  orders: ModelOrder[]
}

export const packageDays = 30
const days = ({ quantity }: ModelOrder) => quantity * packageDays

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
  if (order.what === 'hours') model.balance += days(order)
  if (order.what === 'lines') {
    if (!pending) model.reserved += order.quantity
    order.lines = Array.from({ length: order.quantity }, () => ({ state: 'unbound' as const }))
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
  if (order.what === 'hours') {
    if (days(order) > model.balance) return -49013
    model.balance -= days(order)
  }
  const renewed = model.orders.some(
    ({ renews, state }) => renews && order.lines.includes(renews) && ['fulfilled', 'refunding'].includes(state),
  )
  if (renewed) return -49012
  for (const line of order.lines) line.state = 'suspended'
  order.state = 'refunding'
  const delivered = order.attempts.filter(({ state }) => state === 'paid')
  const surplus = order.refunds.filter(({ kind }) => kind === 'surplus')
  // Of several that were paid, this is the one whose money is not on its way back.
  const kept = delivered.find(({ gateway }) => surplus.every(each => each.gateway !== gateway)) ?? delivered[0]
  order.refunds.push({ kind: 'requested', gateway: kept?.gateway ?? 'sandbox', amount: order.payable, state: 'asked' })
  return 200
}

/** Returns false when there is nothing to decide, or it can't be decided so. */
export function decide(model: Model, order: ModelOrder, approve: boolean): boolean {
  const refund = order.refunds.find(({ state }) => state === 'asked')
  if (!refund || (!approve && refund.kind === 'surplus')) return false
  refund.state = approve ? 'done' : 'rejected'
  if (refund.kind === 'surplus') return true
  for (const line of order.lines) line.state = approve ? 'released' : 'unbound'
  if (!approve) {
    if (order.what === 'hours') model.balance += days(order)
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
    .reduce((sum, { payable }) => sum + payable, 0),
})
