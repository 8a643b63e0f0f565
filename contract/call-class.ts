import { z } from 'zod'
import type { Call } from './call.ts'

/**
 * How a call may be repeated on a second replica although the first may have begun it: `always` when it changes nothing or keeps a
 * key in its input, `keyed` when it carries an Idempotency-Key and commits its change together with the key. Both answer within
 * seconds (`server/app/http/in-time.ts`). An `export` may take long; all other calls are never repeated.
 */
export type CallClass = 'always' | 'keyed' | 'export'

export function callClass({ effect, multipart, waits, input, idempotency }: Call): CallClass | undefined {
  if (effect === 'export') return 'export'
  if (multipart || waits) return undefined
  if (effect === 'read' || effect === 'plan') return 'always'
  if (idempotency === 'outside') return undefined
  // safeParse distinguishes an optional field from a required one, however its schema was built.
  const key = input instanceof z.ZodObject ? input.shape.request_key : undefined
  if (key && !key.safeParse(undefined).success) return 'always'
  return idempotency === undefined || idempotency === 'prepared' ? 'keyed' : undefined
}
