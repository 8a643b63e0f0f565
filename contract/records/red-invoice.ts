import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { record } from './record.ts'

/** A reversal of an issued invoice with the tax office, in full or in part. */
export const redInvoice = record({
  red_invoice_id: { answer: id },
  /** Its own twenty digits. */
  invoice_number: { answer: z.string() },
  /** Fen, as a positive number. */
  amount: { answer: z.int() },
  reason: { answer: z.string() },
  issued_at: { answer: instant },
  /** A short-lived address of its PDF. */
  file_url: { answer: z.string() },
})
