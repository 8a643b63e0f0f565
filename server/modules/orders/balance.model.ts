/** Models the prepaid balance: its single, joint and automatic payments. */
import { bookPrepaid, deliver, giveBack, isDeliverable } from './delivery.model.ts'
import type { Line, Model, ModelOrder } from './shop.model-words.ts'

/** Days before its end at which a line's renewal pays itself, days of grace, and days that a transfer keeps an order open. */
const [leadDays, graceDays, transferDays] = [7, 3, 3]

const inOrder = (orders: ModelOrder[]) => orders.toSorted((one, other) => (one.id < other.id ? -1 : 1))

function pay(model: Model, order: ModelOrder): void {
  bookPrepaid(model, 'payment', -order.payable)
  order.attempts.push({ id: '', gateway: 'balance', state: 'paid', hasMoney: true })
  deliver(model, order, 'balance')
}

const payProblem = (model: Model, order: ModelOrder, spent = 0): number => {
  if (order.payable > model.prepaid - spent) return -50020
  return isDeliverable(model, order) ? 200 : -49011
}

/** Pays a pending order, or all orders of a joint one, and returns 200, or the code of the refusal. */
export function payByBalance(model: Model, order: ModelOrder): number {
  if (order.what === 'topup') return -50003
  const orders = order.what === 'joint' ? inOrder(order.pays) : [order]
  if (orders.some(({ state }) => state !== 'pending')) return -50022
  let spent = 0
  for (const each of orders) {
    const code = payProblem(model, each, spent)
    if (code !== 200) return code
    spent += each.payable
  }
  for (const each of orders) pay(model, each)
  if (order.what === 'joint') order.state = 'cancelled'
  return 200
}

/** Pays the orders of a joint one as far as possible, once its money is there; the rest stays in the balance. */
export function payJoint(model: Model, joint: ModelOrder): void {
  for (const order of inOrder(joint.pays))
    if (['pending', 'closed'].includes(order.state) && payProblem(model, order) === 200) pay(model, order)
}

export function togetherCode(orders: ModelOrder[]): number {
  const payable = ({ what, state }: ModelOrder) => state === 'pending' && what !== 'topup' && what !== 'joint'
  return orders.every(payable) ? 200 : -50022
}

/** The day until which an order that a line places by itself can be paid. */
export const paysUntilOf = ({ endsOn }: Line) => endsOn + graceDays

/** Reports whether a line would place an order by itself now: its end is near, and has no order yet. */
export const renewsItself = (model: Model, line: Line): boolean =>
  line.state === 'unbound' &&
  line.endsOn > model.day - graceDays &&
  line.endsOn <= model.day + leadDays &&
  !model.orders.some(({ renews, auto }) => renews === line && auto?.endsOn === line.endsOn && auto.tick === line.tick)

/** Reports whether the line may have an order for its end, which is known only to the day after a refund rejected within a day. */
export const mayHaveRenewed = (model: Model, line: Line): boolean =>
  model.orders.some(({ renews, auto }) => renews === line && auto?.endsOn === line.endsOn && auto.tick !== line.tick)

/** A bank transfer that was begun keeps its order, and the orders that it pays, open. */
export function keepOpen(model: Model, order: ModelOrder): void {
  for (const { auto, renews, state } of [order, ...order.pays]) {
    if (!auto || !renews || state !== 'pending') continue
    // Its line is not kept any longer.
    if (auto.paysUntil > model.day + transferDays || auto.paysUntil >= renews.endsOn + graceDays) continue
    auto.paysUntil = Math.min(model.day + transferDays, renews.endsOn + graceDays)
    auto.paysTick = model.tick
  }
}

/** Pays the renewals that wait for a balance, the earliest end first. A line whose end has changed meanwhile is left alone. */
export function payRenewals(model: Model): number {
  let paid = 0
  const waiting = model.orders.filter(
    ({ auto, renews, state }) =>
      state === 'pending' &&
      auto &&
      auto.paysUntil > model.day &&
      // While a refund suspends the line, its renewal waits for the decision.
      renews?.state !== 'suspended' &&
      renews?.endsOn === auto.endsOn &&
      renews.tick === auto.tick,
  )
  const sorted = waiting.toSorted(
    ({ auto: one }, { auto: other }) =>
      (one?.paysUntil ?? 0) - (other?.paysUntil ?? 0) || (one?.paysTick ?? 0) - (other?.paysTick ?? 0),
  )
  for (const order of sorted)
    if (order.renews?.endsOn === order.auto?.endsOn) {
      const problem = payProblem(model, order)
      if (problem === 200) {
        pay(model, order)
        paid += 1
      } else if (problem === -49011) {
        giveBack(model, order)
        order.state = 'closed'
      }
    }
  return paid
}

/** Corrects the balance by an amount, and returns 200, or -50020 where it would fall below zero. */
export function correct(model: Model, amount: number): number {
  if (model.prepaid + amount < 0) return -50020
  bookPrepaid(model, 'correction', amount)
  return 200
}
