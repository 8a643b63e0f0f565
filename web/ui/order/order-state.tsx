import './order.css'
import { dateTime, fromNow } from '../format.ts'
import { StateTag } from '../state-tag.tsx'
import { orderLooks } from '../states.ts'
import type { Order } from './order.ts'

/** The state, and the deadline of an unpaid order. */
export const OrderState = ({ order }: { order: Pick<Order, 'state' | 'pays_until'> }) => (
  <span className="order-state">
    <StateTag state={orderLooks[order.state]} />
    {order.state === 'pending' && (
      <span className="quiet" title={`${dateTime(order.pays_until)} 关闭`}>
        {fromNow(order.pays_until)}关闭
      </span>
    )}
  </span>
)
