import type { Order } from '#contract/records/order.ts'
import type { OrderOpera } from '#contract/shop.ts'

type Facts = Pick<Order, 'product' | 'state' | 'payable' | 'returned_amount' | 'pays_until' | 'paid_at'>

/** A part of an order that was paid in money was not requested back yet. */
const isRefundable = ({ state, payable, returned_amount, paid_at }: Facts): boolean =>
  state === 'fulfilled' && payable > returned_amount && paid_at !== null

/** Lists what can be done with an order now. Only `refundOfferOf` determines how much of it is unused. */
export function operasOf(order: Facts, now = Date.now()): OrderOpera[] {
  // A top-up can't be ordered again unchanged.
  return order.product === 'balance' ? operasNow(order, now).filter(opera => opera !== 'renew') : operasNow(order, now)
}

function operasNow(order: Facts, now: number): OrderOpera[] {
  switch (order.state) {
    case 'pending':
      return now < Date.parse(order.pays_until) ? ['pay', 'cancel'] : ['cancel']
    case 'fulfilled':
      return isRefundable(order) ? ['renew', 'refund'] : ['renew']
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
