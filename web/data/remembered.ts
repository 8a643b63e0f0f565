import type { Held } from './answers.ts'

/**
 * Recent answers of reading calls, in the memory of this tab alone. A page shows it at once and asks again in the background; it
 * is never the only source of anything. Every sign-out, and every change of the session, forgets all of it.
 */
interface Remembered {
  data: unknown
  /** The server's name for exactly this content; it goes with it. */
  tag: string | undefined
  /** When it was asked for, in milliseconds since 1970. */
  at: number
}

/** Lists of a day's work fit in; a page of rows is some 20 kB. */
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
/** Milliseconds in which an answer is not asked for again, unless something was changed since it was asked for. */
const fresh = 3_000

export function forgetAnswers(): void {
  generation += 1
  answers.clear()
  pending.clear()
}

/** A change may have altered anything: what was asked for before it is shown at most until there is a newer answer. */
export function noteChange(): void {
  changedAt = Date.now()
  // Pending requests still reach their callers, but nobody joins them any more.
  pending.clear()
}

export const isFresh = (entry: Remembered | undefined): boolean =>
  entry !== undefined && entry.at > changedAt && Date.now() - entry.at < fresh

export const remembered = (key: string): Remembered | undefined => answers.get(key)

/** Returns what the server need not send again. */
export function held(key: string): Held | null {
  const { data, tag } = answers.get(key) ?? {}
  return tag === undefined ? null : { data, tag }
}

/** Everything that some page has read and may be showing. */
export const readAnswers = (): object[] =>
  [...answers.values()].flatMap(({ data }) => (typeof data === 'object' && data !== null ? [data] : []))

/** Finds a named thing by its id in whatever some page has read. */
export function knownThing(key: string, id: string): Record<string, unknown> | undefined {
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

/** Returns a function that stores the answer, unless the session that it was asked for is over by then. */
export function remembering(key: string): (answer: { data: unknown; tag?: string }) => void {
  const [before, at] = [generation, Date.now()]
  return ({ data, tag }) => {
    if (before !== generation) return
    // The key that was written longest ago goes first.
    answers.delete(key)
    answers.set(key, { data, tag, at })
    const [oldest] = answers.size > limit ? answers.keys() : []
    if (oldest !== undefined) answers.delete(oldest)
  }
}

/**
 * Several parts of a page that ask the same at the same time share one request. It is aborted when the last of them has left, so
 * that nobody waits for a page that is gone.
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
    // The entry under a key was sent by the call of that name, and so has its answer.
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
