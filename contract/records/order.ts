import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { orderKinds, orderStates, products } from '../shop.ts'
import { record } from './record.ts'

export const order = record({
  order_id: { answer: id },
  order_number: { answer: z.string() },
  kind: { answer: z.enum(orderKinds) },
  product: { answer: z.enum(products) },
  state: { answer: z.enum(orderStates) },
  subject: { answer: z.string() },
  /** Fen, before any discount. */
  list_amount: { answer: z.int() },
  package_discount: { answer: z.int() },
  coupon_discount: { answer: z.int() },
  payable: { answer: z.int() },
  /** Fen of it whose refund was requested, is on its way or was made. */
  returned_amount: { answer: z.int() },
  /** Fen of it that were refunded. */
  refunded_amount: { answer: z.int() },
  buyer_name: { answer: z.string() },
  created_at: { answer: instant },
  pays_until: { answer: instant },
  paid_at: { answer: instant.nullable() },
  fulfilled_at: { answer: instant.nullable() },
  ended_at: { answer: instant.nullable() },
  /** True when its company has removed it from its own list. */
  hidden: { answer: z.boolean() },
})
export type Order = z.output<typeof order.schema>
