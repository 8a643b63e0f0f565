import { z } from 'zod'
import { health } from '#contract/operations/health.ts'
import type { Database } from '#server/database/database.ts'
import { hasFailed } from '#server/engines/jobs/failed.ts'

const failedJob = health.getFailedJobs.output.shape.list.element
const counted = z.object({ total: z.int() })
const named = z.object({ task: z.string() })

export const failedJobs = (database: Database, { page, page_size }: { page: number; page_size: number }) =>
  database.rows(failedJob)`
    select jobs.id::text as job_id, identifier as task, attempts::integer as attempts,
      left(split_part(coalesce(last_error, ''), E'\\n', 1), 300) as error, jobs.created_at, jobs.updated_at as failed_at
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id
    where ${hasFailed} order by jobs.updated_at desc, jobs.id desc
    limit ${page_size} offset ${(page - 1) * page_size}`

export async function countFailedJobs(database: Database): Promise<number> {
  const row = await database.row(
    counted,
  )`select count(*)::integer as total from graphile_worker._private_jobs where ${hasFailed}`
  return row?.total ?? 0
}

/**
 * Puts a failed job back into the queue and returns its task; undefined when it is gone, or running or waiting again.
 *
 * Guard: the condition on its attempts. Of two operators who retry it concurrently only one does.
 */
export async function retryFailedJob(transaction: Database, jobId: string): Promise<string | undefined> {
  const row = await transaction.row(named)`
    update graphile_worker._private_jobs as jobs set attempts = 0, run_at = now(), updated_at = now()
    from graphile_worker._private_tasks as tasks
    where tasks.id = task_id and jobs.id = ${jobId}::bigint and ${hasFailed} returning identifier as task`
  // The workers are notified as of a new job, so that it does not wait for the next poll.
  if (row) await announceJobs(transaction, 1)
  return row?.task
}

/** Puts all failed jobs of a task back into the queue, and returns how many. */
export async function retryFailedJobs(transaction: Database, task: string): Promise<number> {
  const count = await transaction.change`
    update graphile_worker._private_jobs set attempts = 0, run_at = now(), updated_at = now()
    where task_id = (select id from graphile_worker._private_tasks where identifier = ${task}) and ${hasFailed}`
  if (count) await announceJobs(transaction, count)
  return count
}

/** Removes a failed job and returns its task; undefined when it is gone, or running or waiting again. */
export async function removeFailedJob(transaction: Database, jobId: string): Promise<string | undefined> {
  const row = await transaction.row(named)`
    delete from graphile_worker._private_jobs as jobs using graphile_worker._private_tasks as tasks
    where tasks.id = task_id and jobs.id = ${jobId}::bigint and ${hasFailed} returning identifier as task`
  return row?.task
}

const announceJobs = (transaction: Database, count: number) =>
  transaction.change`
    select pg_notify('jobs:insert', json_build_object('r', random()::text, 'count', ${count}::integer)::text)`
