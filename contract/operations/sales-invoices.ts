import { z } from 'zod'
import { id, instant, line, listOf, paging } from '../fields.ts'
import { invoice } from '../records/invoice.ts'
import { order } from '../records/order.ts'
import { redInvoice } from '../records/red-invoice.ts'
import { operation } from './operation.ts'
import { invoiceFilters, redReasons, redScopes, taxRequestStates } from './sales-names.ts'

const getInvoiceRequestList = operation({
  path: '/sales/getInvoiceRequestList',
  effect: 'read',
  access: ['finance', 'support'],
  about: '发票申请与抬头资料；to_reverse 为已开具而订单已退款、待红冲的。',
  input: z.strictObject({
    state: z.enum(invoiceFilters, { error: '状态不正确' }).default('open'),
    /** A part of a company's name or of a title, or a full tax number or invoice number. */
    keyword: line('关键词', 50, 0).optional(),
    ...paging,
  }),
  output: listOf(
    invoice.schema.extend({
      orders: z.array(
        order.schema.pick({ order_number: true, state: true }).extend({ amount: invoice.schema.shape.amount }),
      ),
      /** Orders with a refund made or under way. A requested invoice is then rejected, an issued one reversed. */
      changed: z.array(z.string()),
      to_reverse: z.boolean(),
      /** Fen by which it exceeds what remains of its orders, which a red invoice has to reverse. */
      overstated: z.int(),
      reds: z.array(redInvoice.schema),
      /** The latest request to the tax service for this invoice. */
      tax: z
        .object({
          kind: z.enum(['blue', 'red']),
          state: z.enum(taxRequestStates),
          /** The service's own message about what it waits for, or why it failed. */
          problem: z.string(),
          asked_at: instant,
          /** Addresses of the invoice's further files at the service, even when the latest request was a reversal. */
          ofd_url: z.string().nullable(),
          xml_url: z.string().nullable(),
        })
        .nullable(),
    }),
  ).extend({
    more: z.boolean(),
    /** True if a tax service issues invoices; otherwise they are only registered by hand. */
    tax_service: z.boolean(),
  }),
})

const issueInvoiceRequest = operation({
  path: '/sales/issueInvoiceRequest',
  effect: 'change',
  idempotency: 'outside',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '登记已开具的发票：20 位号码与 PDF（multipart：invoice_id、invoice_number、file）。',
  input: z.strictObject({ invoice_id: id, ...invoice.input('issue') }),
  success: '已登记，企业会收到通知',
  codes: [-45002, -53020],
  multipart: true,
})

const rejectInvoiceRequest = operation({
  path: '/sales/rejectInvoiceRequest',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '驳回发票申请；企业会看到原因，订单可重新申请。',
  input: z.strictObject({ invoice_id: id, ...invoice.input('refuse') }),
  success: '已驳回，企业会收到通知',
  codes: [-53020],
})

const reverseIssuedInvoice = operation({
  path: '/sales/reverseIssuedInvoice',
  effect: 'change',
  idempotency: 'outside',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about:
    '登记红字发票：20 位号码、金额（分）与 PDF（multipart：invoice_id、invoice_number、scope、amount、reason、file）。whole 全额红冲，未退款的订单可重新申请；refunded 只红冲已退款的部分，发票其余金额仍有效。金额须是未红冲的金额；开出红字之后又完成了退款时，也可以是那之前的。',
  input: z.strictObject({
    invoice_id: id,
    ...invoice.input('issue'),
    scope: z.enum(redScopes, { error: '请选择红冲的范围' }),
    /** Fen as printed, as a positive number. Form fields arrive as text. */
    amount: z.coerce.number<number>({ error: '请填写红字发票的金额' }).int().positive(),
    ...invoice.input('refuse'),
  }),
  success: '已登记红字发票，企业会收到通知',
  codes: [-45002, -53020],
  multipart: true,
})

const issueByTaxService = operation({
  path: '/sales/issueByTaxService',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '提交税务服务开具：每个订单一行，结果取得后自动登记；失败的原因列在发票上，可以再次提交或手工登记。',
  input: z.strictObject({ invoice_id: id }),
  success: '已提交，开具后自动登记',
  codes: [-53020, -59726],
})

const askTaxServiceNow = operation({
  path: '/sales/askTaxServiceNow',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '立即向税务服务查询一张发票的结果。',
  input: z.strictObject({ invoice_id: id }),
  success: '正在查询，请稍后刷新',
  codes: [-53020],
})

const stopTaxService = operation({
  path: '/sales/stopTaxService',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '不再等待税务服务的结果，之后可以手工登记；须先在电子税务局核对有没有开出。',
  input: z.strictObject({ invoice_id: id, ...invoice.input('refuse') }),
  success: '已停止，可以手工登记',
  codes: [-53020],
})

const reverseByTaxService = operation({
  path: '/sales/reverseByTaxService',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '提交税务服务红冲（红字确认单）：购方无须确认或确认之后自动登记红字发票。',
  input: z.strictObject({
    invoice_id: id,
    scope: z.enum(redScopes, { error: '请选择红冲的范围' }),
    red_reason: z.enum(redReasons, { error: '请选择红冲原因' }),
    ...invoice.input('refuse'),
  }),
  success: '已提交红冲，完成后自动登记',
  codes: [-53020, -59726],
})

export const salesInvoices = {
  issueByTaxService,
  askTaxServiceNow,
  stopTaxService,
  reverseByTaxService,
  getInvoiceRequestList,
  issueInvoiceRequest,
  rejectInvoiceRequest,
  reverseIssuedInvoice,
}
