import { orderPath } from '#contract/paths.ts'
import type { RefundBasis } from '#contract/shop.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import type { Order } from '#server/modules/orders/orders.ts'

interface Begun {
  refund_id: string
  amount: number
  kind: RefundBasis
  reason: string
}

/** Describes what a refund takes back immediately, whoever decides about it. */
function taken({ product, kind }: Pick<Order, 'product' | 'kind'>): string {
  if (product === 'balance') return '所退的金额已从余额扣下'
  if (product === 'hours') return '所退的时长已从企业可分配时长中扣回'
  return kind === 'renewal' ? '所退的天数已从专线的到期日扣回' : '所退的专线已停用，退款后释放'
}

/** Notifies a company of a refund that it has not requested. */
export function notifyOfRefund(
  transaction: Database,
  services: Pick<Services, 'config' | 'jobs'>,
  order: Order,
  { refund_id, amount, kind, reason }: Begun,
) {
  const suspends = order.product === 'line' && order.kind !== 'renewal' && kind !== 'goodwill'
  const effect = kind === 'goodwill' ? '已开通的内容不受影响' : taken(order)
  return notify(transaction, services, {
    to: { managersOfCompany: order.company_id },
    kind: suspends ? 'line_state' : 'order_refunded',
    subject: `refund_begun:${refund_id}`,
    title: '平台为订单发起了退款',
    text: `平台为订单 ${order.order_number} 发起退款 ${money(amount)}：${reason}。${effect}；退款到账时另行通知。`,
    link: orderPath(order.order_id),
  })
}
