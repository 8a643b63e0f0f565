import type { WorkerEvents, WorkerPool } from 'graphile-worker'

/** Milliseconds between two questions of an idle process for jobs whose time has come. New ones announce themselves. */
const askEvery = 2_000
/** Milliseconds after which a worker that nobody has called asks by itself. */
export const askAlone = 60_000

/**
 * Lets the idle workers of a runner ask one at a time instead of all of them every two seconds: their questions would be most of
 * what an idle portal asks of its database. Where one job was due there may be more, so the next worker asks at once.
 */
export function askInTurn(events: WorkerEvents): void {
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
  // A worker that has ended can't be called any more.
  events.on('pool:gracefulShutdown', end)
  events.on('pool:forcefulShutdown', end)
}
