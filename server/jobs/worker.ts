import { EventEmitter } from 'node:events'
import { parseCrontab, type Runner, run, type Task, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { JobName } from './jobs.ts'
import { jobPool, migrateJobs } from './migrate-jobs.ts'
import { announce, rescueAbandoned } from './presence.ts'
import { type TaskServices, tasks } from './tasks.ts'
import { workerLogger } from './worker-log.ts'

/** Jobs at once in one process: they mostly wait for an outside service. */
const concurrency = 4
/** One listens, one counts for cron; the others take and finish jobs, each for a millisecond. */
const connections = 4
const crontab = parseCrontab('17 * * * * sweep ?jobKey=sweep&max=3')
const restartAfter = 1_000
const rescueEvery = 10_000

export interface Worker {
  /** Takes no new job and waits for those under way; resolves when none runs and its connections are closed. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  url: string
  services: TaskServices
  log: Logger
  /** Milliseconds after which a dead worker's job is taken over; above what any task takes. Shorter in tests. */
  abandonedAfter?: number
}

/** Runs jobs in this process, from the first millisecond after their transaction commits. Migrates the job tables first. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { url, log, abandonedAfter = 15_000 } = options
  await migrateJobs(url, log)
  const pool = jobPool(url, connections, log)
  let stopped = false
  let runner = await startRunner(options, pool)

  const rescue = () => rescueAbandoned(pool, abandonedAfter, log)
  const rescuer = setInterval(rescue, Math.min(rescueEvery, abandonedAfter))
  await rescue()

  // The library gives up when it can't record a finished job, for one while the database restarts. The portal does not.
  const supervised = (async () => {
    while (!stopped) {
      await runner.promise.catch(error => log.error({ err: error }, '任务队列中断'))
      while (!stopped) {
        await new Promise(resolve => setTimeout(resolve, restartAfter))
        if (stopped) break
        try {
          runner = await startRunner(options, pool)
          log.info('任务队列已恢复')
          break
        } catch (error) {
          log.warn({ err: error }, '任务队列暂时无法启动，稍后重试')
        }
      }
    }
  })()

  return {
    async stop() {
      if (stopped) return
      stopped = true
      clearInterval(rescuer)
      // Rejects when it has just given up by itself, which is as good.
      await runner.stop().catch(() => {})
      await supervised
      await pool.end()
    },
  }
}

async function startRunner(options: WorkerOptions, pool: Pool): Promise<Runner> {
  const { log } = options
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:listen:success', ({ client, workerPool }) => announce(client, workerPool.id, log))
  events.on('job:error', ({ job, error }) =>
    log.error(
      { job: job.id, task: job.task_identifier, attempt: job.attempts, attempts: job.max_attempts, err: error },
      '任务失败',
    ),
  )
  return run({
    pgPool: pool,
    taskList: taskList(options),
    parsedCronItems: crontab,
    concurrency,
    events,
    logger: workerLogger(log),
    // The portal handles signals: it drains its requests first.
    noHandleSignals: true,
    // Without batches the library leaves the promise of a job's completion to nobody: a database that restarts at that
    // moment would end the process with an unhandled rejection. 0: within the same turn, nothing is held back.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
}

function taskList({ services, log }: WorkerOptions): Record<string, Task> {
  const entries = (Object.keys(tasks) as JobName[]).map(name => {
    // The map is total over the names, and `enqueue` lets each name be given its own payload only.
    const task = tasks[name] as (services: TaskServices, payload: unknown, job: unknown) => Promise<void>
    const runTask: Task = (payload, { job, abortSignal }) =>
      task(services, payload, {
        id: job.id,
        lastAttempt: job.attempts >= job.max_attempts,
        stopping: abortSignal,
        log: log.child({ job: job.id, task: name }),
      })
    return [name, runTask] as const
  })
  return Object.fromEntries(entries)
}
