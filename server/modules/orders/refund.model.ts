/** Models refunds: what can be refunded of an order, and at which sum. */
import { bookPrepaid } from './delivery.model.ts'
import { days, type Line, type Model, type ModelOrder, packageDays } from './shop.model-words.ts'

const ofOrder = ({ refunds }: ModelOrder) => refunds.filter(({ kind }) => kind !== 'surplus')
const sum = (refunds: ModelOrder['refunds']) => refunds.reduce((all, { amount }) => all + amount, 0)
export const returnedOf = (order: ModelOrder) => sum(ofOrder(order).filter(({ state }) => state !== 'rejected'))
export const refundedOf = (order: ModelOrder) => sum(ofOrder(order).filter(({ state }) => state === 'done'))
export const remainingOf = (order: ModelOrder) => order.payable - returnedOf(order)
const takenOf = (order: ModelOrder) =>
  order.refunds.reduce(
    (all, { kind, state, days = 0 }) => all + (kind === 'unused' && state !== 'rejected' ? days : 0),
    0,
  )

const doneOf = (order: ModelOrder) =>
  order.refunds.reduce((all, { kind, state, days = 0 }) => all + (kind === 'unused' && state === 'done' ? days : 0), 0)

export const isLate = ({ day }: Model, { paid }: ModelOrder) => paid !== undefined && day - paid.day >= 7

/** Returns the whole days from a little after today until a day. */
const daysUntil = ({ day }: Model, until: number) => Math.max(0, Math.ceil(until - day) - 1)

/** Moves a renewed line's end by further days that were taken or come back: at most by what the renewal added. */
export function moveEnd(order: ModelOrder, by: number): void {
  const taken = takenOf(order)
  const time = Math.min(taken + Math.abs(by), order.gave) - Math.min(taken, order.gave)
  if (order.renews) order.renews.endsOn += Math.sign(by) * time
}

export function suspend({ day }: Model, line: Line): void {
  line.state = 'suspended'
  line.suspendedOn = day
}

/** Restores to a line the time for which a refund suspended it, and its paid days lie later by that time. */
export function resume({ day, tick }: Model, line: Line): void {
  const paused = day - (line.suspendedOn ?? day)
  line.state = 'unbound'
  line.boughtOn += paused
  line.endsOn += paused
  line.tick = tick
}

const standing = ['fulfilled', 'refunding']
const isRenewed = (model: Model, line: Line) =>
  model.orders.some(
    order =>
      order.renews === line &&
      standing.includes(order.state) &&
      doneOf(order) < packageDays &&
      refundedOf(order) < order.payable,
  )

/** Returns the days of a renewal that have not begun, where days that were bought later lie behind. */
function daysLeft(model: Model, order: ModelOrder): number {
  const { renews, paid, until } = order
  if (!renews || !paid || renews.state !== 'unbound') return 0
  const later = model.orders
    .filter(each => each.renews === renews && each.state === 'fulfilled' && (each.paid?.place ?? 0) > paid.place)
    .reduce((all, each) => all + packageDays - takenOf(each), 0)
  return Math.min(
    daysUntil(model, until) - takenOf(order),
    daysUntil(model, renews.endsOn) - later,
    packageDays - takenOf(order),
  )
}

/** Reports whether the order is a top-up, whose goods are the balance. */
export const prepays = ({ what }: ModelOrder) => what === 'topup' || what === 'joint'

/** Reports whether no part of it was used or refunded before, and no other refund of it waits. */
export function wholly(model: Model, order: ModelOrder): boolean {
  if (order.refunds.some(({ state, kind }) => state === 'asked' && kind !== 'surplus')) return false
  if (prepays(order)) return remainingOf(order) === order.payable
  if (order.what === 'hours') return takenOf(order) === 0
  if (order.what === 'renewal') return takenOf(order) === 0 && daysLeft(model, order) === packageDays
  return order.lines.every(line => line.state === 'unbound' && !isRenewed(model, line))
}

/** Returns the share of the whole for this many parts, rounded down. */
const share = (whole: number, part: number, parts: number) => Math.floor((whole * part) / parts)

/** Requests what is unused, and returns 200, or the code of the refusal. */
export function askUnused(
  model: Model,
  order: ModelOrder,
  add: (refund: { kind: 'unused'; amount: number; days: number; lines: Line[] }) => void,
): number {
  if (order.state !== 'fulfilled') return -49011
  const remaining = remainingOf(order)
  if (remaining <= 0) return -49012
  if (prepays(order)) {
    if (!isLate(model, order) && remaining === order.payable && order.payable <= model.prepaid) return -49015
    const amount = Math.min(model.prepaid, remaining)
    if (amount <= 0) return -49012
    bookPrepaid(model, 'withdrawal', -amount)
    add({ kind: 'unused', amount, days: 0, lines: [] })
    return 200
  }
  const taken = takenOf(order)
  const complete = wholly(model, order) && !isLate(model, order)
  if (order.what === 'lines') {
    const lines = order.lines.filter(line => line.state === 'unbound' && !isRenewed(model, line))
    const amounts = order.lines.map((line, place) => {
      const own = share(order.payable, place + 1, order.quantity) - share(order.payable, place, order.quantity)
      const left = lines.includes(line) ? daysUntil(model, Math.min(line.boughtOn + packageDays, line.endsOn)) : 0
      return { line, left, amount: share(own, left, packageDays) }
    })
    const found = amounts.filter(({ amount }) => amount > 0)
    const amount = Math.min(
      remaining,
      found.reduce((all, each) => all + each.amount, 0),
    )
    if (amount <= 0 || (complete && found.length === 1)) return complete ? -49015 : -49012
    for (const { line } of found) suspend(model, line)
    add({ kind: 'unused', amount, days: 0, lines: found.map(({ line }) => line) })
    return 200
  }
  const bought = order.what === 'hours' ? days(order) : packageDays
  const left = order.what === 'hours' ? Math.min(bought - taken, model.balance) : daysLeft(model, order)
  const amount = Math.min(
    remaining,
    left > 0 ? share(order.payable, taken + left, bought) - share(order.payable, taken, bought) : 0,
  )
  const whole = complete && left === bought
  if (amount <= 0 || whole) return whole ? -49015 : -49012
  if (order.what === 'hours') model.balance -= left
  else moveEnd(order, -left)
  add({ kind: 'unused', amount, days: left, lines: [] })
  return 200
}

/** Refunds an amount as goodwill, for which nothing is taken back. */
export function giveGoodwill(
  order: ModelOrder,
  amount: number,
  add: (refund: { kind: 'goodwill'; amount: number }) => void,
) {
  if (order.state !== 'fulfilled') return -49011
  const remaining = remainingOf(order)
  // Goodwill for a top-up would stay in the balance as well.
  if (remaining <= 0 || prepays(order)) return -49012
  if (amount > remaining) return -49016
  add({ kind: 'goodwill', amount })
  return 200
}
