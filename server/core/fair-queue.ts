import { Refusal } from './refusal.ts'

interface Options {
  /** The number of pieces of work that run at once, at most one of each owner. */
  width: number
  /** The number of pieces of one owner that may wait. */
  waitingEach: number
  /** The number that may wait in all, because each holds its memory. */
  waitingInAll: number
  /** The message for an owner who has as many waiting. */
  busy: string
}

/**
 * Runs the work of many owners, who take turns: one who brings a hundred pieces holds up the others by one piece, and
 * themselves by a hundred.
 */
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
