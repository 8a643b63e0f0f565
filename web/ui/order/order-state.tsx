import './order.css'
import { dateTime, fromNow, yuan } from '../format.ts'
import { StateTag } from '../state-tag.tsx'
import { orderLooks } from '../states.ts'
import type { Order } from './order.ts'

/** The state, and the deadline of an unpaid order. */
export const OrderState = ({
  order,
}: {
  order: Pick<Order, 'state' | 'pays_until' | 'returned_amount' | 'refunded_amount'>
}) => (
  <span className="order-state">
    <StateTag state={orderLooks[order.state]} />
    {order.state === 'pending' && (
      <span className="quiet" title={`${dateTime(order.pays_until)} 关闭`}>
        {fromNow(order.pays_until)}关闭
      </span>
    )}
    {order.state === 'fulfilled' && order.returned_amount > 0 && <PartBack order={order} />}
  </span>
)

const PartBack = ({ order }: { order: Pick<Order, 'returned_amount' | 'refunded_amount'> }) => (
  <span className="quiet">
    {[
      order.refunded_amount > 0 && `已退 ${yuan(order.refunded_amount)}`,
      order.returned_amount > order.refunded_amount && `退款中 ${yuan(order.returned_amount - order.refunded_amount)}`,
    ]
      .filter(Boolean)
      .join('，')}
  </span>
)
