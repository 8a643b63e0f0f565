import type { CallOptions } from './answers.ts'
import { newKey } from './new-key.ts'
import { invalidateAnswers } from './remembered.ts'

/**
 * Gives every changing call a key, so that a request that a browser or proxy repeats changes nothing twice; afterwards no earlier
 * answer counts as fresh.
 */
export async function keyed<Answer>(
  { change }: { change?: true },
  options: CallOptions,
  send: (options: CallOptions) => Promise<Answer>,
): Promise<Answer> {
  if (!change) return send(options)
  try {
    return await send({ ...options, idempotencyKey: options.idempotencyKey ?? newKey() })
  } finally {
    invalidateAnswers()
  }
}
