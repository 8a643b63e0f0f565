import type { Order } from '#contract/records/order.ts'
import { orderKindNames, orderStateNames, productLabel } from '#contract/shop.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { ExportColumn } from '#server/engines/sheets/export-table.ts'

type Exported = Omit<Order, 'pays_until' | 'fulfilled_at' | 'ended_at' | 'hidden' | 'order_id'> & { joint: boolean }

interface Additional<Row> {
  /** Columns after the order's number. */
  company?: ExportColumn<Row>[]
  /** Columns after the order's state. */
  payment?: ExportColumn<Row>[]
}

/** Returns the columns of every export of orders, with those of a single one in their places. */
export const orderExportColumns = <Row extends Exported>({
  company = [],
  payment = [],
}: Additional<Row> = {}): ExportColumn<Row>[] => [
  { title: '订单号', width: 22, value: ({ order_number }) => order_number },
  ...company,
  { title: '内容', width: 44, value: ({ subject }) => subject },
  { title: '类型', width: 10, value: ({ kind }) => orderKindNames[kind] },
  { title: '商品', width: 12, value: productLabel },
  { title: '状态', width: 10, value: ({ state }) => orderStateNames[state] },
  ...payment,
  { title: '原价（元）', width: 14, value: ({ list_amount }) => list_amount },
  { title: '套餐优惠（元）', width: 14, value: ({ package_discount }) => package_discount },
  { title: '优惠券（元）', width: 14, value: ({ coupon_discount }) => coupon_discount },
  { title: '应付（元）', width: 14, value: ({ payable }) => payable },
  { title: '已退（元）', width: 14, value: ({ refunded_amount }) => refunded_amount },
  {
    title: '退款中（元）',
    width: 14,
    value: ({ returned_amount, refunded_amount }) => returned_amount - refunded_amount,
  },
  { title: '下单人', width: 14, value: ({ buyer_name }) => buyer_name },
  { title: '下单日期', width: 14, value: ({ created_at }) => dayInChina(created_at) },
  { title: '支付日期', width: 14, value: ({ paid_at }) => (paid_at ? dayInChina(paid_at) : '') },
]
