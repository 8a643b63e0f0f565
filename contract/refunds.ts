import { z } from 'zod'
import { accessPlan } from './access.ts'
import { call } from './call.ts'
import { exportLimits } from './exports.ts'
import { id } from './fields.ts'
import { payment } from './records/payment.ts'
import { companyRefundBases, linesPerOrder, refundBases } from './shop.ts'

/** The part of an order that is refundable now, with the items that are taken back for it. The same rules decide on the request. */
export const refundOffer = z.object({
  /** Fen of the order that were not yet requested back. */
  remaining: z.int(),
  offers: z.array(
    z.object({
      kind: z.enum(refundBases),
      /** Fen; for goodwill, the highest possible amount. */
      amount: z.int(),
      /** The items to take back: person-days, which have no line, or days of each line. */
      items: z.array(z.object({ svp_id: id.nullable(), name: z.string(), days: z.int(), amount: z.int() })),
    }),
  ),
  /** Why it cannot be refunded in full; empty when it can. */
  problem: z.string(),
})
export type RefundOffer = z.output<typeof refundOffer>

export const getRefundOffer = call({
  path: '/v1/order/getRefundOffer',
  effect: 'read',
  access: 'manager',
  about:
    '一笔订单现在可以怎样退款：整单，或未用的部分（按天数；充值为还在余额里的）；各自的金额与将收回的内容。提交时按同样的规则判断。',
  input: z.strictObject({ order_id: id }),
  output: refundOffer.extend({
    /** The way in which the order was paid, by which the money goes back; null if nothing was paid. */
    gateway: payment.schema.shape.gateway.nullable(),
  }),
  codes: [-49010],
})

export const planRefund = call({
  path: '/v1/order/planRefund',
  effect: 'plan',
  // A plan holds a connection for as long as the act itself would.
  limits: [{ name: 'plan', by: 'company', max: 1200, seconds: 600 }],
  access: 'manager',
  about:
    '申请退款之前，说明谁会失去哪些能用的专线、哪些设备不能再连接，以及其中谁在最近 90 天用过；照做一遍而不提交。refund_kind 与 refund_svp_ids 同 orderOpera。',
  input: z.strictObject({
    order_id: id,
    refund_kind: z.enum(companyRefundBases, { error: '退款方式不正确' }),
    refund_svp_ids: z.array(id).min(1, '请选择专线').max(linesPerOrder).optional(),
  }),
  output: accessPlan,
  codes: [-49010, -49011, -49012, -49013, -49015, -49016, 429],
})

export const withdrawRefund = call({
  path: '/v1/order/withdrawRefund',
  effect: 'change',
  activity: 'order.refund_withdrawn',
  access: 'manager',
  about:
    '撤回企业自己申请的、待审核的退款：收回的专线、时长、天数或余额立即恢复，停用的专线按停用的时间顺延到期日。客服发起的、已提交复核的或已审核的不能撤回。',
  input: z.strictObject({ order_id: id, refund_id: id }),
  success: '已撤回退款申请',
  codes: [-49010, -49011],
})

const document = z.object({ url: z.string(), file_name: z.string() })

export const getCreditNote = call({
  path: '/v1/order/getCreditNote',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '已退回的一笔退款的退款凭证（PDF）：编号、订单、金额、收回的内容、原因与退回方式。',
  input: z.strictObject({ refund_id: id }),
  output: document,
  codes: [429, -50030],
})
