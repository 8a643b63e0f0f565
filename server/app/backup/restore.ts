import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Config } from '#server/core/config.ts'
import { clientConfig, DatabaseClient } from '#server/database/client.ts'
import { checkMigrations, MigrationError, migrate, restoreMark } from '#server/database/migrate.ts'
import type { DatabaseLog } from '#server/database/pool.ts'
import { migrateJobs } from '#server/engines/jobs/migrate-jobs.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import {
  hasContent,
  listForeignKeys,
  listTables,
  listTriggers,
  readJobsLevel,
  readSequences,
  type Table,
} from './catalogue.sql.ts'
import { endRestoredSessions } from './end-sessions.ts'
import { hasFiles, restoreFiles } from './files.ts'
import { BackupProblem, keyChecks, type Manifest, measure, verifyBackup } from './manifest.ts'
import { type Trust, verifySignature } from './signature.ts'

/** Checks everything that can be known about a backup before there is a database. Throws BackupProblem. */
export async function checkBackup(folder: string, config: Config, trust: Trust = {}): Promise<Manifest> {
  const manifest = await verifyBackup(folder, () => verifySignature(folder, config, trust))
  if (!trust.otherKey && !keyChecks(config).includes(manifest.key_check))
    throw new BackupProblem(
      'SECRET_KEY 与制作备份时的不同：证件号、操作员的动态验证器与待发短信将无法解密。请设置当时的 SECRET_KEY，或把它写进 SECRET_KEYS_OLD；确实已丢失的，加上 --other-key',
    )
  try {
    await checkMigrations(manifest.migrations)
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    throw new BackupProblem(`不能用这个版本的程序恢复（备份由 ${manifest.app_version} 制作）：${error.message}`)
  }
  return manifest
}

interface RestoreRequest {
  folder: string
  /** The manifest that `checkBackup` returned. */
  manifest: Manifest
  config: Config
  url: string
  storage: Storage
  log: DatabaseLog
}

/**
 * Fills an empty database and an empty folder from a backup. Until its data is committed the database carries a mark,
 * so that an interrupted restore can be repeated and nobody mistakes its remains for a new portal.
 */
export async function restoreBackup({ folder, manifest, config, url, storage, log }: RestoreRequest): Promise<void> {
  const client = new DatabaseClient(clientConfig(url))
  client.on('error', () => {})
  await client.connect()
  try {
    await claim(client, config)
    await migrate({ url, log, upTo: await checkMigrations(manifest.migrations) })
    await migrateJobs(url, log)
    const tables = await requireSameTables(client, manifest)
    if (manifest.files) await restoreFiles(folder, storage)
    await load(client, folder, manifest, tables)
    await migrate({ url, log })
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

async function claim(client: Client, { dataDir }: Config): Promise<void> {
  const { rows } = await client.query<{ marked: boolean }>(`select to_regclass('${restoreMark}') is not null as marked`)
  // Anything here comes from the interrupted restore, which started with an empty folder.
  if (rows[0]?.marked) return
  if (await hasContent(client))
    throw new BackupProblem(
      '数据库不是空的：只能恢复到空的数据库。请用 DATA_DIR 或 DATABASE_URL 指定新的，核对后再替换',
    )
  if (await hasFiles(dataDir)) throw new BackupProblem(`${join(dataDir, 'files')} 里已有文件：只能恢复到空的数据目录`)
  await client.query(`create table ${restoreMark} (since timestamptz not null default now())`)
}

/** Statements use the catalogue's own names, never the manifest's, and the two have to agree. */
async function requireSameTables(client: Client, manifest: Manifest): Promise<Table[]> {
  const level = await readJobsLevel(client)
  if (level !== manifest.jobs_level)
    throw new BackupProblem(
      `任务队列的版本不同（备份 ${manifest.jobs_level}，本程序 ${level}）：请用制作备份的程序版本 ${manifest.app_version} 恢复，再升级`,
    )
  const tables = (await listTables(client)).filter(({ name }) => name !== `public.${restoreMark}`)
  const described = (each: { name: string; columns: string[] }[]) =>
    each.map(table => `${table.name} (${table.columns.toSorted()})`)
  const [existing, kept] = [described(tables), described(manifest.tables)]
  const differing = [
    ...existing.filter(table => !kept.includes(table)),
    ...kept.filter(table => !existing.includes(table)),
  ]
  if (differing.length)
    throw new BackupProblem(
      `数据库与备份的表不一致：${differing.join('；')}。上一次恢复中断后换了备份的，请换一个空的数据库`,
    )
  // The order of columns may differ if a later migration widened the table, or if it predates the squash.
  const columns = new Map(manifest.tables.map(table => [table.name, table.columns]))
  return tables.map(table => ({ ...table, columns: columns.get(table.name) ?? table.columns }))
}

/**
 * Copies as the owner of the tables and no more, because every DATABASE_URL can be that: foreign keys are dropped and
 * checked anew at the end, and row-level security is lifted for the owner, who could not COPY otherwise. Triggers of the
 * migrations are dropped, so that nothing is counted twice: the counters' own tables come with their rows, and the functions
 * that are loaded afterwards bring all triggers. All of it is one transaction.
 */
async function load(client: Client, folder: string, manifest: Manifest, tables: Table[]): Promise<void> {
  const keys = await listForeignKeys(client)
  await client.query('begin')
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  await client.query(`set local datestyle = 'ISO'; set local maintenance_work_mem = '256MB'`)
  for (const { owner, name } of keys) await client.query(`alter table ${owner} drop constraint ${name}`)
  for (const { owner, name } of await listTriggers(client)) await client.query(`drop trigger ${name} on ${owner}`)
  const forced = tables.filter(table => table.forced)
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`)
  // The rows that the migrations inserted are in the backup too, in their later state.
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  const kept = new Map(manifest.tables.map(table => [table.name, table]))
  for (const table of tables) {
    const { file, rows, sha256 } = kept.get(table.name) ?? { file: '', rows: 0, sha256: '' }
    const loaded = await fillTable(client, table, join(folder, file))
    if (loaded.sha256 !== sha256) throw new BackupProblem(`${file} 在核对之后被改动；数据库未改动`)
    if (loaded.rows !== rows)
      throw new BackupProblem(`${table.name} 应有 ${rows} 行，恢复了 ${loaded.rows} 行；数据库未改动`)
  }
  await setSequences(client, manifest)
  // The workers that had locked these jobs are gone; the locks would delay the jobs for hours.
  for (const taken of ['_private_jobs', '_private_job_queues'])
    await client.query(
      `update graphile_worker.${taken} set locked_at = null, locked_by = null where locked_at is not null`,
    )
  // A deferred constraint would hold up the changes below.
  await client.query('set constraints all immediate')
  for (const { owner, name, definition } of keys)
    await client.query(`alter table ${owner} add constraint ${name} ${definition}`)
  for (const { name } of forced) await client.query(`alter table ${name} force row level security`)
  await endRestoredSessions(client)
  await client.query(`drop table ${restoreMark}`)
  await client.query('commit')
}

async function fillTable(client: Client, { name, columns }: Table, path: string) {
  const rows = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
  const { stream, measured } = measure()
  await pipeline(createReadStream(path), stream, createZstdDecompress(), rows)
  return { rows: rows.rowCount, sha256: measured().sha256 }
}

async function setSequences(client: Client, { sequences }: Manifest): Promise<void> {
  const existing = (await readSequences(client)).map(({ name }) => name)
  for (const { name, last_value, is_called } of sequences) {
    if (!existing.includes(name)) throw new BackupProblem(`数据库里没有序列 ${name}`)
    await client.query('select setval($1::regclass, $2, $3)', [name, last_value, is_called])
  }
}
