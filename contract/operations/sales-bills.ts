import { z } from 'zod'
import { day, id, instant, listOf, paging } from '../fields.ts'
import { operation } from './operation.ts'
import { billDifferenceFilters, billDifferenceKinds, billedGateways, billStates } from './sales-names.ts'
import { reason } from './sales-orders.ts'

const gateway = z.enum(billedGateways, { error: '支付渠道不正确' })

const getBillList = operation({
  path: '/sales/getBillList',
  effect: 'read',
  access: ['finance'],
  about: '支付渠道每天的账单：笔数、金额与尚未处理的差异；最近的在前。',
  input: z.strictObject({ gateway: gateway.optional(), ...paging }),
  output: listOf(
    z.object({
      gateway,
      day: z.string(),
      state: z.enum(billStates),
      payments: z.int(),
      /** Fen, like all amounts here. */
      payments_amount: z.int(),
      refunds: z.int(),
      refunds_amount: z.int(),
      /** The number of differences that are not handled. */
      differences: z.int(),
      /** Why the last attempt to read it failed. */
      problem: z.string().nullable(),
      tried_at: instant.nullable(),
      read_at: instant.nullable(),
    }),
  ).extend({ more: z.boolean() }),
})

const getBillDifferenceList = operation({
  path: '/sales/getBillDifferenceList',
  effect: 'read',
  access: ['finance'],
  about: '支付渠道的账单与本站记录的差异；未处理的最早的在前。',
  input: z.strictObject({
    state: z.enum(billDifferenceFilters, { error: '状态不正确' }).default('open'),
    gateway: gateway.optional(),
    day: day('日期格式不正确').optional(),
    ...paging,
  }),
  output: listOf(
    z.object({
      difference_id: id,
      gateway,
      day: z.string(),
      kind: z.enum(billDifferenceKinds),
      out_trade_no: z.string(),
      out_refund_no: z.string().nullable(),
      /** The gateway's own number. */
      trade_no: z.string().nullable(),
      billed_amount: z.int().nullable(),
      own_amount: z.int().nullable(),
      /** Null when the portal knows no such payment. */
      order_number: z.string().nullable(),
      company_id: id.nullable(),
      company_name: z.string().nullable(),
      noted_at: instant,
      handled_at: instant.nullable(),
      handled_by: z.string().nullable(),
      note: z.string(),
    }),
  ).extend({ more: z.boolean() }),
})

const handleBillDifference = operation({
  path: '/sales/handleBillDifference',
  effect: 'change',
  access: ['finance'],
  audited: true,
  about: '说明一笔差异的去向；再次读取账单不会把它重新列出。',
  input: z.strictObject({ difference_id: id, reason }),
  success: '已记下去向',
  codes: [-53204],
})

const readBillAgain = operation({
  path: '/sales/readBillAgain',
  effect: 'change',
  access: ['finance'],
  audited: true,
  about: '重新向支付渠道读取一天的账单并核对；已处理的差异保留。',
  input: z.strictObject({ gateway, day: day('日期格式不正确') }),
  success: '正在读取，稍后刷新',
  codes: [-53205],
})

export const salesBills = { getBillList, getBillDifferenceList, handleBillDifference, readBillAgain }
