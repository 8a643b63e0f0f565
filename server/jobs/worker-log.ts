import { Logger as WorkerLogger } from 'graphile-worker'
import type { DatabaseLog } from '../database/pool.ts'

/**
 * The library's complaints in the portal's log. What it attaches is dropped, for it holds payloads, and so is what it
 * says of a failed task: `worker.ts` logs that with the job's id.
 */
export function workerLogger(log: DatabaseLog): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (meta.failure) return
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
  })
}
