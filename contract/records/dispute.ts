import { z } from 'zod'
import { disputeStates } from '../device-names.ts'
import { id, instant, line } from '../fields.ts'
import { disputeFields } from './device-fields.ts'
import { record } from './record.ts'

/** A report by a person's client of a device that is registered to a colleague. `decide` holds the operator's decision. */
export const dispute = record({
  dispute_id: { answer: id },
  state: { answer: z.enum(disputeStates) },
  company_id: { answer: id },
  company_name: { answer: z.string() },
  device_id: { answer: id },
  device_name: { answer: z.string() },
  holder_name: { answer: z.string() },
  claimant_name: { answer: z.string() },
  /** The number of the claimant's reports of the device, at most one counted per minute. */
  times: { answer: z.int() },
  first_at: { answer: instant },
  last_at: { answer: instant },
  reason: {
    answer: z.string().nullable(),
    decide: line(disputeFields.reason.label, disputeFields.reason.max),
  },
  decided_by: { answer: z.string().nullable() },
  decided_at: { answer: instant.nullable() },
  /** The device as described by the claimant's client, and the address from which it reported. */
  reported_name: { answer: z.string() },
  reported_ip: { answer: z.string() },
})
