import { Logger as WorkerLogger } from 'graphile-worker'
import type { DatabaseLog } from '#server/database/pool.ts'

/**
 * Writes the library's complaints to the portal's log. Attachments are dropped because they hold payloads. Its messages about
 * failed tasks are dropped too, because `worker.ts` logs those with the job's id, and so is its remark at each start that the pool is
 * smaller than the number of concurrent jobs: it only takes and completes them by the pool.
 */
export function workerLogger(log: DatabaseLog): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (meta.failure || meta.concurrency) return
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
  })
}
