import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { gateways, orderStates, refundKinds, refundStates } from '../shop.ts'
import { refundReason } from './payment-fields.ts'
import { record } from './record.ts'

export const refund = record({
  refund_id: { answer: id },
  kind: { answer: z.enum(refundKinds) },
  state: { answer: z.enum(refundStates) },
  /** True when the company withdrew its request. The state is then `rejected`, because the money stays as after a rejection. */
  withdrawn: { answer: z.boolean() },
  /** Fen. */
  amount: { answer: z.int() },
  /** The customer's reason, or that of the operator who began the refund. */
  reason: {
    answer: z.string(),
    request: line(refundReason.label, refundReason.max, refundReason.min).optional(),
    begin: line('原因', refundReason.max, refundReason.min),
  },
  /** The text for the company: the reason of a rejection, or the bank's number. */
  note: { answer: z.string() },
  /** Why the gateway failed to make it; only operators read this. */
  failure: { answer: z.string() },
  gateway: { answer: z.enum(gateways) },
  out_refund_no: { answer: z.string() },
  order_number: { answer: z.string() },
  order_state: { answer: z.enum(orderStates) },
  subject: { answer: z.string() },
  company_id: { answer: id },
  company_name: { answer: z.string() },
  asked_at: { answer: instant },
  done_at: { answer: instant.nullable() },
  /** The number of its credit note; null until the refund is made. */
  credit_number: { answer: z.string().nullable() },
})
