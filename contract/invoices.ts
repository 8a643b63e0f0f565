import { z } from 'zod'
import { call } from './call.ts'
import { createOrUpdateInput } from './create-or-update-input.ts'
import { exportedFile, exportLimits } from './exports.ts'
import { day, id, instant, listOf, paging } from './fields.ts'
import { invoice, invoiceTitle } from './records/invoice.ts'
import { order } from './records/order.ts'
import { redInvoice } from './records/red-invoice.ts'
import { invoiceStates } from './shop.ts'

export const getInvoiceTitleList = call({
  path: '/v1/invoice/getInvoiceTitleList',
  effect: 'read',
  access: 'manager',
  about: '保存的发票抬头，常用的在前；verified 为认证企业的名称与统一社会信用代码，供新建时预填。',
  output: z.object({
    list: z.array(invoiceTitle.schema),
    verified: invoiceTitle.schema.pick({ title: true, tax_number: true }),
  }),
})

export const setInvoiceTitle = call({
  path: '/v1/invoice/setInvoiceTitle',
  effect: 'change',
  activity: 'invoice_title.saved',
  access: 'manager',
  about:
    '新建发票抬头（不带 title_id），或修改，只改动带上的项；专用发票须填写地址、电话、开户行与账号。第一个抬头即为常用。',
  input: createOrUpdateInput('title_id', invoiceTitle.edit('set')),
  output: invoiceTitle.schema,
  success: '已保存',
  codes: [-51001, -51002, -51005, -53022],
})

export const delInvoiceTitle = call({
  path: '/v1/invoice/delInvoiceTitle',
  effect: 'change',
  activity: 'invoice_title.deleted',
  access: 'manager',
  about: '删除发票抬头；已申请的发票不受影响。每月自动开票用的是它时，自动开票随之关闭。',
  input: z.strictObject({ title_id: id }),
  success: '已删除',
  codes: [-51001],
})

export const getInvoiceableOrderList = call({
  path: '/v1/invoice/getInvoiceableOrderList',
  effect: 'read',
  access: 'manager',
  about:
    '可以开票的订单：已完成、实付大于零、尚未申请；from 与 to 为完成日期的范围（北京时间，含首尾）；amount_total 为其中全部可开金额。',
  input: z.strictObject({
    from: day('开始日期格式不正确').optional(),
    to: day('结束日期格式不正确').optional(),
    ...paging,
  }),
  output: listOf(
    order.schema
      .pick({ order_id: true, order_number: true, subject: true })
      .extend({ amount: invoice.schema.shape.amount, fulfilled_at: instant }),
  ).extend({ amount_total: z.int() }),
})

export const requestInvoice = call({
  path: '/v1/invoice/requestInvoice',
  effect: 'change',
  activity: 'invoice.requested',
  access: 'manager',
  about: '为一个或多个订单申请一张发票。',
  input: z.strictObject({
    order_ids: z.array(id, { error: '请选择订单' }).min(1, '请选择订单').max(100, '一张发票最多100个订单'),
    title_id: id,
    ...invoice.input('request'),
  }),
  output: invoice.schema.pick({ invoice_id: true, amount: true }),
  success: '已申请，开具后会通知您',
  codes: [-51001, -51003],
})

const listedInvoice = invoice.schema.omit({ company_id: true, company_name: true }).extend({
  /** True when some of its orders' money was refunded since. A requested invoice is then rejected, an issued one reversed. */
  refunded: z.boolean(),
  /** The red invoices that reversed it in part or in full. */
  reds: z.array(redInvoice.schema),
  orders: z.array(
    order.schema.pick({ order_id: true, order_number: true }).extend({ amount: invoice.schema.shape.amount }),
  ),
})

const invoiceFilter = { state: z.enum(invoiceStates, { error: '状态不正确' }).optional() }

export const getInvoiceList = call({
  path: '/v1/invoice/getInvoiceList',
  effect: 'read',
  access: 'manager',
  about: '申请过的发票，最新的在前。',
  input: z.strictObject({ ...invoiceFilter, ...paging }),
  output: listOf(listedInvoice),
})

export const exportInvoices = call({
  path: '/v1/invoice/exportInvoices',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '按筛选导出申请过的发票为 XLSX；不含发票文件。',
  input: z.strictObject(invoiceFilter),
  output: exportedFile,
  codes: [429],
})

export const withdrawInvoice = call({
  path: '/v1/invoice/withdrawInvoice',
  effect: 'change',
  activity: 'invoice.withdrawn',
  access: 'manager',
  about: '撤回尚未开具的申请；订单可以重新申请。',
  input: z.strictObject({ invoice_id: id }),
  success: '已撤回',
  codes: [-51004, -59725],
})
