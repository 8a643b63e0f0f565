import type { WorkerEvents } from 'graphile-worker'

/** The progress of this process's queue: whether it still polls for jobs, which it does every two seconds when idle. */
export interface QueueProgress {
  /** Milliseconds since the queue last polled for jobs; 0 while all its slots are taken. */
  standstill(): number
}

interface Watched extends QueueProgress {
  watch(events: WorkerEvents): void
}

/**
 * Follows the runners of one process. A runner whose database refuses its connections can die silently; a poll that was answered,
 * with or without a job, is the only proof that it is alive.
 */
export function followProgress(places: number, now = () => performance.now()): Watched {
  let fetchedAt = now()
  let busy = 0
  let current: WorkerEvents | undefined
  return {
    standstill: () => (busy >= places ? 0 : now() - fetchedAt),
    watch(events) {
      // Events of an abandoned runner's jobs are ignored: they prove nothing about its successor.
      current = events
      busy = 0
      const fetched = (change: number) => {
        if (current !== events) return
        fetchedAt = now()
        busy = Math.max(0, busy + change)
      }
      events.on('worker:getJob:empty', () => fetched(0))
      events.on('job:start', () => fetched(1))
      events.on('job:complete', () => fetched(-1))
    },
  }
}
