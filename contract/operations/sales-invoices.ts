import { z } from 'zod'
import { id, line, listOf, paging } from '../fields.ts'
import { invoice } from '../records/invoice.ts'
import { order } from '../records/order.ts'
import { redInvoice } from '../records/red-invoice.ts'
import { operation } from './operation.ts'
import { invoiceFilters, redScopes } from './sales-names.ts'

const getInvoiceRequestList = operation({
  path: '/sales/getInvoiceRequestList',
  effect: 'read',
  access: ['finance', 'support'],
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
      /** Orders of which something went back, or that are given back. A requested invoice is rejected then, an issued one reversed. */
      changed: z.array(z.string()),
      to_reverse: z.boolean(),
      /** Fen that it is for beyond what its orders came to, which a red invoice has to take back. */
      overstated: z.int(),
      reds: z.array(redInvoice.schema),
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
  about:
    '登记红字发票：20 位号码与 PDF（multipart：invoice_id、invoice_number、scope、reason、file）。whole 全额红冲，未退款的订单可重新申请；refunded 只红冲已退款的部分，发票其余金额仍有效。',
  input: z.strictObject({
    invoice_id: id,
    ...invoice.input('issue'),
    scope: z.enum(redScopes, { error: '请选择红冲的范围' }),
    ...invoice.input('refuse'),
  }),
  output: z.object({}),
  success: '已登记红字发票，企业会收到通知',
  codes: [-45002, -53020],
  multipart: true,
})

export const salesInvoices = {
  getInvoiceRequestList,
  issueInvoiceRequest,
  rejectInvoiceRequest,
  reverseIssuedInvoice,
}
