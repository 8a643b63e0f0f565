import { z } from 'zod'
import { balanceKinds, jointOrders, leastTopUp, maxTopUp } from './balance-names.ts'
import { call } from './call.ts'
import { exportedFile, exportLimits } from './exports.ts'
import { day, id, listOf, paging } from './fields.ts'
import { balanceEntry } from './records/balance-entry.ts'
import { order } from './records/order.ts'

export const getBalance = call({
  path: '/v1/balance/getBalance',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'orders' },
  about: '企业的预存余额（分），可以支付订单；自动续费到期前由它扣款。',
  output: z.object({
    /** Fen. */
    amount: z.int(),
  }),
})

export const balanceFilter = {
  kind: z.enum(balanceKinds, { error: '流水类型不正确' }).optional(),
  /** Days in China, both inclusive. */
  from: day('开始日期格式不正确').optional(),
  to: day('结束日期格式不正确').optional(),
}

export const getBalanceLedger = call({
  path: '/v1/balance/getBalanceLedger',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'orders' },
  about: '余额流水：充值、支付、退款、充值退款、更正，最新的在前；只增不改。',
  input: z.strictObject({ ...balanceFilter, ...paging }),
  output: listOf(balanceEntry.schema).extend({ more: z.boolean() }),
})

export const exportBalanceLedger = call({
  path: '/v1/balance/exportBalanceLedger',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '按筛选导出余额流水为 XLSX。',
  input: z.strictObject(balanceFilter),
  output: exportedFile,
  codes: [429],
})

const placed = order.schema.pick({ order_id: true, order_number: true, payable: true, pays_until: true })

export const topUpBalance = call({
  path: '/v1/balance/topUpBalance',
  effect: 'change',
  activity: 'order.placed',
  limits: [{ name: 'top-up', by: 'company', max: 60, seconds: 3600 }],
  access: 'manager',
  about: '充值：生成一个充值订单，在收银台以任一支付方式付款，到账即入余额。',
  input: z.strictObject({
    /** Fen. */
    amount: z
      .int({ error: '请输入充值金额' })
      .min(leastTopUp, '充值金额至少1元')
      .max(maxTopUp, '一次最多充值1000000元'),
  }),
  output: placed,
  codes: [429],
})

export const payOrdersTogether = call({
  path: '/v1/balance/payOrdersTogether',
  effect: 'change',
  activity: 'order.placed',
  limits: [{ name: 'top-up', by: 'company', max: 60, seconds: 3600 }],
  access: 'manager',
  about:
    '合并支付：为所选的待支付订单生成一笔充值，到账的同时逐个支付它们；其间已不能支付的，款项留在余额里。也可以在收银台直接用余额付清。',
  input: z.strictObject({
    order_ids: z
      .array(id, { error: '请选择订单' })
      .min(1, '请选择订单')
      .max(jointOrders, `一次最多合并${jointOrders}个订单`),
  }),
  output: placed,
  codes: [429, -50022],
})
