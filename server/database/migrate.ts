import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { applyConcurrently, applyInBatches, applyPatiently, applySql } from './apply-sql.ts'
import { withClient } from './client.ts'
import { ensureCompanyRole } from './company-role.ts'
import { loadFunctions } from './functions.ts'
import { claimMode, type Mode, refuseOtherMode } from './installation.ts'
import { checkHistory, isAhead, lastOf, readApplied, readHistory } from './migration-history.ts'
import { addMissing } from './missing-functions.ts'
import type { DatabaseLog } from './pool.ts'
import { type AppliedFile, type Migration, MigrationError, readFunctions, readMigrations } from './sql-files.ts'
import { baselineOf, squashDifferences } from './squash.ts'

// An arbitrary number that nothing else in this database locks.
const lock = 4_715_301_842

/** This table exists while a backup is being restored. It holds a row with the data's snapshot time once the data is committed. */
export const restoreMark = 'restore_under_way'

export { MigrationError }

export interface MigrateOptions {
  url: string
  log: DatabaseLog
  /** The folder of `migrations` and `functions`. */
  dir?: string
  /**
   * The last migration to run: the level of a backup being restored. Other programs find such a database closed. It gets no
   * functions and so no triggers, because the present ones may need tables that it does not have yet.
   */
  upTo?: string
  /** True for the restore that migrates a backup's data, which no other program may use before. */
  finishesRestore?: boolean
  /** The mode of the portal that starts; undefined for programs that only create tables. */
  mode?: Mode
}

/**
 * Runs the migrations that this database has not seen, in order, and then loads the functions whose text has changed.
 * Returns the names of the files. Throws MigrationError, and OtherMode before anything is changed.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { url, log, dir = import.meta.dirname, upTo, finishesRestore, mode } = options
  const [migrations, functions] = await Promise.all([readMigrations(dir), readFunctions(dir)])
  return withClient(url, async client => {
    // The lock is held until the connection ends: portals that start concurrently proceed one after the other.
    await takeLock(client)
    if (upTo === undefined && !finishesRestore) await refuseUnfinishedRestore(client)
    if (mode) await refuseOtherMode(client, mode)
    await ensureCompanyRole(client)
    await addMissing(client)
    const applied = await readApplied(client)
    const baseline = await baselineOf(applied, migrations)
    if (baseline) await adopt(client, baseline, log)
    const files = upTo === undefined ? migrations : migrations.filter(({ name }) => name <= upTo)
    const added = await runMigrations(client, { files, applied: baseline ?? applied, log })
    if (upTo !== undefined) return added
    if (mode) await claimMode(client, mode)
    if (isAhead(baseline ?? applied, migrations)) {
      // The functions are newer, too, and work with this program as well, as the migrations declare.
      log.warn('数据库由更新的程序迁移过，它声明了仍可与本程序一起使用；函数保持不变')
      return added
    }
    return [...added, ...(await loadFunctions(client, functions, log))]
  })
}

/** Retries until it gets the lock: waiting for it would block a concurrent index build, which waits for every waiting statement. */
async function takeLock(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock])
    if (rows[0]?.taken) return
    await sleep(100)
  }
}

/** Throws what `migrate` would refuse the database for, without changing anything. */
export async function refuseUnfit(client: Client, mode: Mode): Promise<void> {
  await refuseUnfinishedRestore(client)
  await refuseOtherMode(client, mode)
  const files = await readMigrations(import.meta.dirname)
  const applied = await readHistory(client)
  checkHistory(files, (await baselineOf(applied, files)) ?? applied)
}

/**
 * Refuses a database that is being restored. A portal started on it would show, and in demo mode fill, what looks like a new
 * database.
 */
async function refuseUnfinishedRestore(client: Client): Promise<void> {
  const { rows } = await client.query<{ marked: boolean }>(`select to_regclass('${restoreMark}') is not null as marked`)
  if (rows[0]?.marked)
    throw new MigrationError(
      '上一次从备份恢复没有完成：请重新执行恢复（npm run restore），完成之前门户不能使用这个数据库',
    )
}

/** Replaces the migration records of a database from before the squash; its tables and rows stay unchanged. */
async function adopt(client: Client, baseline: Migration[], log: DatabaseLog): Promise<void> {
  await applySql(client, { what: '转入合并后的迁移', text: squashDifferences }, async () => {
    await client.query('delete from portal_migration')
    await client.query('insert into portal_migration (name, sha256) select * from unnest($1::text[], $2::text[])', [
      baseline.map(({ name }) => name),
      baseline.map(({ sha256 }) => sha256),
    ])
  })
  log.info('数据库已转入合并后的迁移')
}

async function runMigrations(
  client: Client,
  { files, applied, log }: { files: Migration[]; applied: AppliedFile[]; log: DatabaseLog },
): Promise<string[]> {
  checkHistory(files, applied)
  const seen = new Set(applied.map(({ name }) => name))
  const added = files.filter(({ name }) => !seen.has(name))
  for (const migration of added) {
    const { name, sha256, text, worksWith, inBatches, concurrently } = migration
    const work = { what: `迁移 ${name} `, text }
    if (inBatches) await applyInBatches(client, work)
    if (concurrently) await applyConcurrently(client, work)
    await applyPatiently(client, inBatches || concurrently ? { ...work, text: '' } : work, () =>
      client.query('insert into portal_migration (name, sha256, works_with) values ($1, $2, $3)', [
        name,
        sha256,
        worksWith,
      ]),
    )
    // An empty database gets all of them, of which nobody needs the names.
    if (applied.length) log.info(`数据库已迁移：${name}`)
  }
  if (!applied.length) log.info(`数据库已建立（${added.length} 个迁移）`)
  return added.map(({ name }) => name)
}

/**
 * Checks that this program has every migration of a backup, with identical text. Returns the present name of the last one, which is
 * the level at which to restore. Throws MigrationError.
 */
export async function checkMigrations(applied: AppliedFile[], dir = import.meta.dirname): Promise<string> {
  const files = await readMigrations(dir)
  const history = (await baselineOf(applied, files)) ?? applied
  // A program can work with newer tables, but cannot create them for the rows of a newer backup.
  checkHistory(
    files,
    history.map(({ name, sha256 }) => ({ name, sha256 })),
  )
  return lastOf(history) ?? ''
}
