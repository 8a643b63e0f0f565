import { join } from 'node:path'
import type { Client } from 'pg'
import { raw } from 'sql-template-tag'
import type { Config } from '#server/core/config.ts'
import { withClient } from '#server/database/client.ts'
import { checkMigrations, MigrationError, migrate, restoreMark } from '#server/database/migrate.ts'
import type { DatabaseLog } from '#server/database/pool.ts'
import { migrateJobs } from '#server/engines/jobs/migrate-jobs.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { hasContent, listTables, readJobsLevel, type Table } from './catalogue.sql.ts'
import type { Identities } from './encryption.ts'
import { inTransaction, type Reached } from './in-transaction.ts'
import { loadTables } from './load-tables.ts'
import { BackupProblem, keyChecks, type Manifest } from './manifest.ts'
import { hasFiles, restoreFiles } from './restore-files.ts'
import { noteRestoration } from './settle-restored.ts'
import { type Trust, verifySignature } from './signature.ts'
import { verifyBackup } from './verify.ts'

/** Checks everything about a backup that can be known without a database. Throws BackupProblem. */
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
  /** The manifest returned by `checkBackup`. */
  manifest: Manifest
  /** The private keys of an encrypted backup, as `requireIdentities` returns them. */
  identities: Identities
  config: Config
  url: string
  storage: Storage
  log: DatabaseLog
}

/**
 * Fills an empty database and an empty folder from a backup. The database carries a mark until everything is done, so that an
 * interrupted restore can be repeated and its remains are not taken for a new portal.
 */
export async function restoreBackup(request: RestoreRequest): Promise<void> {
  const { manifest, config, url, storage, log } = request
  await withClient(url, async client => {
    const loaded = await claim(client, config)
    if (loaded && loaded !== manifest.made_at)
      throw new BackupProblem('数据库里已载入另一份备份，只差最后几步：请以那一份重新执行恢复，或换一个空的数据库')
    if (!loaded) {
      await migrate({ url, log, upTo: await checkMigrations(manifest.migrations) })
      await migrateJobs(url, log)
      const tables = await requireSameTables(client, manifest)
      if (manifest.files) await restoreFiles(request, storage)
      await loadTables(client, request, tables)
    }
    await migrate({ url, log, finishesRestore: true })
    await finish({ url, log }, manifest)
    await client.query('analyze')
  })
}

/** An older backup's tables may have no column for the snapshot time, so the mark holds it until they are migrated. */
const finish = (database: Reached, { made_at }: Manifest): Promise<void> =>
  inTransaction(database, async transaction => {
    await noteRestoration(transaction, new Date(made_at))
    await transaction.change`drop table ${raw(restoreMark)}`
  })

/** Returns the snapshot time of the data that an interrupted restore has already loaded. */
async function claim(client: Client, { dataDir }: Config): Promise<string | undefined> {
  const { rows } = await client.query<{ marked: boolean }>(`select to_regclass('${restoreMark}') is not null as marked`)
  // Anything here comes from the interrupted restore, which started with an empty folder.
  if (rows[0]?.marked) {
    // An older program's mark has no snapshot time, so its restore starts over.
    await client.query(`alter table ${restoreMark} add column if not exists loaded timestamptz(3)`)
    const { rows: marks } = await client.query<{ loaded: string }>(`select loaded from ${restoreMark}`)
    return marks[0]?.loaded
  }
  if (await hasContent(client))
    throw new BackupProblem(
      '数据库不是空的：只能恢复到空的数据库。请用 DATA_DIR 或 DATABASE_URL 指定新的，核对后再替换',
    )
  if (await hasFiles(dataDir)) throw new BackupProblem(`${join(dataDir, 'files')} 里已有文件：只能恢复到空的数据目录`)
  await client.query(`create table ${restoreMark} (loaded timestamptz(3) not null)`)
  return undefined
}

/** Statements use the catalogue's own names, never the manifest's, and both must match. */
async function requireSameTables(client: Client, manifest: Manifest): Promise<Table[]> {
  const level = await readJobsLevel(client)
  if (level !== manifest.jobs_level)
    throw new BackupProblem(
      `任务队列的版本不同（备份 ${manifest.jobs_level}，本程序 ${level}）：请用制作备份的程序版本 ${manifest.app_version} 恢复，再升级`,
    )
  const tables = (await listTables(client)).filter(({ name }) => name !== `public.${restoreMark}`)
  // No migration makes the record of the migrations, so a backup of an older program lacks the newer column of it.
  const described = (each: { name: string; columns: string[] }[]) =>
    each.map(({ name, columns }) => {
      const compared = columns.filter(column => `${name}.${column}` !== 'public.portal_migration.works_with')
      return `${name} (${compared.toSorted()})`
    })
  const [existing, kept] = [described(tables), described(manifest.tables)]
  const differing = [
    ...existing.filter(table => !kept.includes(table)),
    ...kept.filter(table => !existing.includes(table)),
  ]
  if (differing.length)
    throw new BackupProblem(
      `数据库与备份的表不一致：${differing.join('；')}。上一次恢复中断后换了备份的，请换一个空的数据库`,
    )
  // The column order may differ if a later migration widened the table or if the table predates the squash.
  const columns = new Map(manifest.tables.map(table => [table.name, table.columns]))
  return tables.map(table => ({ ...table, columns: columns.get(table.name) ?? table.columns }))
}
