import { Refusal } from './refusal.ts'

interface Options {
  /** The most tasks that run concurrently. */
  width: number
  /** The most tasks of one owner that run concurrently; one by default. */
  each?: number
  /** The places of `width` that only an owner's first task may take, so that a few owners with many tasks never fill it. */
  reserved?: number
  /** The most tasks of one owner that may wait. */
  waitingEach: number
  /** The most tasks that may wait in total, because each holds memory. */
  waitingInAll: number
  /** Milliseconds after which a task that still waits is refused; without it, it waits until it has its turn. */
  patience?: number
  /** The message for an owner whose waiting tasks have reached the limit. */
  busy: string
}

/** The place of a running task. */
export interface Place {
  /**
   * Runs work that waits for somebody else's server, and gives the place to others meanwhile. Afterwards the task goes on before all
   * of its owner's that wait, and is never refused.
   */
  leave<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Runs tasks of many owners in turns: an owner with a hundred tasks delays the others by one task, and themselves by a hundred. */
export function fairQueue({ width, each = 1, reserved = 0, waitingEach, waitingInAll, patience, busy }: Options) {
  /** How many tasks of each owner run. */
  const running = new Map<string, number>()
  let runningInAll = 0
  /** The order of the owners is the order of their turns. */
  const waiting = new Map<string, (() => void)[]>()
  let inAll = 0

  function isFree(owner: string): boolean {
    const own = running.get(owner) ?? 0
    return own < each && runningInAll < (own ? width - reserved : width)
  }

  function startNext(): void {
    for (const [owner, starts] of waiting) {
      if (runningInAll >= width) return
      if (!isFree(owner)) continue
      const start = starts.shift()
      // An owner who has had a turn goes to the end of the line.
      waiting.delete(owner)
      if (starts.length) waiting.set(owner, starts)
      take(owner)
      inAll -= 1
      start?.()
    }
  }

  function take(owner: string): void {
    running.set(owner, (running.get(owner) ?? 0) + 1)
    runningInAll += 1
  }

  function give(owner: string): void {
    const others = (running.get(owner) ?? 0) - 1
    if (others > 0) running.set(owner, others)
    else running.delete(owner)
    runningInAll -= 1
    startNext()
  }

  /** Resolves in the owner's turn. A task that has begun before goes to the front, and is never refused. */
  const turn = (owner: string, hasBegun = false) =>
    new Promise<void>((resolve, reject) => {
      const line = waiting.get(owner) ?? []
      waiting.set(owner, line)
      inAll += 1
      const timer =
        patience === undefined || hasBegun
          ? undefined
          : setTimeout(() => {
              line.splice(line.indexOf(start), 1)
              if (!line.length) waiting.delete(owner)
              inAll -= 1
              reject(new Refusal(503, null, busy))
            }, patience)
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      if (hasBegun) line.unshift(start)
      else line.push(start)
      startNext()
    })

  async function run<Result>(owner: string, work: (place: Place) => Promise<Result>): Promise<Result> {
    if ((waiting.get(owner)?.length ?? 0) >= waitingEach || inAll >= waitingInAll) throw new Refusal(503, null, busy)
    // Most find a place, and need not wait for a promise.
    if (isFree(owner)) take(owner)
    else await turn(owner)
    let holds = true
    let over = false
    /** How much of the task's concurrent work is away. */
    let away = 0
    const giveUp = () => {
      if (holds) give(owner)
      holds = false
    }
    const place: Place = {
      async leave(outside) {
        away += 1
        giveUp()
        try {
          return await outside()
        } finally {
          away -= 1
          if (!away && !over) {
            await turn(owner, true)
            holds = true
            // The task failed while part of it was away.
            if (over) giveUp()
          }
        }
      },
    }
    try {
      return await work(place)
    } finally {
      over = true
      giveUp()
    }
  }
  return Object.assign(run, { waiting: () => inAll })
}
