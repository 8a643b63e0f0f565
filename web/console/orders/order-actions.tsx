import { cashierPath } from '#contract/paths.ts'
import type { OrderOpera } from '#contract/shop.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import type { Order, OrderDetail } from '#web/ui/order/order.ts'
import { wordOf } from './order.ts'
import { Refundable } from './refundable.tsx'

export type OrderQuestion =
  | { opera: Exclude<OrderOpera, 'pay'>; order: Order }
  | { opera: 'withdraw'; order: OrderDetail; refund: OrderDetail['refunds'][number] }

/** The order of the menu; irreversible actions are below a divider. */
const operas = ['renew', 'refund', 'cancel', 'delete'] as const

interface RowActionsProps {
  order: Order
  show: (orderId: string) => void
  ask: (question: OrderQuestion) => void
}

/** The actions that the server allows now: paying is a button, the others are in the menu. */
export function RowActions({ order, show, ask }: RowActionsProps) {
  const { order_id, order_number } = order
  const items = operas
    .filter(opera => order.operas.includes(opera))
    .map(opera => ({
      key: opera,
      label: wordOf(opera, order),
      danger: opera !== 'renew',
      call: 'orderOpera' as const,
      note: opera === 'refund' && <Refundable orderId={order_id} />,
      run: () => ask({ opera, order }),
    }))
  return (
    <span className="order-actions">
      {order.operas.includes('pay') && (
        <LinkButton look="primary" size="small" to={cashierPath(order_id)} aria-label={`支付订单 ${order_number}`}>
          支付
        </LinkButton>
      )}
      <RowMenu
        label={`订单 ${order_number} 的更多操作`}
        actions={[
          { key: 'detail', label: '详情', run: () => show(order_id) },
          ...(items.length ? [null] : []),
          ...items,
        ]}
      />
    </span>
  )
}
