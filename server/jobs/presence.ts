import type { ClientBase, Pool } from 'pg'
import type { Logger } from 'pino'
import type { DatabaseLog } from '../database/pool.ts'

/*
 * A process that is killed leaves its jobs locked, and the library would wait four hours before it gives them to
 * another. So each worker holds an advisory lock named after itself on the connection it listens with: PostgreSQL drops
 * it with the connection, and a locked job whose worker holds no such lock is free again.
 */
const presence = 726_114_902

/** Holds the worker's lock for as long as this connection lives. Called right before the library listens on it. */
export function announce(client: ClientBase, workerId: string, log: DatabaseLog): void {
  client.once('drain', () => {
    client
      .query('select pg_try_advisory_lock($1, hashtext($2))', [presence, workerId])
      .catch((error: Error) => log.warn(`任务队列未能登记：${error.message}`))
  })
}

/**
 * Frees the jobs of workers that are gone, and of those in `former`. A worker that lives but has lost its connection, as when the database
 * restarts, is taken for gone as well: `after`, in milliseconds, is longer than any task, so its job is over by then.
 * Being killed is no failure of the job's: one that was on its last attempt gets another.
 */
export async function rescueAbandoned(pool: Pool, former: string[], after: number, log: Logger): Promise<void> {
  try {
    const { rows } = await pool.query<{ id: string }>(
      `update graphile_worker._private_jobs
      set locked_at = null, locked_by = null, max_attempts = greatest(max_attempts, attempts + 1)
      where locked_at < now() - make_interval(secs => $2)
        and (locked_by = any($3) or not exists (select from pg_locks
          where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
            and classid = $1 and objsubid = 2 and objid = (hashtext(locked_by)::bigint & 4294967295)::oid))
      returning id`,
      [presence, after / 1000, former],
    )
    if (rows.length) log.warn({ jobs: rows.map(row => row.id) }, '接手已退出进程的任务')
  } catch (error) {
    // Tried again in some seconds; a database that is away is reported by everything else.
    log.debug({ err: error }, '未能检查被遗弃的任务')
  }
}
