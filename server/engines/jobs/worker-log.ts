import { Logger as WorkerLogger } from 'graphile-worker'
import type { DatabaseLog } from '#server/database/pool.ts'

/**
 * Writes the library's complaints to the portal's log. Attachments are dropped because they hold payloads. Its messages about
 * failed tasks are dropped too, because `worker.ts` logs those with the job's id; and so is its warning of a small pool, which would
 * alarm the reader of every start: only the queue uses that pool, and the jobs use the portal's.
 */
export function workerLogger(log: DatabaseLog): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (meta.failure || message.startsWith('WARNING: having maxPoolSize')) return
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
  })
}
