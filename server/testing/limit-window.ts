import { setTimeout as sleep } from 'node:timers/promises'

const window = 600_000
/** Milliseconds that a test may take to reach its limit on a busy machine. */
const testDuration = 20_000

/** Limits count in fixed windows of ten minutes and multiples of it, and a test's requests must not fall into two. */
export async function untilWindowHolds(): Promise<void> {
  const left = window - (Date.now() % window)
  if (left < testDuration) await sleep(left + 100)
}
