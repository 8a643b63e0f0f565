import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { trialStates } from '../trial-names.ts'
import { record } from './record.ts'

/** A company's trial, from the request to its end. It has no order, so invoices, commissions and revenue do not include it. */
export const trial = record({
  trial_id: { answer: id },
  company_id: { answer: id },
  company_name: { answer: z.string() },
  state: { answer: z.enum(trialStates) },
  /** The partner that brought the company; null without one. */
  channel_name: { answer: z.string().nullable() },
  /** The person who requested it; null when an operator opened it without a request. */
  requested_by: { answer: z.string().nullable() },
  requested_at: { answer: instant.nullable() },
  note: { answer: z.string() },
  decided_by: { answer: z.string().nullable() },
  decided_at: { answer: instant.nullable() },
  /** Why it was declined, or opened again. */
  reason: { answer: z.string().nullable() },
  /** Its line, once opened. */
  svp_id: { answer: id.nullable() },
  ends_at: { answer: instant.nullable() },
})
