import type { OrderOpera, OrderState } from '#contract/shop.ts'
import type { Order } from '#web/ui/order/order.ts'

export const operaWords = {
  pay: '去支付',
  cancel: '取消订单',
  refund: '申请退款',
  renew: '再次购买',
  delete: '删除订单',
} as const satisfies Record<OrderOpera, string>

export const wordOf = (opera: OrderOpera, { kind }: Pick<Order, 'kind'>) =>
  opera === 'renew' && kind === 'renewal' ? '再次续费' : operaWords[opera]

export const isPaid = (state: OrderState) => state === 'paid' || state === 'fulfilled'
