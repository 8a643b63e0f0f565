import sql from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'

/** A job without attempts left. It stays until an operator retries or removes it. */
export const hasFailed = sql`attempts >= max_attempts and locked_at is null`

/**
 * Removes the failed runs of a task when the schedule starts it again: the new run makes up for them. The queue itself never
 * replaces a job that has failed for good, so a task that fails each minute would leave hundreds of them.
 */
export const removeFailedRuns = (database: Database, task: string) =>
  database.change`
    delete from graphile_worker._private_jobs
    where task_id = (select id from graphile_worker._private_tasks where identifier = ${task}) and ${hasFailed}`
