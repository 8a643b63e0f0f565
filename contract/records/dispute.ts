import { z } from 'zod'
import { disputeStates } from '../device-names.ts'
import { id, instant, line } from '../fields.ts'
import { disputeFields } from './device-fields.ts'
import { record } from './record.ts'

/** Somebody's client reported a device that is registered to a colleague. `decide` is what the operator gives. */
export const dispute = record({
  dispute_id: { answer: id },
  state: { answer: z.enum(disputeStates) },
  company_id: { answer: id },
  company_name: { answer: z.string() },
  device_id: { answer: id },
  device_name: { answer: z.string() },
  holder_name: { answer: z.string() },
  claimant_name: { answer: z.string() },
  /** The number of reports of the device by the claimant's client, counted once a minute. */
  times: { answer: z.int() },
  first_at: { answer: instant },
  last_at: { answer: instant },
  reason: {
    answer: z.string().nullable(),
    decide: line(disputeFields.reason.label, disputeFields.reason.max),
  },
  decided_by: { answer: z.string().nullable() },
  decided_at: { answer: instant.nullable() },
  /** The claimant's client's own description of the device, and the address that it came from. */
  reported_name: { answer: z.string() },
  reported_ip: { answer: z.string() },
})
