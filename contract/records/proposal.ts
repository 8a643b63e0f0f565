import { z } from 'zod'
import { text } from '../content-fields.ts'
import { id, instant } from '../fields.ts'
import { longestProposal, proposalNote, proposalStates } from '../proposal-names.ts'
import { orderKinds, products } from '../shop.ts'
import { record } from './record.ts'

/** An operator's offer to a company, at a price that holds until a day. */
export const proposal = record({
  proposal_id: { answer: id },
  company_id: { answer: id },
  company_name: { answer: z.string() },
  number: { answer: z.string() },
  state: { answer: z.enum(proposalStates) },
  kind: { answer: z.enum(orderKinds) },
  product: { answer: z.enum(products) },
  subject: { answer: z.string() },
  /** Fen, as in an order. */
  list_amount: { answer: z.int() },
  package_discount: { answer: z.int() },
  coupon_discount: { answer: z.int() },
  payable: { answer: z.int() },
  coupon_id: { answer: id.nullable(), save: id.optional() },
  coupon_name: { answer: z.string().nullable() },
  /** Also shown to the company. */
  note: { answer: z.string(), save: text('说明', proposalNote, 0).trim().default('') },
  /** Includes the day of sending. */
  valid_days: {
    answer: z.int(),
    save: z.int({ error: '有效天数须为整数' }).min(1, '至少1天').max(longestProposal, `最多${longestProposal}天`),
  },
  valid_until: { answer: instant.nullable() },
  operator_name: { answer: z.string() },
  /** Why it was declined or withdrawn. */
  reason: { answer: z.string() },
  order_id: { answer: id.nullable() },
  order_number: { answer: z.string().nullable() },
  created_at: { answer: instant },
  updated_at: { answer: instant },
  sent_at: { answer: instant.nullable() },
  /**
   * A draft is saved and sent at the revision that was read, so that a colleague's later changes are neither overwritten nor sent
   * unseen.
   */
  revision: { answer: z.int() },
})
