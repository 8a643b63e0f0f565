import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { gateways, orderStates, paymentStates } from '../shop.ts'
import { payerName } from './payment-fields.ts'
import { record } from './record.ts'

/** An attempt to pay an order at a gateway, or by a bank transfer. */
export const payment = record({
  payment_id: { answer: id },
  order_id: { answer: id },
  order_number: { answer: z.string() },
  order_state: { answer: z.enum(orderStates) },
  gateway: { answer: z.enum(gateways) },
  state: { answer: z.enum(paymentStates) },
  /** Fen. */
  amount: { answer: z.int() },
  /** The portal's number at the gateway; the remark code of a transfer. */
  out_trade_no: { answer: z.string() },
  /** The gateway's own number. */
  trade_no: { answer: z.string().nullable() },
  /** The address at which the buyer pays; null where there is none. */
  pay_url: { answer: z.string().nullable() },
  /** The code that the buyer scans; null where there is none. */
  code_url: { answer: z.string().nullable() },
  /** The holder of the account from which a transfer came, as entered by the buyer. */
  payer_name: { answer: z.string().nullable(), submit: line(payerName.label, payerName.max, payerName.min) },
  voucher_at: { answer: instant.nullable() },
  rejected_reason: { answer: z.string().nullable() },
  /** Why an operator has to look into the payment. */
  problem: { answer: z.string().nullable() },
  company_id: { answer: id },
  company_name: { answer: z.string() },
  created_at: { answer: instant },
  expires_at: { answer: instant },
  paid_at: { answer: instant.nullable() },
})
