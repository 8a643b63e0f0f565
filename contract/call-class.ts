import { z } from 'zod'
import type { Call } from './call.ts'

/**
 * How a call may be sent anew to a second replica although the first may have begun it: `always` where it changes nothing or keeps
 * a key in its input, `keyed` where an Idempotency-Key comes with it and the change is made in the transaction of the key. These are
 * answered within seconds (`server/app/http/in-time.ts`). An `export` takes its time; everything else is not repeated.
 */
export type CallClass = 'always' | 'keyed' | 'export'

export function callClass({ effect, multipart, waits, input, idempotency }: Call): CallClass | undefined {
  if (effect === 'export') return 'export'
  if (multipart || waits) return undefined
  if (effect === 'read' || effect === 'plan') return 'always'
  if (idempotency === 'outside') return undefined
  // safeParse tells a field that may be missing from one that must be there, however it was built.
  const key = input instanceof z.ZodObject ? input.shape.request_key : undefined
  if (key && !key.safeParse(undefined).success) return 'always'
  return idempotency === undefined || idempotency === 'prepared' ? 'keyed' : undefined
}
