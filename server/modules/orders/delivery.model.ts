/** Models the delivery of a paid order, and its reservations until then. */
import { type Attempt, type BookedKind, days, type Model, type ModelOrder, packageDays } from './shop.model-words.ts'

export function giveBack(model: Model, order: ModelOrder): void {
  if (order.coupon) order.coupon.state = 'unused'
  if (order.what === 'lines') model.reserved -= order.quantity
}

export function bookPrepaid(model: Model, kind: BookedKind, amount: number): void {
  model.prepaid += amount
  model.booked.set(kind, (model.booked.get(kind) ?? 0) + amount)
}

export function isDeliverable(model: Model, order: ModelOrder): boolean {
  const pending = order.state === 'pending'
  return (
    (order.what !== 'renewal' || order.renews?.state === 'unbound') &&
    (pending || !order.coupon || order.coupon.state === 'unused') &&
    (pending || order.what !== 'lines' || order.quantity <= model.free - model.reserved)
  )
}

/** Delivers an order that is deliverable. */
export function deliver(model: Model, order: ModelOrder, gateway: Attempt['gateway']): void {
  const pending = order.state === 'pending'
  if (order.coupon) order.coupon.state = 'used'
  order.paid = { day: model.day, place: ++model.payments }
  order.deliveredBy = gateway
  if (order.what === 'hours') model.balance += days(order)
  if (order.what === 'topup' || order.what === 'joint') bookPrepaid(model, 'topup', order.payable)
  if (order.renews) {
    if (order.renews.endsOn <= model.day) order.renews.tick = model.tick
    const { chosen, renews } = order
    const asOrdered = chosen && renews.endsOn === chosen.endsOn && renews.tick === chosen.tick
    const from = Math.max(renews.endsOn, model.day)
    order.until = asOrdered && chosen.until > model.day ? chosen.until : from + packageDays
    order.gave = asOrdered && chosen.until > model.day ? chosen.until - chosen.endsOn : packageDays
    renews.endsOn = order.until
  }
  if (order.what === 'lines') {
    if (!pending) model.reserved += order.quantity
    const [boughtOn, endsOn, tick] = [model.day, model.day + packageDays, model.tick]
    order.lines = Array.from({ length: order.quantity }, () => ({ state: 'unbound' as const, boughtOn, endsOn, tick }))
  }
  order.state = 'fulfilled'
}
