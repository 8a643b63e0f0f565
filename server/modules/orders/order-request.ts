import type { OrderContent } from '#contract/order-content.ts'
import { linesPerOrder, maxOrderDays } from '#contract/shop.ts'
import { Refusal } from '#server/core/refusal.ts'
import { day, endOfDay } from '#server/core/service-time.ts'

export type RequestedItem = {
  sku_id: string
  /** The number of lines or of seats. */
  quantity: number
  /** The package belongs to the sku's category, and is named by its id or by its days. */
} & ({ package_type_id: string } | { days: number })

/** The content of an order, parsed but not yet priced. */
export type OrderRequest =
  | { kind: 'purchase'; items: RequestedItem[] }
  /** Each line is renewed for its own days, or all of them until one instant. */
  | { kind: 'renewal'; lines: { svp_id: string; days: number }[] }
  | { kind: 'renewal'; lines: { svp_id: string }[]; until: string }

const wrong = (field: string, message: string) => new Refusal(-41003, field, message)

/** Throws -41003 with the field that is missing, or that belongs to the other kind of order. */
export function orderRequestOf({ kind, items, svp_ids, days, until }: OrderContent): OrderRequest {
  if (kind === 'purchase') {
    if (!items) throw wrong('items', '请选择商品')
    if (svp_ids) throw wrong('svp_ids', '新购订单不能指定专线')
    if (days !== undefined) throw wrong('days', '新购订单按套餐计天数')
    if (until !== undefined) throw wrong('until', '新购订单不能指定到期日')
    return { kind, items }
  }
  if (items) throw wrong('items', '续费订单不能选择商品')
  if (!svp_ids) throw wrong('svp_ids', '请选择专线')
  const ids = [...new Set(svp_ids)]
  if ((days === undefined) === (until === undefined)) throw wrong('days', '请填写续费天数或到期日期中的一项')
  if (until === undefined) return { kind, lines: ids.map(svp_id => ({ svp_id, days: days ?? 0 })) }
  const end = endOfDay(until)
  if (Date.parse(end) > Date.now() + maxOrderDays * day) throw wrong('until', '到期日期最晚为三年后')
  return { kind, lines: ids.map(svp_id => ({ svp_id })), until: end }
}

export const requireFewLines = (quantity: number) => {
  if (quantity > linesPerOrder) throw wrong('items', `一次最多${linesPerOrder}条专线`)
}
