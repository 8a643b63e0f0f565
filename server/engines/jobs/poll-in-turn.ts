import type { WorkerEvents, WorkerPool } from 'graphile-worker'

/** Milliseconds between two polls of an idle process for jobs that have become due. New jobs notify the process. */
const askEvery = 2_000
/** Milliseconds after which a worker that was not woken polls by itself. */
export const soloPollMs = 60_000

/**
 * Lets a runner's idle workers poll one at a time instead of all of them every two seconds, which would be most of an idle portal's
 * queries. If one job was due there may be more, so the next worker polls immediately.
 */
export function pollInTurn(events: WorkerEvents): void {
  let pool: WorkerPool | undefined
  let found = false
  const timer = setInterval(() => {
    found = true
    pool?.nudge(1)
  }, askEvery)
  timer.unref()
  events.on('pool:create', ({ workerPool }) => {
    pool = workerPool
  })
  events.on('worker:getJob:empty', () => {
    found = false
  })
  events.on('job:start', () => {
    if (found) pool?.nudge(1)
  })
  const end = () => {
    clearInterval(timer)
    pool = undefined
  }
  // A worker that has ended can no longer be woken.
  events.on('pool:gracefulShutdown', end)
  events.on('pool:forcefulShutdown', end)
}
