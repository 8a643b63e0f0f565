import { Logger as WorkerLogger } from 'graphile-worker'
import type { DatabaseLog } from '#server/database/pool.ts'

/**
 * Writes the library's complaints to the portal's log. What it attaches is dropped because it holds payloads. What it
 * says of a failed task is dropped too, because `worker.ts` logs that with the job's id.
 */
export function workerLogger(log: DatabaseLog): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (meta.failure) return
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
  })
}
