import type { z } from 'zod'
import { Refusal } from '#server/core/refusal.ts'

/** Returns a refusal that names the first field rejected by its schema, with the schema's message. */
export function malformed(error: z.ZodError): Refusal {
  const [issue] = error.issues
  if (!issue) return new Refusal(-41003)
  if (issue.code === 'unrecognized_keys') return new Refusal(-41003, issue.keys[0], `未知的参数：${issue.keys[0]}`)
  return new Refusal(-41003, issue.path.join('.') || null, issue.message)
}
