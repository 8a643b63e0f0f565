import type { WorkerEvents } from 'graphile-worker'

/** The progress of this process's queue: whether it still asks for jobs, as it does every two seconds when it is idle. */
export interface QueueProgress {
  /** Milliseconds since the queue was last seen to ask for jobs; 0 while all its places are taken. */
  standstill(): number
}

interface Watched extends QueueProgress {
  watch(events: WorkerEvents): void
}

/**
 * Follows the runners of one process. A runner whose database refuses its connections can die without saying so;
 * that it fetched something, or was told that there is nothing, is the only proof that it lives.
 */
export function followProgress(places: number, now = () => performance.now()): Watched {
  let fetchedAt = now()
  let busy = 0
  let current: WorkerEvents | undefined
  return {
    standstill: () => (busy >= places ? 0 : now() - fetchedAt),
    watch(events) {
      // The jobs of a runner that was given up end unseen: they prove nothing of the one that has taken its place.
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
