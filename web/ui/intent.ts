import { newKey } from '#web/data/new-key.ts'

/** JSON would lose a file's data, so its key is made of these. */
const identity = ({ name, size, lastModified }: File) => [name, size, lastModified]

const textOf = (content: unknown): string =>
  JSON.stringify(content ?? null, (_, value) => (value instanceof File ? identity(value) : value))

/**
 * Holds the idempotency key of an order or a gift. The same content keeps its key until the submission is settled, so that a retry
 * after a lost answer gets the first attempt's result instead of repeating it.
 */
export function makeIntent() {
  let pending: { content: string; key: string } | undefined
  return {
    keyFor(content: unknown): string {
      const text = textOf(content)
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

/** Milliseconds for which a submission without an answer waits for its retry. Later the same content is meant as another one. */
const awaited = 600_000

/** By its call, the submissions to which no answer came: each may have taken effect. */
const unanswered = new WeakMap<object, Map<string, { key: string; until: number }>>()

/**
 * Remembers the keys of a call's submissions without an answer beyond the dialog that sent them: opened again, it submits the same
 * once more, not something else. A call that is not a constant is another one at every rendering, and keeps none.
 */
export const unansweredOf = (call: object) => ({
  keyFor(content: unknown): string | undefined {
    const kept = unanswered.get(call)?.get(textOf(content))
    return kept && kept.until > Date.now() ? kept.key : undefined
  },
  keep(content: unknown, key: string): void {
    const others = unanswered.get(call) ?? []
    unanswered.set(call, new Map([...others, [textOf(content), { key, until: Date.now() + awaited }]]))
  },
  end: (content: unknown) => void unanswered.get(call)?.delete(textOf(content)),
})
