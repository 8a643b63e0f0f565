/** Milliseconds. What is answered sooner is asked anew each time. */
const slow = 100
/** An answer is kept for so many times as long as it took, so that no more than a twentieth of the time goes into it. */
const times = 20

/**
 * Wraps a question whose cost grows with the data and whose answer need not be of this second. Whoever asks while it is under
 * way waits for the same answer.
 */
export function keptWhenSlow<Answer>(ask: () => Promise<Answer>, now = () => performance.now()): () => Promise<Answer> {
  let kept: { answer: Promise<Answer>; until: number } | undefined
  return () => {
    if (kept && now() < kept.until) return kept.answer
    const began = now()
    const asked = { answer: ask(), until: Number.POSITIVE_INFINITY }
    kept = asked
    const end = (until: number) => {
      asked.until = until
    }
    asked.answer.then(
      () => end(now() - began < slow ? 0 : now() + (now() - began) * times),
      () => end(0),
    )
    return asked.answer
  }
}
