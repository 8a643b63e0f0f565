import { z } from 'zod'
import { balanceFilter } from '../balance.ts'
import { maxTopUp } from '../balance-names.ts'
import { id, instant, line, listOf, paging, requestKey } from '../fields.ts'
import { balanceEntry } from '../records/balance-entry.ts'
import { operation } from './operation.ts'
import { reason } from './sales-orders.ts'

const getCompanyBalanceList = operation({
  path: '/sales/getCompanyBalanceList',
  effect: 'read',
  access: ['finance'],
  about: '有余额流水的企业及其预存余额，最近有变动的在前；合计是平台对客户的预收款。',
  input: z.strictObject({
    /** A part of a company's name. */
    keyword: line('关键词', 50, 0).optional(),
    ...paging,
  }),
  output: listOf(
    z.object({
      company_id: id,
      company_name: z.string(),
      /** Fen. */
      amount: z.int(),
      last_at: instant,
    }),
  ).extend({
    more: z.boolean(),
    /** The total of all companies in fen, regardless of the filter. */
    sum: z.int(),
  }),
})

const getCompanyBalance = operation({
  path: '/sales/getCompanyBalance',
  effect: 'read',
  access: ['finance'],
  about: '一家企业的余额与流水，最新的在前。',
  input: z.strictObject({ company_id: id, ...balanceFilter, ...paging }),
  output: listOf(balanceEntry.schema).extend({ more: z.boolean(), company_name: z.string(), amount: z.int() }),
  codes: [-53021],
})

const correctCompanyBalance = operation({
  path: '/sales/correctCompanyBalance',
  effect: 'change',
  access: ['finance'],
  audited: true,
  approval: { kind: 'balance', value: 'fen' },
  about:
    '更正一家企业的余额：正数增加，负数减少（不会低于零），须另一位操作员确认。同一 request_key 只更正一次，重复提交得到同一答复。',
  input: z.strictObject({
    company_id: id,
    /** Fen. */
    amount: z
      .int({ error: '请输入更正的金额' })
      .min(-maxTopUp, '金额过大')
      .max(maxTopUp, '金额过大')
      .refine(fen => fen !== 0, '更正的金额不能为零'),
    reason,
    request_key: requestKey,
  }),
  output: z.object({ amount: z.int() }),
  success: '已更正',
  codes: [-50020, -53012, -53013, -53017, -53021],
})

export const balances = { getCompanyBalanceList, getCompanyBalance, correctCompanyBalance }
