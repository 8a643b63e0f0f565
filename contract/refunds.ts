import { z } from 'zod'
import { call } from './call.ts'
import { exportLimits } from './exports.ts'
import { id } from './fields.ts'
import { refundBases } from './shop.ts'

/**
 * The refundable part of an order at this moment, with the items that are taken back for it. The same rules decide over the
 * request.
 */
export const refundOffer = z.object({
  /** Fen of the order that were not asked back yet. */
  remaining: z.int(),
  offers: z.array(
    z.object({
      kind: z.enum(refundBases),
      /** Fen; for goodwill, the most that can be given. */
      amount: z.int(),
      /** The items to take back: person-days, which have no line, or days of each line. */
      items: z.array(z.object({ svp_id: id.nullable(), name: z.string(), days: z.int(), amount: z.int() })),
    }),
  ),
  /** Why it can't be given back as a whole; empty when it can. */
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
  output: refundOffer,
  codes: [-49010],
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
