import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/core/config.ts'
import { programVersion } from '#server/core/program-version.ts'
import { makeFolder, whyUnwritable } from '#server/core/writable-folder.ts'
import { withClient } from '#server/database/client.ts'
import { restoreMark } from '#server/database/migrate.ts'
import { isFull, syncFolder } from '#server/integrations/storage/disk.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { listTables, readJobsLevel, readMigrations, readSequences } from './catalogue.sql.ts'
import { copyTable } from './copy-table.ts'
import { hashFile } from './digest.ts'
import { sharedSums } from './earlier-files.ts'
import { requireRecipients } from './encryption.ts'
import { copyFiles } from './files.ts'
import { backupName, listBackups } from './kept-backups.ts'
import {
  BackupProblem,
  encryptedFormat,
  keyChecks,
  type Manifest,
  manifestFile,
  manifestSum,
  plainFormat,
} from './manifest.ts'
import { signatureFile, signManifest } from './signature.ts'
import { openSnapshot } from './snapshot.ts'

interface BackupRequest {
  config: Config
  url: string
  /** Undefined when the files are in an object store. */
  storage: Storage | undefined
  /** The folder of all backups; each backup becomes a subfolder. */
  to: string
  now?: Date
}

export interface CompletedBackup {
  folder: string
  manifest: Manifest
  /** Files that rows still name and that the storage lacks or holds in another size. */
  absent: string[]
}

/** Copies a snapshot of the database and the files it names. The portal may keep running and writing. */
export async function createBackup(request: BackupRequest): Promise<CompletedBackup> {
  const { to, now = new Date() } = request
  await requireRecipients(request.config.backupRecipients ?? [])
  await requirePlace(to)
  await makeFolder(to, 0o700).catch((error: NodeJS.ErrnoException) => {
    throw new BackupProblem(`不能建立 ${to}（${error.code}），没有备份：请用 --to 指定本用户可写的文件夹`)
  })
  const earlier = (await listBackups(to)).at(-1)
  const folder = join(to, backupName(now))
  if (earlier && join(to, earlier) === folder) throw new BackupProblem(`${folder} 已经存在`)
  const draft = `${folder}.partial`
  await mkdir(join(draft, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const { manifest, absent } = await fill(draft, request, now, earlier && join(to, earlier))
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    await writeFile(join(draft, manifestFile), text, writeOptions)
    await writeFile(join(draft, signatureFile), signManifest(request.config, text), writeOptions)
    await writeFile(
      join(draft, manifestSum),
      `${await hashFile(join(draft, manifestFile))}  ${manifestFile}\n`,
      writeOptions,
    )
    await syncFolder(join(draft, 'tables'))
    await syncFolder(draft)
    await rename(draft, folder)
    await syncFolder(to)
    return { folder, manifest, absent: await stillNamed(request.url, absent) }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw isFull(error) ? new BackupProblem(`${to} 的空间不足，备份没有完成，什么也没有留下`) : error
  }
}

const unwritable = {
  'no folder': '不是文件夹',
  'read-only': '所在的文件系统只读',
  forbidden: '本用户不能写入',
}

/** Throws before anything is read or made for a backup that could be put nowhere. */
async function requirePlace(to: string): Promise<void> {
  const { path, trouble } = await whyUnwritable(to)
  if (trouble) throw new BackupProblem(`${path} ${unwritable[trouble]}，没有备份：请用 --to 指定本用户可写的文件夹`)
}

const writeOptions = { mode: 0o600, flag: 'wx', flush: true } as const

/** Filters out files whose rows were deleted since the snapshot; waits for deletions in progress. */
const stillNamed = (url: string, keys: readonly string[]): Promise<string[]> =>
  withClient(url, async client => {
    const { rows } = await client.query<{ storage_key: string }>(
      'select storage_key from stored_file where storage_key = any($1) order by 1 for key share',
      [keys],
    )
    return rows.map(row => row.storage_key)
  })

async function fill(draft: string, request: BackupRequest, now: Date, earlier: string | undefined) {
  const { config, url, storage } = request
  const recipients = config.backupRecipients?.length ? config.backupRecipients : undefined
  const encryption = recipients && {
    recipients,
    shared: earlier ? await sharedSums(earlier, { keys: config, recipients }) : new Map<string, string>(),
  }
  return withClient(url, async client => {
    await openSnapshot(client)
    const databaseTables = await listTables(client)
    if (databaseTables.some(({ name }) => name === `public.${restoreMark}`))
      throw new BackupProblem('这个数据库正在从备份恢复，或恢复没有完成，不能备份')
    const hidden = databaseTables.find(({ seen }) => !seen)
    if (hidden) throw new BackupProblem(`数据库用户看不到 ${hidden.name} 的全部内容：请使用门户所用的数据库用户`)
    const tables: Manifest['tables'] = []
    for (const table of databaseTables) tables.push(await copyTable(client, table, { draft, recipients }))
    const { files, absent } = storage
      ? await copyFiles({ client, storage, draft, earlier, encryption })
      : { files: null, absent: [] }
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const manifest: Manifest = {
      format: recipients ? encryptedFormat : plainFormat,
      ...(recipients && { recipients }),
      made_at: now.toISOString(),
      app_version: programVersion,
      postgres: rows[0]?.server_version ?? '',
      key_check: keyChecks(config)[0] ?? '',
      migrations: await readMigrations(client),
      jobs_level: await readJobsLevel(client),
      tables,
      // Sequences are not part of a snapshot. They are read last, so that none is behind the rows.
      sequences: await readSequences(client),
      files,
    }
    return { manifest, absent }
  })
}
