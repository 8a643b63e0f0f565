import { z } from 'zod'
import { id, line, listOf, paging } from '../fields.ts'
import { invoice } from '../records/invoice.ts'
import { order } from '../records/order.ts'
import { operation } from './operation.ts'
import { invoiceFilters } from './sales-names.ts'

const getInvoiceRequestList = operation({
  path: '/sales/getInvoiceRequestList',
  effect: 'read',
  access: ['finance'],
  about: '发票申请与抬头资料；to_reverse 为已开具而订单已退款、待红冲的。',
  input: z.strictObject({
    state: z.enum(invoiceFilters, { error: '状态不正确' }).default('open'),
    /** A part of a company's name or of a title, or a whole tax number or invoice number. */
    keyword: line('关键词', 50, 0).optional(),
    ...paging,
  }),
  output: listOf(
    invoice.schema.extend({
      orders: z.array(
        order.schema.pick({ order_number: true, state: true }).extend({ amount: invoice.schema.shape.amount }),
      ),
      /** Orders that were refunded, or are being. A requested invoice is rejected then, an issued one reversed. */
      changed: z.array(z.string()),
      to_reverse: z.boolean(),
    }),
  ).extend({ more: z.boolean() }),
})

const issueInvoiceRequest = operation({
  path: '/sales/issueInvoiceRequest',
  effect: 'change',
  access: ['finance'],
  audited: true,
  about: '登记已开具的发票：20 位号码与 PDF（multipart：invoice_id、invoice_number、file）。',
  input: z.strictObject({ invoice_id: id, ...invoice.input('issue') }),
  output: z.object({}),
  success: '已登记，企业会收到通知',
  codes: [-45002, -53020],
  multipart: true,
})

const rejectInvoiceRequest = operation({
  path: '/sales/rejectInvoiceRequest',
  effect: 'change',
  access: ['finance'],
  audited: true,
  about: '驳回发票申请；企业会看到原因，订单可重新申请。',
  input: z.strictObject({ invoice_id: id, ...invoice.input('refuse') }),
  output: z.object({}),
  success: '已驳回，企业会收到通知',
  codes: [-53020],
})

const reverseIssuedInvoice = operation({
  path: '/sales/reverseIssuedInvoice',
  effect: 'change',
  access: ['finance'],
  audited: true,
  about: '登记已红冲的发票；未退款的订单可重新申请。',
  input: z.strictObject({ invoice_id: id, ...invoice.input('refuse') }),
  output: z.object({}),
  success: '已登记为红冲，企业会收到通知',
  codes: [-53020],
})

export const salesInvoices = {
  getInvoiceRequestList,
  issueInvoiceRequest,
  rejectInvoiceRequest,
  reverseIssuedInvoice,
}
