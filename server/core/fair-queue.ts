import { Refusal } from './refusal.ts'

interface Options {
  /** The most tasks that run concurrently, at most one per owner. */
  width: number
  /** The most tasks of one owner that may wait. */
  waitingEach: number
  /** The most tasks that may wait in total, because each holds memory. */
  waitingInAll: number
  /** The message for an owner whose waiting tasks have reached the limit. */
  busy: string
}

/** Runs tasks of many owners in turns: an owner with a hundred tasks delays the others by one task, and themselves by a hundred. */
export function fairQueue({ width, waitingEach, waitingInAll, busy }: Options) {
  const running = new Set<string>()
  /** The order of the owners is the order of their turns. */
  const waiting = new Map<string, (() => void)[]>()
  let inAll = 0

  function startNext(): void {
    for (const [owner, starts] of waiting) {
      if (running.size >= width) return
      if (running.has(owner)) continue
      const start = starts.shift()
      // An owner who has had a turn goes to the end of the line.
      waiting.delete(owner)
      if (starts.length) waiting.set(owner, starts)
      running.add(owner)
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
      running.delete(owner)
      startNext()
    }
  }
}
