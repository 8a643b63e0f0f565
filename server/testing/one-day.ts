import { day, dayInChina } from '#server/core/service-time.ts'

/**
 * Repeats a run about days if midnight in China has passed meanwhile, because its expectation and its result would belong to two
 * days. A repeated run must not find what the first has left.
 */
export async function withinOneDay<Result>(run: (today: string) => Promise<Result>): Promise<Result> {
  for (;;) {
    const today = dayInChina(Date.now())
    const ended = await run(today).then(
      result => ({ result }),
      (error: unknown) => ({ error }),
    )
    if (dayInChina(Date.now()) !== today) continue
    if ('error' in ended) throw ended.error
    return ended.result
  }
}

/** The body of a test that can run twice: `test('…', oneDay(async today => { … }))`. */
export const oneDay = (run: (today: string) => Promise<void>) => () => withinOneDay(run)

/** Milliseconds that a test file may take on a busy machine. */
const fileDuration = 90_000

/** Waits for the next day in China when this one is about to end, for tests that leave data and so can't run twice. */
export async function untilDayHolds(): Promise<void> {
  const left = day - ((Date.now() + 8 * 3_600_000) % day)
  if (left < fileDuration) await new Promise(resolve => setTimeout(resolve, left + 100))
}
