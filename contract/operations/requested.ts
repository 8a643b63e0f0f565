import { z } from 'zod'
import { id, instant } from '../fields.ts'

/** The answer of a call that asks a second operator, unless the rules of approval let its caller do it alone. */
export const requested = z.object({
  approval_id: id,
  /** What became of it, where one operator was enough; null while it waits for the second. */
  result: z.string().nullable(),
})

/** What a colleague has asked for and a second operator has not decided yet. */
export const waitingRequest = z.object({
  approval_id: id,
  summary: z.string(),
  requested_by: z.string(),
  requested_at: instant,
})

export const requestedText = '已提交；须第二人的等待另一位操作员确认'
