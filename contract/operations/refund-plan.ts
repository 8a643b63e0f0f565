import { z } from 'zod'
import { accessPlan } from '../access.ts'
import { id } from '../fields.ts'
import { companyRefundBases, linesPerOrder } from '../shop.ts'
import { operation } from './operation.ts'
import { orderNumber } from './sales-orders.ts'

const planSalesRefund = operation({
  path: '/sales/planSalesRefund',
  effect: 'plan',
  // A plan holds a connection for as long as the act itself would.
  limits: [{ name: 'plan', by: 'operator', max: 600, seconds: 600 }],
  access: ['finance'],
  about:
    '代企业发起退款之前，说明谁会失去哪些能用的专线，以及其中谁在最近 90 天用过；照做一遍而不提交。kind 与 svp_ids 同 refundSalesOrder；补偿不收回任何内容，没有计划。',
  input: z.strictObject({
    order_number: orderNumber,
    kind: z.enum(companyRefundBases, { error: '退款方式不正确' }),
    svp_ids: z.array(id).min(1, '请选择专线').max(linesPerOrder).optional(),
  }),
  output: accessPlan,
  codes: [-49010, -49011, -49012, -49013, -49015, -49016, -53021, 429],
})

export const refundPlans = { planSalesRefund }
