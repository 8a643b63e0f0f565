import { runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import { clientConfig, withClient } from '#server/database/client.ts'
import { type DatabaseLog, openPool } from '#server/database/pool.ts'
import { releasingOnce } from './release-once.ts'
import { workerLogger } from './worker-log.ts'

/** An arbitrary number that no other advisory lock of the portal uses. */
const migrationLock = 726_114_901

/** Migrates the job tables (schema `graphile_worker`) to the installed version. Several replicas may do so concurrently. */
export async function migrateJobs(url: string, log: DatabaseLog): Promise<void> {
  await withClient(url, async client => {
    // With the library's own guard, two of several simultaneous first starts may fail on `create schema`.
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const pool = jobPool(url, 1, log)
    try {
      await runMigrations({ pgPool: pool, logger: workerLogger(log) })
    } finally {
      await pool.end()
    }
  })
}

/**
 * Opens the worker's own connections. The worker expects ids as text, so it gets the driver's parsers and not the
 * portal's.
 */
export function jobPool(url: string, size: number, log: DatabaseLog): Pool {
  const { types: _, ...config } = clientConfig(url)
  const pool = openPool({
    ...config,
    application_name: 'haiyilian jobs',
    max: size,
    connectionTimeoutMillis: 10_000,
    query_timeout: 20_000,
  })
  // Both listeners are needed, or a database restart would end the process. The failed query logs the details.
  pool.on('error', error => log.warn(`任务队列的数据库连接中断：${error.message}`))
  pool.on('connect', client => client.on('error', () => {}))
  return releasingOnce(pool)
}
