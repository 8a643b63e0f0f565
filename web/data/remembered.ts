/**
 * What reading calls answered lately, in the memory of this tab alone. A page shows it at once and asks again in the background;
 * it is never the only source of anything. Every sign-out, and every change of the session, forgets all of it.
 */
interface Remembered {
  data: unknown
  at: number
}

/** Lists of a day's work fit in; a page of rows is some 20 kB. */
const limit = 200

const answers = new Map<string, Remembered>()
const asked = new Map<string, Promise<unknown>>()
let generation = 0

export function forgetAnswers(): void {
  generation += 1
  answers.clear()
  asked.clear()
}

export const remembered = (key: string): Remembered | undefined => answers.get(key)

/** Returns a function that stores the answer, unless the session that it was asked for is over by then. */
export function remembering(key: string): (data: unknown) => void {
  const before = generation
  return data => {
    if (before !== generation) return
    // The key that was written longest ago goes first.
    answers.delete(key)
    answers.set(key, { data, at: Date.now() })
    const [oldest] = answers.size > limit ? answers.keys() : []
    if (oldest !== undefined) answers.delete(oldest)
  }
}

/** Several parts of a page that ask the same at the same time share one request. */
export function shared<Answer>(key: string, send: () => Promise<Answer>): Promise<Answer> {
  const under = asked.get(key) as Promise<Answer> | undefined
  if (under) return under
  const sent = send().finally(() => {
    if (asked.get(key) === sent) asked.delete(key)
  })
  asked.set(key, sent)
  return sent
}
