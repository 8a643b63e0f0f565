import { setTimeout as sleep } from 'node:timers/promises'

const window = 600_000
/** What a test may take until it comes to its limit, on a busy machine. */
const room = 20_000

/** Limits count in windows of the clock, of ten minutes and multiples of it: the hits of a test must not fall into two. */
export async function untilWindowHolds(): Promise<void> {
  const left = window - (Date.now() % window)
  if (left < room) await sleep(left + 100)
}
