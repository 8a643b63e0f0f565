import { orderKindNames, orderStateNames, productNames } from '#contract/shop.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { byPages, type ExportColumn, exportTable } from '#server/engines/sheets/export-table.ts'
import { type ListedOrder, lineExists, listOrders, ordersOfLine } from './list.sql.ts'
import { listedOrders } from './listed.ts'
import { withOperas } from './operas.ts'
import { findOrder } from './orders.sql.ts'
import { refundOfferOf } from './refund-offer.ts'
import { detailOf } from './view.ts'

/** A line renewed once a month would take longer than anybody lives to reach this number. */
const ordersOfOneLine = 1_000

const columns: ExportColumn<ListedOrder>[] = [
  { title: '订单号', width: 22, value: ({ order_number }) => order_number },
  { title: '内容', width: 44, value: ({ subject }) => subject },
  { title: '类型', width: 10, value: ({ kind }) => orderKindNames[kind] },
  { title: '商品', width: 12, value: ({ product }) => productNames[product] },
  { title: '状态', width: 10, value: ({ state }) => orderStateNames[state] },
  { title: '原价（元）', width: 14, value: ({ list_amount }) => list_amount },
  { title: '套餐优惠（元）', width: 14, value: ({ package_discount }) => package_discount },
  { title: '优惠券（元）', width: 14, value: ({ coupon_discount }) => coupon_discount },
  { title: '应付（元）', width: 14, value: ({ payable }) => payable },
  { title: '下单人', width: 14, value: ({ buyer_name }) => buyer_name },
  { title: '下单日期', width: 14, value: ({ created_at }) => dayInChina(created_at) },
  { title: '支付日期', width: 14, value: ({ paid_at }) => (paid_at ? dayInChina(paid_at) : '') },
]

export const ordersCalls = {
  getOrderList: ({ company, membership }, input) => listedOrders(company, membership.companyId, input),

  async exportOrders(context, filter) {
    const { company, membership } = context
    const batches = (database: Database) => byPages(page => listOrders(database, membership.companyId, filter, page))
    return exportTable(context, { name: '订单', columns, from: company, batches })
  },

  async getOrderDetailByOrderId({ company, membership: { companyId } }, { order_id }) {
    const [detail, order] = await together(company, database => [
      detailOf(database, companyId, order_id),
      findOrder(database, companyId, order_id),
    ])
    if (!detail || !order) throw new Refusal(-49010)
    if (!detail.operas.includes('refund')) return detail
    // One order is shown as it is: what a refund would be refused for is not offered.
    const { offers } = await refundOfferOf(company, order)
    return offers.length ? detail : { ...detail, operas: detail.operas.filter(opera => opera !== 'refund') }
  },

  async getRefundOffer({ company, membership: { companyId } }, { order_id }) {
    const order = await findOrder(company, companyId, order_id)
    if (!order || order.hidden) throw new Refusal(-49010)
    return refundOfferOf(company, order)
  },

  async getOrderInfoBySvpId({ company, membership: { companyId } }, { svp_id }) {
    const [counted, rows] = await together(company, database => [
      lineExists(database, companyId, svp_id),
      ordersOfLine(database, companyId, svp_id, ordersOfOneLine),
    ])
    if (!counted) throw new Refusal(-52001)
    return { list: rows.map(row => withOperas(row)) }
  },
} satisfies SomeHandlers
