import { z } from 'zod'
import { id, instant, line, listOf, paging } from '../fields.ts'
import { invoiceKinds, invoiceStates, orderStates } from '../shop.ts'
import { operation } from './operation.ts'
import { invoiceFilters } from './sales-names.ts'
import { reason } from './sales-orders.ts'

const getInvoiceRequestList = operation({
  path: '/sales/getInvoiceRequestList',
  access: ['finance'],
  about: '发票申请与抬头资料；to_reverse 为已开具而订单已退款、待红冲的。',
  input: z.strictObject({
    state: z.enum(invoiceFilters, { error: '状态不正确' }).default('open'),
    /** Part of a company's name or of a title, or a whole tax number or invoice number. */
    keyword: line('关键词', 50, 0).optional(),
    ...paging,
  }),
  output: listOf(
    z.object({
      invoice_id: id,
      state: z.enum(invoiceStates),
      kind: z.enum(invoiceKinds),
      company_id: id,
      company_name: z.string(),
      title: z.string(),
      tax_number: z.string(),
      address: z.string(),
      phone: z.string(),
      bank: z.string(),
      bank_account: z.string(),
      email: z.string(),
      remark: z.string(),
      amount: z.int(),
      orders: z.array(z.object({ order_number: z.string(), amount: z.int(), state: z.enum(orderStates) })),
      /** Orders that were given back, or are being: an asked one is rejected then, an issued one reversed. */
      changed: z.array(z.string()),
      to_reverse: z.boolean(),
      invoice_number: z.string().nullable(),
      /** Signed, good for ten minutes. */
      file_url: z.string().nullable(),
      reason: z.string().nullable(),
      asked_by: z.string(),
      asked_at: instant,
      decided_at: instant.nullable(),
    }),
  ).extend({ more: z.boolean() }),
})

const issueInvoiceRequest = operation({
  path: '/sales/issueInvoiceRequest',
  access: ['finance'],
  audited: true,
  about: '登记已开具的发票：20 位号码与 PDF（multipart：invoice_id、invoice_number、file）。',
  input: z.strictObject({
    invoice_id: id,
    invoice_number: z.string({ error: '请输入发票号码' }).regex(/^\d{20}$/, '数电发票号码为20位数字'),
  }),
  output: z.object({}),
  success: '已登记，企业会收到通知',
  codes: [-45002, -53020],
  multipart: true,
})

const rejectInvoiceRequest = operation({
  path: '/sales/rejectInvoiceRequest',
  access: ['finance'],
  audited: true,
  about: '驳回发票申请；企业会看到原因，订单可重新申请。',
  input: z.strictObject({ invoice_id: id, reason }),
  output: z.object({}),
  success: '已驳回，企业会收到通知',
  codes: [-53020],
})

const reverseIssuedInvoice = operation({
  path: '/sales/reverseIssuedInvoice',
  access: ['finance'],
  audited: true,
  about: '登记已红冲的发票；未退款的订单可重新申请。',
  input: z.strictObject({ invoice_id: id, reason }),
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
