import { z } from 'zod'
import { call } from './call.ts'
import { exportedFile, exportLimits } from './exports.ts'
import { month } from './fields.ts'

/** The months of statements that a company sees, including the present one. */
export const statementMonths = 36

/** All in fen. */
const figures = z.object({
  month: z.string(),
  opening: z.int(),
  topups: z.int(),
  payments: z.int(),
  refunds: z.int(),
  withdrawals: z.int(),
  corrections: z.int(),
  closing: z.int(),
  /** Orders placed and paid in the month, by whatever means of payment. */
  orders: z.int(),
  orders_amount: z.int(),
})

export const getStatementList = call({
  path: '/v1/balance/getStatementList',
  effect: 'read',
  access: 'manager',
  about: `每月对账单的合计，最近的在前，最多 ${statementMonths} 个月：期初余额、充值、支付、退款、更正与期末余额，以及当月支付的订单。`,
  output: z.object({ list: z.array(figures) }),
})

export const exportStatement = call({
  path: '/v1/balance/exportStatement',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '一个月的对账单（PDF 或 XLSX）：余额的期初、流水与期末，当月支付的订单、退款与开具的发票。',
  input: z.strictObject({ month, format: z.enum(['pdf', 'xlsx'], { error: '格式不正确' }) }),
  output: exportedFile,
  codes: [429, -50023],
})
