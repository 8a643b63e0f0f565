import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseCrontab, type Runner, run, type Task, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { JobName } from './jobs.ts'
import { jobPool, migrateJobs } from './migrate-jobs.ts'
import { announce, keepPresent, type Presence, rescueAbandoned } from './presence.ts'
import { type TaskServices, tasks } from './tasks.ts'
import { workerLogger } from './worker-log.ts'

/** Jobs at once in one process: they mostly wait for an outside service. */
const concurrency = 4
/** One listens, one counts for cron; the others take and finish jobs, each for a millisecond. */
const connections = 4
// In UTC. Notices by day only, from 9:23 to 20:23 in China: some go on as short messages.
const crontab = parseCrontab(`
17 * * * * sweep ?jobKey=sweep&max=3
* * * * * fold_counters ?jobKey=fold_counters&max=1
23 1-12 * * * service_notices ?jobKey=service_notices&max=3
* * * * * close_overdue ?jobKey=close_overdue&max=1
* * * * * reconcile_payments ?jobKey=reconcile_payments&max=1
* * * * * keep_lines_up ?jobKey=keep_lines_up&max=1
41 * * * * renew_lines ?jobKey=renew_lines&max=3
29 1-12 * * * line_notices ?jobKey=line_notices&max=3
`)
const restartAfter = 1_000
/** Four times: how late a killed worker's job is. */
const lookEvery = 1_000
/** Above what any task takes; a database that is away is not waited for longer. */
const longestStop = 20_000

export interface Worker {
  /** Takes no new job and waits for those under way; resolves when none runs and its connections are closed. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  url: string
  services: TaskServices
  log: Logger
  /** Milliseconds after which a job of a worker that was given up is taken over; above what any task takes. Shorter in tests. */
  formerFor?: number | undefined
  lookEvery?: number | undefined
  /** False: leaves out what the clock starts. */
  clock?: boolean | undefined
}

/** Runs jobs in this process, from the first millisecond after their transaction commits. Migrates the job tables first. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { url, log, formerFor = 15_000 } = options
  await migrateJobs(url, log)
  const pool = jobPool(url, connections, log)
  const presence = keepPresent(url, log)
  let stopped = false
  let current = await startRunner(options, pool, presence)
  /** Of this process, and given up: the connection on which one had its lock may still be open. */
  const former: string[] = []

  const rescue = rescueAbandoned({ pool, former, formerFor, lookEvery: options.lookEvery ?? lookEvery, log })

  const supervised = (async () => {
    while (!stopped) {
      await current.over
      if (stopped) return
      log.error('任务队列中断，正在恢复')
      former.push(current.workerId)
      // Not waited for: seen never to end after the database broke off while jobs were being recorded (0.18.0).
      current.runner.stop().catch(() => {})
      current = await restart(options, pool, presence, () => stopped).catch(() => current)
    }
  })()

  return {
    async stop() {
      if (stopped) return
      stopped = true
      rescue.end()
      const ending = current.runner
        .stop()
        .catch(() => {})
        .then(() => supervised)
        .then(() => presence.end())
        .then(() => pool.end())
      await Promise.race([ending, sleep(longestStop, undefined, { ref: false })])
    },
  }
}

interface Running {
  runner: Runner
  workerId: string
  /** Settles when it takes no more jobs, for whatever reason. */
  over: Promise<void>
}

/** Starts another runner as soon as the database lets it. */
async function restart(
  options: WorkerOptions,
  pool: Pool,
  presence: Presence,
  stopped: () => boolean,
): Promise<Running> {
  for (;;) {
    await sleep(restartAfter)
    if (stopped()) throw new Error('stopped')
    try {
      const running = await startRunner(options, pool, presence)
      if (stopped()) await running.runner.stop()
      options.log.info('任务队列已恢复')
      return running
    } catch (error) {
      options.log.warn({ err: error }, '任务队列暂时无法启动，稍后重试')
    }
  }
}

async function startRunner(
  { log, services, clock = true }: WorkerOptions,
  pool: Pool,
  presence: Presence,
): Promise<Running> {
  const events: WorkerEvents = new EventEmitter()
  let workerId = ''
  events.on('pool:create', ({ workerPool }) => {
    workerId = workerPool.id
    presence.answerFor(workerId)
  })
  events.on('pool:listen:success', ({ client, workerPool }) => announce(client, workerPool.id, log))
  events.on('job:error', ({ job, error }) =>
    log.error(
      { job: job.id, task: job.task_identifier, attempt: job.attempts, attempts: job.max_attempts, err: error },
      '任务失败',
    ),
  )
  const over = once(events, 'pool:gracefulShutdown').then(() => {})
  const runner = await run({
    pgPool: pool,
    taskList: taskList(services, log),
    parsedCronItems: clock ? crontab : [],
    concurrency,
    events,
    logger: workerLogger(log),
    // The portal handles signals: it drains its requests first.
    noHandleSignals: true,
    // Without batches the library leaves the promise of a job's completion to nobody: a database that restarts at that
    // moment would end the process with an unhandled rejection. 0: within the same turn, nothing is held back.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  // It shuts its pool down before it rejects, which `over` tells; the reasons are in the log by then.
  runner.promise.catch(() => {})
  return { runner, workerId, over }
}

function taskList(services: TaskServices, log: Logger): Record<string, Task> {
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
