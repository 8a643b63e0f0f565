import { Refusal } from './refusal.ts'

interface Options {
  /** The most tasks that run concurrently. */
  width: number
  /** The most tasks of one owner that run concurrently; one by default. */
  each?: number
  /** The most tasks of one owner that may wait. */
  waitingEach: number
  /** The most tasks that may wait in total, because each holds memory. */
  waitingInAll: number
  /** The message for an owner whose waiting tasks have reached the limit. */
  busy: string
}

/** Runs tasks of many owners in turns: an owner with a hundred tasks delays the others by one task, and themselves by a hundred. */
export function fairQueue({ width, each = 1, waitingEach, waitingInAll, busy }: Options) {
  /** How many tasks of each owner run. */
  const running = new Map<string, number>()
  let runningInAll = 0
  /** The order of the owners is the order of their turns. */
  const waiting = new Map<string, (() => void)[]>()
  let inAll = 0

  function startNext(): void {
    for (const [owner, starts] of waiting) {
      if (runningInAll >= width) return
      if ((running.get(owner) ?? 0) >= each) continue
      const start = starts.shift()
      // An owner who has had a turn goes to the end of the line.
      waiting.delete(owner)
      if (starts.length) waiting.set(owner, starts)
      running.set(owner, (running.get(owner) ?? 0) + 1)
      runningInAll += 1
      inAll -= 1
      start?.()
    }
  }

  return async <Result>(owner: string, work: () => Promise<Result>): Promise<Result> => {
    const line = waiting.get(owner) ?? []
    if (line.length >= waitingEach || inAll >= waitingInAll) throw new Refusal(503, null, busy)
    inAll += 1
    await new Promise<void>(start => {
      line.push(start)
      waiting.set(owner, line)
      startNext()
    })
    try {
      return await work()
    } finally {
      const others = (running.get(owner) ?? 0) - 1
      if (others > 0) running.set(owner, others)
      else running.delete(owner)
      runningInAll -= 1
      startNext()
    }
  }
}
