import { newKey } from '#web/data/new-key.ts'

/** JSON would lose a file's data, so its key is made of these. */
const identity = ({ name, size, lastModified }: File) => [name, size, lastModified]

/**
 * Holds the idempotency key of an order or a gift. The same content keeps its key until the submission is settled, so that a retry
 * after a lost answer gets the first attempt's result instead of repeating it.
 */
export function makeIntent() {
  let pending: { content: string; key: string } | undefined
  return {
    keyFor(content: unknown): string {
      const text = JSON.stringify(content ?? null, (_, value) => (value instanceof File ? identity(value) : value))
      if (pending?.content !== text) pending = { content: text, key: newKey() }
      return pending.key
    },
    /** Ends the intent once the submission has succeeded or was finally refused: the next one gets a new key. */
    end(key = pending?.key): void {
      if (pending?.key === key) pending = undefined
    },
  }
}

export type Intent = ReturnType<typeof makeIntent>
