import { z } from 'zod'
import { call } from './call.ts'
import { creditCode, id, instant, line, listOf, paging } from './fields.ts'
import { invoiceKinds, invoiceStates } from './shop.ts'

const titleFields = {
  kind: z.enum(invoiceKinds),
  title: z.string(),
  tax_number: z.string(),
  address: z.string(),
  phone: z.string(),
  bank: z.string(),
  bank_account: z.string(),
  email: z.string(),
}
const title = z.object({ title_id: id, ...titleFields, preferred: z.boolean() })

export const getInvoiceTitleList = call({
  path: '/v1/invoice/getInvoiceTitleList',
  access: 'manager',
  about: '保存的发票抬头，常用的在前；verified 为认证企业的名称与统一社会信用代码，供新增时预填。',
  input: z.strictObject({}),
  output: z.object({ list: z.array(title), verified: z.object({ title: z.string(), tax_number: z.string() }) }),
})

export const setInvoiceTitle = call({
  path: '/v1/invoice/setInvoiceTitle',
  access: 'manager',
  about: '新增或修改发票抬头；专用发票须填写地址、电话、开户行与账号。第一个抬头即为常用。',
  input: z.strictObject({
    title_id: id.optional(),
    kind: z.enum(invoiceKinds, { error: '请选择发票类型' }),
    title: line('发票抬头', 100, 2),
    tax_number: creditCode,
    address: line('注册地址', 200, 0).default(''),
    phone: line('注册电话', 30, 0).default(''),
    bank: line('开户行', 100, 0).default(''),
    bank_account: line('银行账号', 40, 0).default(''),
    email: z.email('请输入正确的邮箱').max(100, '邮箱最多100个字'),
    preferred: z.boolean().default(false),
  }),
  output: title,
  success: '已保存',
  codes: [-51001, -51002, -51005],
})

export const delInvoiceTitle = call({
  path: '/v1/invoice/delInvoiceTitle',
  access: 'manager',
  about: '删除发票抬头；已申请的发票不受影响。',
  input: z.strictObject({ title_id: id }),
  output: z.object({}),
  success: '已删除',
  codes: [-51001],
})

export const getInvoiceableOrderList = call({
  path: '/v1/invoice/getInvoiceableOrderList',
  access: 'manager',
  about: '可以开票的订单：已完成、实付大于零、尚未申请；amount_total 为全部可开金额。',
  input: z.strictObject({ ...paging }),
  output: listOf(
    z.object({
      order_id: id,
      order_number: z.string(),
      subject: z.string(),
      /** Fen paid in money; coupons are not invoiced. */
      amount: z.int(),
      fulfilled_at: instant,
    }),
  ).extend({ amount_total: z.int() }),
})

export const requestInvoice = call({
  path: '/v1/invoice/requestInvoice',
  access: 'manager',
  about: '为一个或多个订单申请一张发票。',
  input: z.strictObject({
    order_ids: z.array(id, { error: '请选择订单' }).min(1, '请选择订单').max(100, '一张发票最多100个订单'),
    title_id: id,
    remark: line('备注', 200, 0).default(''),
  }),
  output: z.object({ invoice_id: id, amount: z.int() }),
  success: '已申请，开具后会通知您',
  codes: [-51001, -51003],
})

const invoice = z.object({
  invoice_id: id,
  state: z.enum(invoiceStates),
  amount: z.int(),
  ...titleFields,
  remark: z.string(),
  invoice_number: z.string().nullable(),
  /** A short-lived address of the file; null until it is issued. */
  file_url: z.string().nullable(),
  /** Why it was rejected or reversed. */
  reason: z.string().nullable(),
  /** One of its orders has been refunded: an asked one will be rejected, an issued one reversed. */
  refunded: z.boolean(),
  asked_by: z.string(),
  asked_at: instant,
  decided_at: instant.nullable(),
  orders: z.array(z.object({ order_id: id, order_number: z.string(), amount: z.int() })),
})

export const getInvoiceList = call({
  path: '/v1/invoice/getInvoiceList',
  access: 'manager',
  about: '申请过的发票，最新的在前。',
  input: z.strictObject({ state: z.enum(invoiceStates, { error: '状态不正确' }).optional(), ...paging }),
  output: listOf(invoice),
})

export const withdrawInvoice = call({
  path: '/v1/invoice/withdrawInvoice',
  access: 'manager',
  about: '撤回尚未开具的申请；订单可以重新申请。',
  input: z.strictObject({ invoice_id: id }),
  output: z.object({}),
  success: '已撤回',
  codes: [-51004],
})
