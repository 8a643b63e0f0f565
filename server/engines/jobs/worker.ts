import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseCrontab, type Runner, run, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { clientConfig, DatabaseClient } from '#server/database/client.ts'
import { type ClockOutcomes, crontabOf, watchClock } from './clock.ts'
import { concurrency, keepLanes } from './lanes.ts'
import { jobPool, migrateJobs } from './migrate-jobs.ts'
import { pollInTurn, soloPollMs } from './poll-in-turn.ts'
import { announce, holdPresenceLocks, type Presence, rescueAbandoned } from './presence.ts'
import { followProgress, type QueueProgress } from './progress.ts'
import type { Task, TaskServices } from './task.ts'
import { taskList } from './task-list.ts'
import { workerLogger } from './worker-log.ts'

/** The number of connections: one listens, one serves cron, and the others take and finish jobs, each for a millisecond. */
const connections = 4
const restartAfter = 1_000
/** Milliseconds. A killed worker's job is delayed by four times this interval. */
const lookEvery = 1_000
/** Milliseconds. An idle queue polls every two seconds, and a statement without an answer ends after twenty. */
const standstillAfter = 6_000
const watchEvery = 500
/** Milliseconds after which a queue that does not recover although the database answers is restarted with the whole process. */
const lastResortAfter = 120_000
/** Milliseconds, longer than any task takes. Waiting for an absent database ends here, too. */
const longestStop = 20_000

export interface Worker {
  progress: QueueProgress
  /** Takes no new job and waits for the running ones; resolves when none is running and the connections are closed. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  url: string
  services: TaskServices
  /** All tasks, including those that only another replica runs. */
  tasks: readonly Task[]
  log: Logger
  /**
   * Milliseconds after which another worker takes over the jobs of an abandoned worker. Longer than any task takes; tests set
   * fewer.
   */
  formerFor?: number | undefined
  lookEvery?: number | undefined
  restartAfter?: number | undefined
  lastResortAfter?: number | undefined
  /** If false, omits the scheduled tasks. */
  clock?: boolean | undefined
  /** Records how the runs of scheduled tasks end. */
  outcomes?: ClockOutcomes
  /** Called if the queue cannot be restarted within this process. */
  onLastResort?: () => void
}

/** Runs jobs in this process within milliseconds of their transaction's commit. Migrates the job tables first. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { url, log, formerFor = 15_000 } = options
  await migrateJobs(url, log)
  if (options.clock !== false) await watchClock(options.services.system, options.tasks)
  const pool = jobPool(url, connections, log)
  const presence = holdPresenceLocks(url, log)
  const progress = followProgress(concurrency)
  let stopped = false
  let current = await startRunner(options, { pool, presence, progress })
  /** The abandoned workers of this process. The connection on which one held its lock may still be open. */
  const former: string[] = []

  const rescue = rescueAbandoned({ pool, former, formerFor, lookEvery: options.lookEvery ?? lookEvery, log })

  const supervised = (async () => {
    while (!stopped) {
      await Promise.race([current.over, standstill(progress, () => stopped)])
      if (stopped) return
      log.error('任务队列中断，正在恢复')
      former.push(current.workerId)
      // Not awaited: with 0.18.0 it never ended if the database broke off while jobs were being recorded.
      current.runner.stop().catch(() => {})
      current = await restart(options, { pool, presence, progress }, () => stopped).catch(() => current)
    }
  })()

  return {
    progress,
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
  /** Settles when the runner takes no more jobs, for whatever reason. */
  over: Promise<void>
}

interface Ground {
  pool: Pool
  presence: Presence
  progress: ReturnType<typeof followProgress>
}

/** Resolves when the queue has not polled for jobs for a while, or the worker is stopped. */
async function standstill(progress: QueueProgress, stopped: () => boolean, after = standstillAfter): Promise<void> {
  while (!stopped() && progress.standstill() < after) await sleep(watchEvery, undefined, { ref: false })
}

/** Starts another runner as soon as the database accepts one, which is proved by an answered poll of the runner. */
async function restart(options: WorkerOptions, ground: Ground, stopped: () => boolean): Promise<Running> {
  const { log } = options
  const since = performance.now()
  let gaveUp = false
  for (;;) {
    await sleep(options.restartAfter ?? restartAfter)
    if (stopped()) throw new Error('stopped')
    try {
      const running = await startRunner(options, ground)
      if (await fetches(running, ground.progress)) {
        if (stopped()) await running.runner.stop()
        log.info('任务队列已恢复')
        return running
      }
      running.runner.stop().catch(() => {})
      log.warn('任务队列没有取到应答，稍后重试')
    } catch (error) {
      log.warn({ err: error }, '任务队列暂时无法启动，稍后重试')
    }
    if (gaveUp || performance.now() - since < (options.lastResortAfter ?? lastResortAfter)) continue
    // An absent database is waited for; if it answers others but not the queue, the queue itself is at fault.
    if (await answers(options.url)) {
      gaveUp = true
      log.error('任务队列无法恢复，进程将结束，由守护程序重新启动')
      options.onLastResort?.()
    }
  }
}

/** Reports whether the runner polls for jobs before it ends or stands still. */
async function fetches({ over }: Running, progress: QueueProgress): Promise<boolean> {
  const begun = performance.now()
  let ended = false
  void over.then(() => {
    ended = true
  })
  while (!ended && performance.now() - begun < standstillAfter) {
    await sleep(50)
    if (progress.standstill() < performance.now() - begun) return true
  }
  return false
}

/** Uses its own connection, because those of the queue may all hang. */
async function answers(url: string): Promise<boolean> {
  const timeouts = { connectionTimeoutMillis: standstillAfter, query_timeout: standstillAfter }
  const client = new DatabaseClient({ ...clientConfig(url), ...timeouts })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    client.end().catch(() => {})
  }
}

async function startRunner(
  { log, services, tasks, outcomes, clock = true }: WorkerOptions,
  { pool, presence, progress }: Ground,
): Promise<Running> {
  const events: WorkerEvents = new EventEmitter()
  progress.watch(events)
  const lanes = keepLanes()
  lanes.watch(events)
  pollInTurn(events)
  let workerId = ''
  events.on('pool:create', ({ workerPool }) => {
    workerId = workerPool.id
    presence.addWorker(workerId)
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
    taskList: taskList(tasks, services, log, outcomes),
    parsedCronItems: clock ? parseCrontab(crontabOf(tasks)) : [],
    concurrency,
    forbiddenFlags: lanes.forbiddenFlags,
    events,
    logger: workerLogger(log),
    // The portal handles signals itself, because it drains its requests first.
    noHandleSignals: true,
    // Without batches the library leaves the promise of a job's completion unhandled, and a database restarting at that moment
    // would end the process with an unhandled rejection. 0 means within the same turn of the event loop, so nothing is delayed.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, pollInterval: soloPollMs } },
  })
  // The runner shuts its pool down before it rejects, which `over` reports; the reasons are in the log by then.
  runner.promise.catch(() => {})
  return { runner, workerId, over }
}
