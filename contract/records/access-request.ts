import { z } from 'zod'
import { id, instant, line, personDays } from '../fields.ts'
import { requestKinds, requestStates } from '../request-names.ts'
import { record } from './record.ts'

/** An employee's request to the company. */
export const accessRequest = record({
  request_id: { answer: id },
  kind: { answer: z.enum(requestKinds), ask: z.enum(requestKinds, { error: '请选择申请的内容' }) },
  /** Only in a request for more days; once approved, the days that were granted. */
  days: { answer: z.int().nullable(), ask: personDays.optional() },
  /** Only in a request about a device; null once the device was removed. */
  device_id: { answer: id.nullable(), ask: id.optional() },
  device_name: { answer: z.string().nullable() },
  note: { answer: z.string(), ask: line('说明', 200, 2) },
  state: { answer: z.enum(requestStates) },
  /** The person who decided, and the reason for a refusal. */
  decided_by: { answer: z.string().nullable() },
  reason: { answer: z.string() },
  decided_at: { answer: instant.nullable() },
  /** When the act that granted it was undone. */
  taken_back_at: { answer: instant.nullable() },
  created_at: { answer: instant },
  expires_at: { answer: instant },
})
