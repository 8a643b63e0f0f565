import type { CallOptions } from './answers.ts'
import { newKey } from './new-key.ts'

/** Gives every changing call a key: a request that a browser or a proxy sends again changes nothing twice. */
export const keyed = ({ change }: { change?: true }, options: CallOptions): CallOptions =>
  change ? { ...options, idempotencyKey: options.idempotencyKey ?? newKey() } : options
