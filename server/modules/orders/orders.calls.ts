import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { byPages, exportTable } from '#server/engines/sheets/export-table.ts'
import { orderExportColumns } from './export-columns.ts'
import { type ListedOrder, lineExists, listOrders, ordersOfLine } from './list.sql.ts'
import { listedOrders } from './listed.ts'
import { withOperas } from './operas.ts'
import { findOrder } from './orders.sql.ts'
import { paymentToRefund } from './paid-by.sql.ts'
import { refundOfferOf } from './refund-offer.ts'
import { detailOf } from './view.ts'
import { withWithdrawable } from './withdrawable.ts'

/** The most orders of one line; a monthly renewal would not reach it in a lifetime. */
const ordersOfOneLine = 1_000

const columns = orderExportColumns<ListedOrder>()

export const ordersCalls = {
  getOrderList: ({ company, membership }, input) => listedOrders(company, membership.companyId, input),

  async exportOrders(context, filter) {
    const { company, membership } = context
    const batches = (database: Database) => byPages(page => listOrders(database, membership.companyId, filter, page))
    return exportTable(context, { name: '订单', columns, from: company, batches })
  },

  async getOrderDetailByOrderId({ system, company, membership: { companyId } }, { order_id }) {
    const [found, order] = await together(company, database => [
      detailOf(database, companyId, order_id),
      findOrder(database, companyId, order_id),
    ])
    if (!found || !order) throw new Refusal(-49010)
    const detail = { ...found, refunds: await withWithdrawable(system, found.refunds) }
    if (!detail.operas.includes('refund')) return detail
    // The page of a single order is exact: a refund that would be refused is not offered.
    const { offers } = await refundOfferOf(company, order)
    return offers.length ? detail : { ...detail, operas: detail.operas.filter(opera => opera !== 'refund') }
  },

  async getRefundOffer({ company, membership: { companyId } }, { order_id }) {
    const order = await findOrder(company, companyId, order_id)
    if (!order || order.hidden) throw new Refusal(-49010)
    const paid = await paymentToRefund(company, companyId, order_id)
    return { ...(await refundOfferOf(company, order)), gateway: paid?.gateway ?? null }
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
