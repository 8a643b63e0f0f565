import { Link } from 'react-router'
import { orderPath } from '#contract/paths.ts'
import { yuan } from '#web/ui/format.ts'
import type { OrderDetail } from '#web/ui/order/order.ts'
import { OrderAmounts, OrderItems } from '#web/ui/order/order-items.tsx'

/** The items to pay for, beside the ways to pay. */
export const Summary = ({ order }: { order: OrderDetail }) => (
  <section className="sheet cashier-summary" aria-labelledby="cashier-summary">
    <div className="sheet-head">
      <h2 id="cashier-summary">订单信息</h2>
      <Link to={orderPath(order.order_id)} className="quiet">
        {order.order_number}
      </Link>
    </div>
    <OrderItems order={order} />
    <OrderAmounts order={order} total={false} />
    <p className="cashier-payable">
      <span>{order.paid_at ? '实付' : '应付'}</span>
      <strong>{yuan(order.payable)}</strong>
    </p>
  </section>
)
