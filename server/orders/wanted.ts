import type { OrderContent } from '#contract/order-content.ts'
import { linesPerOrder } from '#contract/shop.ts'
import { day, endOfDay } from '../hours/service-time.ts'
import { Refusal } from '../http/envelope.ts'

export interface WantedItem {
  skuId: string
  /** A package of the sku's category, by its id or by its days. */
  package: { id: string } | { days: number }
  /** Lines; or seats. */
  quantity: number
}

/** What somebody wants to order: understood, not yet priced. */
export type Wanted =
  | { kind: 'purchase'; items: WantedItem[] }
  /** Each line for its days, or all of them to one instant. */
  | { kind: 'renewal'; lines: { id: string; days: number }[] }
  | { kind: 'renewal'; lines: { id: string }[]; until: Date }

const furthestDays = 1095

const wrong = (field: string, message: string) => new Refusal(-41003, field, message)

/** Throws -41003 with the field where a content says too little, or what belongs to the other kind of order. */
export function wantedOf({ kind, items, svp_ids, days, until }: OrderContent): Wanted {
  if (kind === 'purchase') {
    if (!items) throw wrong('items', '请选择商品')
    if (svp_ids) throw wrong('svp_ids', '新购订单不能指定专线')
    if (days !== undefined) throw wrong('days', '新购订单按套餐计天数')
    if (until !== undefined) throw wrong('until', '新购订单不能指定到期日')
    return {
      kind,
      items: items.map(({ sku_id, package_type_id, quantity }) => ({
        skuId: sku_id,
        package: { id: package_type_id },
        quantity,
      })),
    }
  }
  if (items) throw wrong('items', '续费订单不能选择商品')
  if (!svp_ids) throw wrong('svp_ids', '请选择专线')
  const ids = [...new Set(svp_ids)]
  if ((days === undefined) === (until === undefined)) throw wrong('days', '请填写续费天数或到期日期中的一项')
  if (until === undefined) return { kind, lines: ids.map(id => ({ id, days: days ?? 0 })) }
  const end = endOfDay(until)
  if (end.getTime() > Date.now() + furthestDays * day) throw wrong('until', '到期日期最晚为三年后')
  return { kind, lines: ids.map(id => ({ id })), until: end }
}

export const requireFewLines = (quantity: number) => {
  if (quantity > linesPerOrder) throw wrong('items', `一次最多${linesPerOrder}条专线`)
}
