import { yuan } from '#web/ui/format.ts'
import type { Order } from '#web/ui/order/order.ts'

/** Names the order that a dialog is about. */
export const AboutOrder = ({ order }: { order: Order }) => (
  <p>
    <b>{order.order_number}</b>
    <br />
    {order.subject}，{yuan(order.payable)}
  </p>
)
