const ends = new Set<() => void>()

/** Calls that a test leaves unanswered fail at its end; otherwise the next test would find them still loading. */
export function failAtTestEnd<Arguments extends unknown[]>(
  respond: (...values: Arguments) => Promise<Response>,
): (...values: Arguments) => Promise<Response> {
  const ended = new Promise<never>((_, reject) => ends.add(() => reject(new TypeError('Failed to fetch'))))
  ended.catch(() => undefined)
  return (...values) => Promise.race([respond(...values), ended])
}

/** Runs after each test. */
export function endCalls(): void {
  for (const end of ends) end()
  ends.clear()
}
