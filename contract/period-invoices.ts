import { z } from 'zod'
import { call } from './call.ts'
import { day, id } from './fields.ts'
import { invoice, invoiceTitle } from './records/invoice.ts'

/** The most orders of a period in one invoice; the remaining ones get another. */
export const ordersPerPeriod = 1_000

export const getInvoiceSetting = call({
  path: '/v1/invoice/getInvoiceSetting',
  effect: 'read',
  access: 'manager',
  about: '是否每月自动申请发票，以及用哪个抬头。',
  output: z.object({
    automatic: invoiceTitle.schema.pick({ title_id: true, title: true }).extend({ set_by: z.string() }).nullable(),
  }),
})

export const setInvoiceSetting = call({
  path: '/v1/invoice/setInvoiceSetting',
  effect: 'change',
  activity: 'invoice.automatic_set',
  access: 'manager',
  about:
    '开启或关闭每月自动申请发票：月初为上月完成且尚未申请的订单合开一张，开具后发到抬头的邮箱。title_id 为空即关闭。',
  input: z.strictObject({ title_id: id.nullable() }),
  success: '已保存',
  codes: [-51001],
})

export const requestPeriodInvoice = call({
  path: '/v1/invoice/requestPeriodInvoice',
  effect: 'change',
  activity: 'invoice.requested',
  access: 'manager',
  about: `为一段日期内完成且尚未申请的订单合开一张发票，最多 ${ordersPerPeriod} 个订单；更多的可再申请一张。`,
  input: z.strictObject({
    /** Days in China, both inclusive. */
    from: day('开始日期格式不正确'),
    to: day('结束日期格式不正确'),
    title_id: id,
    ...invoice.input('request'),
  }),
  output: invoice.schema.pick({ invoice_id: true, amount: true }).extend({ orders: z.int() }),
  success: '已申请，开具后会通知您',
  codes: [-51001, -51006],
})
