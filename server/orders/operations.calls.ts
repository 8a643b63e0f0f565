import { gatewayNames, orderKindNames, orderStateNames, productNames, refundDays } from '#contract/shop.ts'
import type { Database } from '../database/database.ts'
import { countedRows, listedPage, listedTotal } from '../database/listed.ts'
import { day, dayInChina } from '../hours/service-time.ts'
import { Refusal } from '../http/envelope.ts'
import { hitLimit } from '../http/limits.ts'
import { yuan } from '../integrations/gateways/yuan.ts'
import { shownWaiting } from '../operations/asked-second.ts'
import { recordAudit } from '../operations/audit.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { askRefund } from '../payments/payments.ts'
import { requestRefundApproval } from '../payments/refund-requests.ts'
import { type ExportColumn, exportTable, firstRows } from '../sheets/export-table.ts'
import { closeByHand, OrderProblem } from './closing.ts'
import {
  countSalesOrders,
  invoiceNumberOf,
  orderNumbered,
  paymentsOf,
  refundsOf,
  type SalesRow,
  salesOrders,
} from './operations.sql.ts'
import { lockOrder, takeBack } from './orders.ts'
import { detailOf, shownOrder } from './view.ts'

/** As whom an operator stands in an order's history, which its company reads. */
const inHistory = '客服'

const columns: ExportColumn<SalesRow>[] = [
  { title: '订单号', width: 22, value: ({ number }) => number },
  { title: '企业', width: 36, value: ({ company_name }) => company_name },
  { title: '内容', width: 44, value: ({ subject }) => subject },
  { title: '类型', width: 10, value: ({ kind }) => orderKindNames[kind] },
  { title: '商品', width: 12, value: ({ product }) => productNames[product] },
  { title: '状态', width: 10, value: ({ state }) => orderStateNames[state] },
  { title: '支付方式', width: 14, value: ({ gateway }) => (gateway ? gatewayNames[gateway] : '') },
  { title: '原价（元）', width: 14, value: ({ list_amount }) => yuan(list_amount) },
  { title: '套餐优惠（元）', width: 14, value: ({ package_discount }) => yuan(package_discount) },
  { title: '优惠券（元）', width: 14, value: ({ coupon_discount }) => yuan(coupon_discount) },
  { title: '应付（元）', width: 14, value: ({ payable }) => yuan(payable) },
  { title: '下单人', width: 14, value: ({ buyer_name }) => buyer_name },
  { title: '下单日期', width: 14, value: ({ created_at }) => dayInChina(created_at) },
  { title: '支付日期', width: 14, value: ({ paid_at }) => (paid_at ? dayInChina(paid_at) : '') },
]

export const salesOrdersOperations: OperationHandlersFor<
  'getSalesOrderList' | 'exportSalesOrders' | 'getSalesOrder' | 'closeSalesOrder' | 'refundSalesOrder'
> = {
  async getSalesOrderList({ system }, { page, page_size, ...filter }) {
    const [rows, counted] = await Promise.all([
      salesOrders(system, filter, listedPage({ page, page_size })),
      countSalesOrders(system, filter, countedRows),
    ])
    const list = rows.map(row => {
      const { operas: _, ...order } = shownOrder(row)
      const { company_id, company_name, gateway, hidden } = row
      return { ...order, company_id, company_name, gateway, hidden }
    })
    return { list, ...listedTotal(counted) }
  },

  async exportSalesOrders({ system, services, operator, actor }, filters) {
    await hitLimit(system, `export:operator:${operator.id}`, { max: 60, seconds: 3600 })
    await recordAudit(system, { actor, action: 'order.exported', target: 'order', after: filters })
    const batches = firstRows(page => salesOrders(system, filters, page))
    return exportTable({ services }, { name: '全部企业订单', columns, batches })
  },

  async getSalesOrder({ system }, { order_number }) {
    const found = await requireOrder(system, order_number)
    const { company_id, id, company_name, hidden } = found
    const [detail, payments, refunds] = await Promise.all([
      detailOf(system, company_id, id, { hidden: true }),
      paymentsOf(system, found),
      refundsOf(system, found),
    ])
    if (!detail) throw new Refusal(-53021)
    const { operas: _, ...order } = detail
    return {
      ...order,
      company_id,
      company_name,
      hidden,
      payments: payments.map(({ created_at, paid_at, ...payment }) => ({
        ...payment,
        created_at: created_at.toISOString(),
        paid_at: paid_at?.toISOString() ?? null,
      })),
      refunds: refunds.map(({ asked_at, done_at, requested_by, requested_at, ...refund }) => ({
        ...refund,
        asked_at: asked_at.toISOString(),
        done_at: done_at?.toISOString() ?? null,
        approval: shownWaiting({ requested_by, requested_at }),
      })),
      invoice_number: await invoiceNumberOf(system, found, order.invoice?.invoice_id),
      may: { close: order.state === 'pending', refund: order.state === 'fulfilled' && order.payable > 0 },
      refund_late: order.paid_at !== null && Date.parse(order.paid_at) + refundDays * day < Date.now(),
    }
  },

  async closeSalesOrder({ system, services, log, actor }, { order_number, reason }) {
    const order = await requireOrder(system, order_number)
    await closeByHand({ ...services, log }, order, { reason, actorName: inHistory, actor })
    return {}
  },

  async refundSalesOrder(context, { order_number, reason }) {
    const { system, actor } = context
    await system.transaction(async transaction => {
      const { company_id, id } = await requireOrder(transaction, order_number)
      const order = await lockOrder(transaction, company_id, id)
      if (order?.state !== 'fulfilled') throw new OrderProblem(`订单 ${order_number} 不是已完成的订单，不能退款`)
      await takeBack(transaction, order, { actorName: inHistory, note: reason })
      const asked = await askRefund(transaction, { companyId: company_id, orderId: id, reason })
      if (!asked) throw new OrderProblem(`订单 ${order_number} 没有收过款，无款可退`)
      await recordAudit(transaction, {
        actor,
        action: 'refund.started',
        target: `refund:${asked.refundId}`,
        before: { state: order.state },
        after: { order: order_number, reason },
      })
      await requestRefundApproval(transaction, context, { companyId: company_id, refundId: asked.refundId })
    })
    return {}
  },
}

async function requireOrder(database: Database, number: string) {
  const found = await orderNumbered(database, number)
  if (!found) throw new Refusal(-53021)
  return found
}
