import { type OrderOpera, type OrderState, refundDays } from '#contract/shop.ts'
import { day } from '../hours/service-time.ts'

interface Facts {
  state: OrderState
  payable: number
  pays_until: Date
  paid_at: Date | null
}

/** Asked for within these days of the payment, for what was paid in money. */
export const isRefundable = ({ state, payable, paid_at }: Facts, now = Date.now()): boolean =>
  state === 'fulfilled' && payable > 0 && paid_at !== null && now <= paid_at.getTime() + refundDays * day

/** What can be done with an order now. Whether a refund finds everything unused is seen when it is asked for. */
export function operasOf(order: Facts, now = Date.now()): OrderOpera[] {
  switch (order.state) {
    case 'pending':
      return now < order.pays_until.getTime() ? ['pay', 'cancel'] : ['cancel']
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
