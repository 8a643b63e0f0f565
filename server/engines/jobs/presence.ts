import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, ClientBase, Pool } from 'pg'
import type { Logger } from 'pino'
import { clientConfig, DatabaseClient } from '#server/database/client.ts'
import type { DatabaseLog } from '#server/database/pool.ts'

/*
 * A killed process leaves its jobs locked, and the library would wait four hours before it gives them to another. So each worker's
 * name is held as an advisory lock, which PostgreSQL releases with the connection. Two connections hold it: the one that the worker
 * listens with, and one that the process reserves for this and that reconnects within a moment. If nobody holds a worker's lock in
 * several successive checks, its process is gone.
 */
const presence = 726_114_902
/** The name of that connection in PostgreSQL's own views. */
export const presenceName = 'haiyilian presence'
/** Milliseconds. */
const [comesBackAfter, connectsWithin] = [200, 1_000]

// The lock is shared because both connections hold it. A host that vanishes closes no connection, so PostgreSQL must probe for it.
const present = `select pg_try_advisory_lock_shared($1, hashtext($2)), set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)`

/**
 * Holds the worker's lock for as long as this connection lives. It is called right before the library listens on it.
 */
export function announce(client: ClientBase, workerId: string, log: DatabaseLog): void {
  client.once('drain', () => {
    client.query(present, [presence, workerId]).catch((error: Error) => log.warn(`任务队列未能登记：${error.message}`))
  })
}

export interface Presence {
  /** Adds a worker of this process for the life of the process: even an abandoned one may still be running a job. */
  addWorker(workerId: string): void
  end(): Promise<void>
}

/** Holds the locks of this process's workers, regardless of their connections. */
export function holdPresenceLocks(url: string, log: DatabaseLog): Presence {
  const workers = new Set<string>()
  const ending = new AbortController()
  let client: Client | undefined
  let complained = false
  const hold = (current: Client, workerId: string) => current.query(present, [presence, workerId])

  async function session() {
    const timeouts = { connectionTimeoutMillis: connectsWithin, query_timeout: connectsWithin }
    const current = new DatabaseClient({ ...clientConfig(url), ...timeouts, application_name: presenceName })
    const lost = new Promise<void>(resolve => {
      current.once('end', resolve)
      current.on('error', () => resolve())
    })
    try {
      await current.connect()
      for (const workerId of workers) await hold(current, workerId)
      client = current
      complained = false
      if (!ending.signal.aborted) await lost
    } catch (error) {
      // Logged once per outage of the database.
      if (!complained) log.warn(`任务队列未能登记：${error instanceof Error ? error.message : error}`)
      complained = true
    } finally {
      client = undefined
      await current.end().catch(() => {})
    }
  }
  const over = (async () => {
    while (!ending.signal.aborted) {
      await session()
      await sleep(comesBackAfter, undefined, { signal: ending.signal }).catch(() => {})
    }
  })()

  return {
    addWorker(workerId) {
      workers.add(workerId)
      const current = client
      // The next connection takes the locks that this one cannot.
      if (current) hold(current, workerId).catch(() => current.end().catch(() => {}))
    },
    async end() {
      ending.abort()
      await client?.end().catch(() => {})
      await over
    },
  }
}

const answeredFor = `exists (select from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and classid = $1 and objsubid = 2 and objid = (hashtext(locked_by)::bigint & 4294967295)::oid)`

/** A job or queue whose holder is gone: a queue stays locked while one of its jobs runs. */
const abandoned = `(locked_by = any($2) and not ${answeredFor}
  or locked_by = any($3) and locked_at < now() - make_interval(secs => $4))`

/** The number of successive checks after which a missing worker is gone. One that only lost its connections is back long before. */
const looks = 4

export interface Rescue {
  pool: Pool
  /** The abandoned workers of this process. Their jobs may still be running. */
  former: string[]
  /** Milliseconds, longer than any task takes, after which an abandoned worker's jobs have ended. */
  formerFor: number
  /** Milliseconds between checks. */
  lookEvery: number
  log: Logger
}

/**
 * Gives the jobs of vanished workers to others. Being killed is not the job's failure, so a job on its last attempt gets another
 * one.
 */
export function rescueAbandoned({ pool, former, formerFor, lookEvery, log }: Rescue): { end(): void } {
  const ending = new AbortController()
  const missed = new Map<string, number>()

  async function look() {
    const { rows } = await pool.query<{ worker: string }>(
      `select locked_by as worker
      from (select locked_by from graphile_worker._private_jobs
        union select locked_by from graphile_worker._private_job_queues) as lock
      where locked_by is not null and not ${answeredFor}`,
      [presence],
    )
    const missing = new Set(rows.map(({ worker }) => worker))
    for (const worker of missed.keys()) if (!missing.has(worker)) missed.delete(worker)
    for (const worker of missing) missed.set(worker, (missed.get(worker) ?? 0) + 1)
    const gone = [...missing].filter(worker => (missed.get(worker) ?? 0) >= looks && !former.includes(worker))
    if (gone.length || former.length) await free(gone)
  }
  async function free(gone: string[]) {
    const { rows } = await pool.query<{ id: string }>(
      `with queues as (
        update graphile_worker._private_job_queues set locked_at = null, locked_by = null where ${abandoned}
      )
      update graphile_worker._private_jobs
      set locked_at = null, locked_by = null, max_attempts = greatest(max_attempts, attempts + 1)
      where ${abandoned} returning id`,
      [presence, gone, former, formerFor / 1000],
    )
    if (!rows.length) return
    log.warn({ jobs: rows.map(row => row.id) }, '接手已退出进程的任务')
    // Notifies as the library does for new jobs, so that nobody waits for the next poll.
    await pool.query(
      `select pg_notify('jobs:insert', json_build_object('r', random()::text, 'count', $1::integer)::text)`,
      [rows.length],
    )
  }
  void (async () => {
    while (!ending.signal.aborted) {
      try {
        await look()
      } catch (error) {
        // While the database is away nothing is known about vanished workers, and everything else reports the outage.
        missed.clear()
        log.debug({ err: error }, '未能检查被遗弃的任务')
      }
      await sleep(lookEvery, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    }
  })()
  return { end: () => ending.abort() }
}
