/** Milliseconds. Faster queries are repeated each time. */
const slow = 100
/** An answer is cached for this many times its duration, so that at most a twentieth of the time is spent on the query. */
const times = 20

/**
 * Wraps a query whose cost grows with the data and whose answer need not be of this second. Concurrent callers share one answer.
 */
export function cacheWhenSlow<Answer>(
  ask: () => Promise<Answer>,
  now = () => performance.now(),
): () => Promise<Answer> {
  let kept: { answer: Promise<Answer>; until: number } | undefined
  return () => {
    if (kept && now() < kept.until) return kept.answer
    const began = now()
    const entry = { answer: ask(), until: Number.POSITIVE_INFINITY }
    kept = entry
    const end = (until: number) => {
      entry.until = until
    }
    entry.answer.then(
      () => end(now() - began < slow ? 0 : now() + (now() - began) * times),
      () => end(0),
    )
    return entry.answer
  }
}
