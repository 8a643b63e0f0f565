import { mayDo } from '#contract/operations/operator-names.ts'
import { gatewayNames, refundDays } from '#contract/shop.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { day } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { countedRows, listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import { withApproval } from '#server/engines/approvals/with-approval.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { byPages, exportTable } from '#server/engines/sheets/export-table.ts'
import { orderExportColumns } from '#server/modules/orders/export-columns.ts'
import { lockOrder, orderOf } from '#server/modules/orders/orders.ts'
import { refundOfferOf } from '#server/modules/orders/refund-offer.ts'
import { detailOf } from '#server/modules/orders/view.ts'
import { beginRefund } from '#server/modules/payments/begin-refund.ts'
import { requestRefundApproval } from '#server/modules/payments/refund-requests.ts'
import { inHistory } from '#server/modules/payments/refunds.ts'
import { notifyOfRefund } from './begun-refunds.ts'
import { closeByHand, OrderProblem } from './closing.ts'
import {
  countSalesOrders,
  invoiceNumberOf,
  listSalesOrders,
  orderNumbered,
  paymentsOf,
  refundsOf,
  type SalesOrder,
} from './operations.sql.ts'

const columns = orderExportColumns<SalesOrder>({
  company: [{ title: '企业', width: 36, value: ({ company_name }) => company_name }],
  payment: [{ title: '支付方式', width: 14, value: ({ gateway }) => (gateway ? gatewayNames[gateway] : '') }],
})

export const salesOrdersOperations = {
  async getSalesOrderList({ system }, { page, page_size, ...filter }) {
    const [list, counted] = await together(system, database => [
      listSalesOrders(database, filter, listedPage({ page, page_size })),
      countSalesOrders(database, filter, countedRows),
    ])
    return { list, ...listedTotal(counted) }
  },

  async exportSalesOrders({ system, services, operator }, filters) {
    await recordAudit(system, { action: 'order.exported', target: 'order', after: filters })
    const batches = (database: Database) => byPages(page => listSalesOrders(database, filters, page))
    return exportTable({ services, operator }, { name: '全部企业订单', columns, from: system, batches })
  },

  async getSalesOrder({ system, operator }, { order_number }) {
    const found = await requireOrder(system, order_number)
    const { company_id, order_id, company_name, hidden } = found
    const [detail, payments, refunds] = await together(system, database => [
      detailOf(database, company_id, order_id, { hidden: true }),
      paymentsOf(database, found),
      refundsOf(database, found),
    ])
    if (!detail) throw new Refusal(-53021)
    const { operas: _, ...order } = detail
    // Support reads the order, and moves no money.
    const acts = mayDo(operator.roles, ['finance'])
    const standing = acts && order.state === 'fulfilled' ? await orderOf(system, company_id, order_id) : undefined
    const offer = standing && (await refundOfferOf(system, standing, { operator: true }))
    return {
      ...order,
      company_id,
      company_name,
      hidden,
      payments,
      refunds: refunds.map(refund => withApproval(refund)),
      invoice_number: await invoiceNumberOf(system, found, order.invoice?.invoice_id),
      may: {
        close: acts && order.state === 'pending',
        refund: Boolean(offer?.offers.length),
      },
      refund_late: order.paid_at !== null && Date.parse(order.paid_at) + refundDays * day < Date.now(),
    }
  },

  async closeSalesOrder({ system, services, log }, { order_number, reason }) {
    const order = await requireOrder(system, order_number)
    await loggedAs(inHistory, () => closeByHand({ ...services, log }, order, reason))
  },

  async getSalesRefundOffer({ system }, { order_number }) {
    const { company_id, order_id } = await requireOrder(system, order_number)
    const order = orRefuse(await orderOf(system, company_id, order_id), -53021)
    return refundOfferOf(system, order, { operator: true })
  },

  async refundSalesOrder(context, { order_number, reason, kind, svp_ids: lineIds, amount }) {
    const { system, services } = context
    const { company_id, order_id } = await requireOrder(system, order_number)
    const order = await lockOrder(system, company_id, order_id)
    if (order?.state !== 'fulfilled') throw new OrderProblem(`订单 ${order_number} 不是已完成的订单，不能退款`)
    if (order.payable === 0) throw new OrderProblem(`订单 ${order_number} 没有收过款，无款可退`)
    const request = { kind, lineIds, amount, reason, operator: true }
    const refund = await loggedAs(inHistory, () => beginRefund(system, order, request))
    await recordAudit(system, {
      action: 'refund.started',
      target: `refund:${refund.refund_id}`,
      before: { state: order.state },
      after: { order: order_number, kind, amount: refund.amount, reason },
    })
    await notifyOfRefund(system, services, order, { kind, reason, ...refund })
    return requestRefundApproval(system, context, { company_id, refund_id: refund.refund_id, begun: true })
  },
} satisfies SomeOperations

async function requireOrder(database: Database, number: string) {
  return orRefuse(await orderNumbered(database, number), -53021)
}
