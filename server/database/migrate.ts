import type { Client } from 'pg'
import { applySql } from './apply-sql.ts'
import { clientConfig, DatabaseClient } from './client.ts'
import { ensureCompanyRole } from './company-role.ts'
import { functionTable, loadFunctions } from './functions.ts'
import { claimMode, type Mode, refuseOtherMode } from './installation.ts'
import type { DatabaseLog } from './pool.ts'
import { type AppliedFile, MigrationError, readFunctions, readMigrations, type SqlFile } from './sql-files.ts'
import { baselineOf, squashDifferences } from './squash.ts'

// This may be any number that nothing else in this database locks.
const lock = 4_715_301_842

/** This table exists while a backup is restored, and goes with the commit of the data. */
export const restoreMark = 'restore_under_way'

export { MigrationError }

export interface MigrateOptions {
  url: string
  log: DatabaseLog
  /** The folder of `migrations` and `functions`. */
  dir?: string
  /**
   * The last migration to run: the level of a backup that is being restored. Others find such a database closed. It
   * gets no functions and so no triggers, because today's may need tables that it does not have yet.
   */
  upTo?: string
  /** The mode of the portal that starts; what only writes tables has none. */
  mode?: Mode
}

/**
 * Runs the migrations that this database has not seen, in order, and then loads the functions whose text has changed.
 * Returns the names of the files. Throws MigrationError, and OtherMode before anything is changed.
 */
export async function migrate({ url, log, dir = import.meta.dirname, upTo, mode }: MigrateOptions): Promise<string[]> {
  const [migrations, functions] = await Promise.all([readMigrations(dir), readFunctions(dir)])
  const client = new DatabaseClient(clientConfig(url))
  client.on('error', () => {})
  await client.connect()
  try {
    // Held until the connection ends: portals that start at once go one after the other.
    await client.query('select pg_advisory_lock($1)', [lock])
    if (upTo === undefined) await refuseUnfinishedRestore(client)
    if (mode) await refuseOtherMode(client, mode)
    await ensureCompanyRole(client)
    const applied = await readApplied(client)
    const baseline = baselineOf(applied, migrations)
    if (baseline) await adopt(client, baseline, log)
    const files = upTo === undefined ? migrations : migrations.filter(({ name }) => name <= upTo)
    const added = await runMigrations(client, { files, applied: baseline ?? applied, log })
    if (upTo !== undefined) return added
    if (mode) await claimMode(client, mode)
    return [...added, ...(await loadFunctions(client, functions, log))]
  } finally {
    await client.end()
  }
}

/** Throws what `migrate` would refuse the database for, without changing anything. */
export async function refuseUnfit(client: Client, mode: Mode): Promise<void> {
  await refuseUnfinishedRestore(client)
  await refuseOtherMode(client, mode)
  const { rows } = await client.query<{ used: boolean }>(`select to_regclass('portal_migration') is not null as used`)
  if (rows[0]?.used)
    await checkMigrations((await client.query<AppliedFile>('select name, sha256 from portal_migration')).rows)
}

/**
 * Refuses a database that is being restored. A portal that started on it would show, and in demonstration fill, what
 * looks like a new database.
 */
async function refuseUnfinishedRestore(client: Client): Promise<void> {
  const { rows } = await client.query<{ marked: boolean }>(`select to_regclass('${restoreMark}') is not null as marked`)
  if (rows[0]?.marked)
    throw new MigrationError(
      '上一次从备份恢复没有完成：请重新执行恢复（npm run restore），完成之前门户不能使用这个数据库',
    )
}

const createTables = `
  create table if not exists portal_migration (
    name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now());
  create table if not exists ${functionTable} (
    name text primary key, sha256 text not null, loaded_at timestamptz(3) not null default now())`

async function readApplied(client: Client): Promise<AppliedFile[]> {
  await client.query(createTables)
  return (await client.query<AppliedFile>('select name, sha256 from portal_migration')).rows
}

/** Replaces what a database from before the squash remembers; its tables and rows stay as they are. */
async function adopt(client: Client, baseline: SqlFile[], log: DatabaseLog): Promise<void> {
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
  { files, applied, log }: { files: SqlFile[]; applied: AppliedFile[]; log: DatabaseLog },
): Promise<string[]> {
  checkHistory(files, applied)
  const seen = new Set(applied.map(({ name }) => name))
  const added = files.filter(({ name }) => !seen.has(name))
  for (const { name, sha256, text } of added) {
    await applySql(client, { what: `迁移 ${name} `, text }, () =>
      client.query('insert into portal_migration (name, sha256) values ($1, $2)', [name, sha256]),
    )
    log.info(`数据库已迁移：${name}`)
  }
  return added.map(({ name }) => name)
}

/**
 * Checks that this program knows every migration of another database, in the same words. Returns the last of them
 * under its present name, which is the level to restore such a database at. Throws MigrationError.
 */
export async function checkMigrations(applied: AppliedFile[], dir = import.meta.dirname): Promise<string> {
  const files = await readMigrations(dir)
  const known = baselineOf(applied, files) ?? applied
  checkHistory(files, known)
  return lastOf(known) ?? ''
}

const lastOf = (applied: AppliedFile[]) =>
  applied
    .map(({ name }) => name)
    .sort()
    .at(-1)

function checkHistory(files: SqlFile[], applied: AppliedFile[]): void {
  const known = new Map(files.map(file => [file.name, file.sha256]))
  for (const { name, sha256 } of applied) {
    const now = known.get(name)
    if (!now) throw new MigrationError(`数据库执行过迁移 ${name}，但程序里没有它：程序版本比数据库旧，请使用更新的版本`)
    if (now !== sha256) throw new MigrationError(`迁移 ${name} 执行后被改动过：请还原该文件，另写一个新的迁移`)
  }
  const last = lastOf(applied)
  const names = new Set(applied.map(({ name }) => name))
  for (const { name } of files)
    if (last && name < last && !names.has(name))
      throw new MigrationError(`新迁移 ${name} 排在已执行的 ${last} 之前：请给它更大的编号`)
}
