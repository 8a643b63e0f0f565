import type { Held } from './answers.ts'

/**
 * Recent answers of reading calls, in the memory of this tab only. A page shows an answer immediately and repeats the call in the
 * background, so it is never the only source of anything. Every logout or change of session clears all answers.
 */
interface Remembered {
  data: unknown
  /** The server's tag for exactly this content. */
  tag: string | undefined
  /** The time of the request, in milliseconds since 1970. */
  at: number
}

/** The most answers kept, enough for the lists of a working day; a page of rows takes some 20 kB. */
const limit = 200

const answers = new Map<string, Remembered>()
interface PendingRequest {
  answer: Promise<unknown>
  users: number
  controller: AbortController
}

const pending = new Map<string, PendingRequest>()
let generation = 0
let changedAt = 0
/** Milliseconds for which an answer is not requested again, unless something was changed after its request. */
const fresh = 3_000

export function forgetAnswers(): void {
  generation += 1
  changedAt = 0
  answers.clear()
  pending.clear()
}

/** A change may affect any answer, so older ones are shown only until a newer one arrives. */
export function invalidateAnswers(): void {
  changedAt = Date.now()
  // Pending requests still reach their callers, but no new callers join them.
  pending.clear()
}

export const isFresh = (entry: Remembered | undefined): boolean =>
  entry !== undefined && entry.at > changedAt && Date.now() - entry.at < fresh

export const remembered = (key: string): Remembered | undefined => answers.get(key)

/** Returns the stored answer and its tag, which the server need not send again. */
export function held(key: string): Held | null {
  const { data, tag } = answers.get(key) ?? {}
  return tag === undefined ? null : { data, tag }
}

/** Returns all answers that some page has received and may be showing. */
export const readAnswers = (): object[] =>
  [...answers.values()].flatMap(({ data }) => (typeof data === 'object' && data !== null ? [data] : []))

/** Finds an object by its id in any answer that some page has received. */
export function findKnownObject(key: string, id: string): Record<string, unknown> | undefined {
  const find = (value: unknown): Record<string, unknown> | undefined => {
    if (typeof value !== 'object' || value === null) return undefined
    const thing = value as Record<string, unknown>
    if (thing[key] === id && typeof thing.name === 'string') return thing
    for (const part of Object.values(thing)) {
      const found = find(part)
      if (found) return found
    }
    return undefined
  }
  for (const { data } of answers.values()) {
    const found = find(data)
    if (found) return found
  }
  return undefined
}

/** Returns a function that stores the answer, unless its session has ended by then. */
export function remembering(key: string): (answer: { data: unknown; tag?: string }) => void {
  const [before, at] = [generation, Date.now()]
  return ({ data, tag }) => {
    if (before !== generation) return
    // The least recently written key is dropped.
    answers.delete(key)
    answers.set(key, { data, tag, at })
    const [oldest] = answers.size > limit ? answers.keys() : []
    if (oldest !== undefined) answers.delete(oldest)
  }
}

/**
 * Parts of a page that make the same call at the same time share one request. It is aborted when the last of them unmounts, so that
 * no request outlives its page.
 */
export function share<Answer>(
  key: string,
  send: (signal: AbortSignal) => Promise<Answer>,
): { answer: Promise<Answer>; joined: boolean; leave: () => void } {
  const sent = pending.get(key)
  const under = sent ?? ask(key, send)
  under.users += 1
  let left = false
  return {
    // The cast holds because the request under a key was sent by the call of that name.
    answer: under.answer as Promise<Answer>,
    joined: sent !== undefined,
    leave() {
      if (left) return
      left = true
      under.users -= 1
      if (under.users > 0) return
      under.controller.abort()
      if (pending.get(key) === under) pending.delete(key)
    },
  }
}

function ask(key: string, send: (signal: AbortSignal) => Promise<unknown>): PendingRequest {
  const controller = new AbortController()
  const sent: PendingRequest = { answer: send(controller.signal), users: 0, controller }
  pending.set(key, sent)
  void sent.answer.finally(() => {
    if (pending.get(key) === sent) pending.delete(key)
  })
  return sent
}
