import type { Order } from '#contract/records/order.ts'
import { type OrderOpera, refundDays } from '#contract/shop.ts'
import { day } from '#server/core/service-time.ts'

type Facts = Pick<Order, 'state' | 'payable' | 'pays_until' | 'paid_at'>

/** A refund can be asked for within these days of the payment, of an order that was paid in money. */
export const isRefundable = ({ state, payable, paid_at }: Facts, now = Date.now()): boolean =>
  state === 'fulfilled' && payable > 0 && paid_at !== null && now <= Date.parse(paid_at) + refundDays * day

/** Lists what can be done with an order now. Only the request for a refund shows whether everything is unused. */
export function operasOf(order: Facts, now = Date.now()): OrderOpera[] {
  switch (order.state) {
    case 'pending':
      return now < Date.parse(order.pays_until) ? ['pay', 'cancel'] : ['cancel']
    case 'fulfilled':
      return isRefundable(order, now) ? ['renew', 'refund'] : ['renew']
    case 'cancelled':
    case 'closed':
    case 'refunded':
      return ['renew', 'delete']
    default:
      return []
  }
}

export const withOperas = <Row extends Facts>(order: Row): Row & { operas: OrderOpera[] } => ({
  ...order,
  operas: operasOf(order),
})
