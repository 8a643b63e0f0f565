import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { trialStates } from '../trial-names.ts'
import { record } from './record.ts'

/** A company's trial, from the request to its end. It has no order, so no invoice, commission or revenue knows of it. */
export const trial = record({
  trial_id: { answer: id },
  company_id: { answer: id },
  company_name: { answer: z.string() },
  state: { answer: z.enum(trialStates) },
  /** The partner that brought the company; null without one. */
  channel_name: { answer: z.string().nullable() },
  /** The person who requested it; null where an operator opened it unprompted. */
  requested_by: { answer: z.string().nullable() },
  requested_at: { answer: instant.nullable() },
  note: { answer: z.string() },
  decided_by: { answer: z.string().nullable() },
  decided_at: { answer: instant.nullable() },
  /** Why it was declined, or opened once more. */
  reason: { answer: z.string().nullable() },
  /** Its line, once it was opened. */
  svp_id: { answer: id.nullable() },
  ends_at: { answer: instant.nullable() },
})
