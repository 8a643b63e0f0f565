import { type OrderOpera, type OrderState, orderKindNames, productNames } from '#contract/shop.ts'
import type { Order, OrderDetail } from '#web/ui/order/order.ts'

/** Formats as 新购员工时长 or 续费虚拟专线. */
export const whatOf = ({ kind, product }: Pick<Order, 'kind' | 'product'>) =>
  `${orderKindNames[kind]}${productNames[product]}`

/** The person-days bought: hours are priced per day and seat. */
export const personDays = ({ items }: Pick<OrderDetail, 'items'>) =>
  items.reduce((sum, { days, quantity }) => sum + days * quantity, 0)

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
