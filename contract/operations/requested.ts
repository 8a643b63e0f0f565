import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { approvalKinds } from './operator-names.ts'

/** The answer of a call that needs a second operator, unless the policy lets its caller act alone. */
export const requested = z.object({
  approval_id: id,
  /** The outcome, when one operator was enough; null while the request awaits a second one. */
  result: z.string().nullable(),
})

/** A colleague's request that awaits a second operator. */
export const waitingRequest = z.object({
  approval_id: id,
  kind: z.enum(approvalKinds),
  summary: z.string(),
  requested_by: z.string(),
  requested_at: instant,
})

export const requestedText = '已提交；须第二人的等待另一位操作员确认'
