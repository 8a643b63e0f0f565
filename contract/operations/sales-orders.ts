import { z } from 'zod'
import { exportedFile, operatorExportLimits } from '../exports.ts'
import { day, id, instant, line, paging } from '../fields.ts'
import { getOrderDetailByOrderId, getOrderList } from '../orders.ts'
import { order } from '../records/order.ts'
import { payment } from '../records/payment.ts'
import { refund } from '../records/refund.ts'
import { refundOffer } from '../refunds.ts'
import { gateways, linesPerOrder, orderKinds, orderStates, products, refundBases } from '../shop.ts'
import { operation } from './operation.ts'
import { requested, requestedText } from './requested.ts'

/** The operator who requested a second one's confirmation, while the request waits. */
export const waitingApproval = z.object({ requested_by: z.string(), requested_at: instant }).nullable()
export const orderNumber = line('订单号', 40)
export const reason = line('原因', 200, 2)

const filters = {
  state: z.enum(orderStates, { error: '订单状态不正确' }).optional(),
  kind: z.enum(orderKinds, { error: '订单类型不正确' }).optional(),
  product: z.enum(products, { error: '商品类型不正确' }).optional(),
  /** The gateway at which it was paid, or tried last. */
  gateway: z.enum(gateways, { error: '支付方式不正确' }).optional(),
  company_id: id.optional(),
  /** The number of an order or of a payment, or a part of a company's name or of the subject. */
  keyword: line('关键词', 50, 0).optional(),
  from: day('开始日期格式不正确').optional(),
  to: day('结束日期格式不正确').optional(),
}

const ofCompany = { company_id: id, company_name: z.string(), hidden: order.schema.shape.hidden }

const row = getOrderList.output.shape.list.element.omit({ operas: true }).extend({
  ...ofCompany,
  /** The gateway at which it was paid, or tried last. */
  gateway: z.enum(gateways).nullable(),
})

const getSalesOrderList = operation({
  path: '/sales/getSalesOrderList',
  effect: 'read',
  access: ['finance', 'support'],
  about: '全部企业的订单，最新的在前；total 只数到上限，更多时 more 为真。',
  input: z.strictObject({ ...filters, ...paging }),
  output: z.object({ list: z.array(row), total: z.int(), more: z.boolean() }),
})

const exportSalesOrders = operation({
  path: '/sales/exportSalesOrders',
  effect: 'export',
  limits: operatorExportLimits,
  access: ['finance'],
  audited: true,
  about: '按筛选导出全部企业的订单为 XLSX。',
  input: z.strictObject(filters),
  output: exportedFile,
  codes: [429],
})

const { payments, refunds } = getOrderDetailByOrderId.output.shape
const { trade_no, problem, rejected_reason } = payment.schema.shape
const { gateway, failure } = refund.schema.shape

const detail = getOrderDetailByOrderId.output.omit({ operas: true, payments: true, refunds: true }).extend({
  ...ofCompany,
  payments: z.array(payments.element.extend({ trade_no, problem, rejected_reason })),
  refunds: z.array(
    refunds.element.omit({ withdrawable: true }).extend({ gateway, failure, approval: waitingApproval }),
  ),
  invoice_number: z.string().nullable(),
  /** The actions that the operator can take now. */
  may: z.object({ close: z.boolean(), refund: z.boolean() }),
  /** True when the company can no longer request a refund itself. */
  refund_late: z.boolean(),
})

const getSalesOrder = operation({
  path: '/sales/getSalesOrder',
  effect: 'read',
  access: ['finance', 'support'],
  about: '一个订单的全部：企业、明细、金额、经过、每次支付、退款、发票、专线。',
  input: z.strictObject({ order_number: orderNumber }),
  output: detail,
  codes: [-53021],
})

const closeSalesOrder = operation({
  path: '/sales/closeSalesOrder',
  effect: 'change',
  idempotency: 'outside',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '关闭待支付的订单：先向支付渠道查询并关闭未完成的支付，再释放库存与优惠券。',
  input: z.strictObject({ order_number: orderNumber, reason }),
  success: '订单已关闭',
  codes: [-50002, -53020, -53021],
})

const refundSalesOrder = operation({
  path: '/sales/refundSalesOrder',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about:
    '代企业发起退款：整单、未用的部分，或一笔补偿（不收回任何内容）；按审批规则提交第二位操作员确认，一人可以执行的立即退回。',
  input: z.strictObject({
    order_number: orderNumber,
    /** A refund in full, for unused days, or an amount as goodwill. */
    kind: z.enum(refundBases, { error: '退款方式不正确' }).default('requested'),
    svp_ids: z.array(id).min(1, '请选择专线').max(linesPerOrder).optional(),
    /** Fen: the goodwill amount, or for the other kinds exactly the amount from getSalesRefundOffer; another is refused. */
    amount: z.int({ error: '金额须为整数分' }).min(1, '退款金额须大于零').optional(),
    ...refund.input('begin'),
  }),
  output: requested,
  success: requestedText,
  codes: [-41022, -49011, -49012, -49013, -49015, -49016, -50021, -53017, -53020, -53021],
})

const getSalesRefundOffer = operation({
  path: '/sales/getSalesRefundOffer',
  effect: 'read',
  access: ['finance'],
  about: '一笔订单现在可以怎样退款，各自的金额与将收回的内容；goodwill 的 amount 为最多可补偿的。',
  input: z.strictObject({ order_number: orderNumber }),
  output: refundOffer,
  codes: [-53021],
})

export const salesOrders = {
  getSalesOrderList,
  exportSalesOrders,
  getSalesOrder,
  closeSalesOrder,
  getSalesRefundOffer,
  refundSalesOrder,
}
