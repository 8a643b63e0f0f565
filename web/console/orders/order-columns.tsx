import { orderLabel } from '#contract/shop.ts'
import { dateTime, yuan } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import type { Order } from '#web/ui/order/order.ts'
import { OrderState } from '#web/ui/order/order-state.tsx'

const none = <span className="quiet">—</span>

export const orderColumns = (show: (orderId: string) => void): Column<Order>[] => [
  {
    key: 'number',
    title: '订单',
    render: ({ order_id, order_number, subject }) => (
      <span className="two-lines">
        <button type="button" className="row-opener" onClick={() => show(order_id)}>
          {order_number}
        </button>
        <span className="order-subject" title={subject}>
          {subject}
        </span>
      </span>
    ),
  },
  { key: 'kind', title: '类型', render: orderLabel },
  { key: 'state', title: '状态', fixed: true, render: order => <OrderState order={order} /> },
  { key: 'payable', title: '应付', end: true, render: ({ payable }) => yuan(payable) },
  { key: 'list', title: '原价', end: true, extra: true, render: ({ list_amount }) => yuan(list_amount) },
  {
    key: 'discount',
    title: '优惠',
    end: true,
    extra: true,
    render: ({ package_discount, coupon_discount }) =>
      package_discount + coupon_discount ? yuan(-package_discount - coupon_discount) : none,
  },
  { key: 'buyer', title: '下单人', render: ({ buyer_name }) => <span className="order-buyer">{buyer_name}</span> },
  { key: 'created', title: '下单时间', render: ({ created_at }) => dateTime(created_at) },
  {
    key: 'paid',
    title: '支付时间',
    extra: true,
    render: ({ paid_at }) => (paid_at ? dateTime(paid_at) : none),
  },
]
