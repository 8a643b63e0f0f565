import { z } from 'zod'
import { day, id } from './fields.ts'
import { line } from './records/line.ts'
import { itemsPerOrder, linesPerOrder, maxOrderDays, orderKinds, seatsPerItem, wishesPerOrder } from './shop.ts'

const svpIds = z
  .array(id, { error: '请选择专线' })
  .min(1, '请选择专线')
  .max(linesPerOrder, `一次最多${linesPerOrder}条专线`)

/**
 * The content of an order. A purchase has `items`: either hours or lines. A renewal has `svp_ids` and either `days` or `until` (a
 * day in China, at whose end all of them end). Only the server sets prices.
 */
export const orderContentFields = {
  kind: z.enum(orderKinds, { error: '订单类型不正确' }),
  items: z
    .array(
      z.strictObject({
        sku_id: id,
        package_type_id: id,
        /** The number of lines, or of seats, each for the package's days. */
        quantity: z.int({ error: '数量须为整数' }).min(1, '数量至少1').max(seatsPerItem, `数量最多${seatsPerItem}`),
      }),
      { error: '请选择商品' },
    )
    .min(1, '请选择商品')
    .max(itemsPerOrder, `一次最多${itemsPerOrder}种商品`)
    .optional(),
  svp_ids: svpIds.optional(),
  days: z.int({ error: '天数须为整数' }).min(1, '至少1天').max(maxOrderDays, `最多${maxOrderDays}天`).optional(),
  until: day('日期格式不正确').optional(),
}

export const orderContent = z.strictObject(orderContentFields)
export type OrderContent = z.output<typeof orderContent>

/** The buyer's wish for one of the ordered lines: the one at `position`, counted from one across the order's items. */
const lineWish = z
  .strictObject({
    position: z.int({ error: '请选择专线' }).min(1).max(linesPerOrder),
    name: line.input('change').name,
    ip_id: id.optional(),
    group_id: id.optional(),
  })
  .refine(({ name, ip_id, group_id }) => name !== undefined || ip_id !== undefined || group_id !== undefined, {
    error: '请填写名称、地址或专线组中的一项',
  })

export const lineWishes = z
  .array(lineWish)
  .max(wishesPerOrder, `一次最多为${wishesPerOrder}条专线选择名称、地址与专线组`)
  .refine(wishes => new Set(wishes.map(({ position }) => position)).size === wishes.length, { error: '专线重复' })
export type LineWishes = z.output<typeof lineWishes>
