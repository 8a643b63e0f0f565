import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Config } from '#server/core/config.ts'
import { programVersion } from '#server/core/program-version.ts'
import { withClient } from '#server/database/client.ts'
import { restoreMark } from '#server/database/migrate.ts'
import { isFull, syncFolder } from '#server/integrations/storage/disk.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { listTables, readJobsLevel, readMigrations, readSequences, type Table } from './catalogue.sql.ts'
import { copyFiles } from './files.ts'
import {
  BackupProblem,
  backupFormat,
  hashFile,
  keyChecks,
  type Manifest,
  manifestFile,
  manifestSum,
  measure,
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

const pattern = /^haiyilian-\d{8}-\d{6}$/

/** Names use China's time, because people look for yesterday's backup by name. */
const backupName = (now: Date) => {
  const [day = '', time = ''] = new Date(now.getTime() + 8 * 3_600_000).toISOString().split(/[T.]/)
  return `haiyilian-${day.replaceAll('-', '')}-${time.replaceAll(':', '')}`
}

/** Lists the complete backups in a folder, oldest first. */
async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter(name => pattern.test(name)).sort()
}

/** Copies the database, as of one moment, and the files it names. The portal may keep running and writing. */
export async function createBackup(request: BackupRequest): Promise<{ folder: string; manifest: Manifest }> {
  const { to, now = new Date() } = request
  await mkdir(to, { recursive: true, mode: 0o700 })
  const earlier = (await listBackups(to)).at(-1)
  const folder = join(to, backupName(now))
  if (earlier && join(to, earlier) === folder) throw new BackupProblem(`${folder} 已经存在`)
  const draft = `${folder}.partial`
  await mkdir(join(draft, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const manifest = await fill(draft, request, now, earlier && join(to, earlier))
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
    return { folder, manifest }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw isFull(error) ? new BackupProblem(`${to} 的空间不足，备份没有完成，什么也没有留下`) : error
  }
}

/** Removes all backups but the newest `keep`, and the remains of killed backups. */
export async function prune(to: string, keep: number, now = new Date()): Promise<string[]> {
  const yesterday = backupName(new Date(now.getTime() - 86_400_000))
  const abandoned = (await readdir(to)).filter(name => name.endsWith('.partial') && name < yesterday)
  const old = [...(await listBackups(to)).slice(0, -keep), ...abandoned.filter(name => pattern.test(name.slice(0, -8)))]
  for (const name of old) await rm(join(to, name), { recursive: true, force: true })
  return old
}

const writeOptions = { mode: 0o600, flag: 'wx', flush: true } as const

async function fill(draft: string, request: BackupRequest, now: Date, earlier: string | undefined): Promise<Manifest> {
  const { config, url, storage } = request
  return withClient(url, async client => {
    await openSnapshot(client)
    const databaseTables = await listTables(client)
    if (databaseTables.some(({ name }) => name === `public.${restoreMark}`))
      throw new BackupProblem('这个数据库正在从备份恢复，或恢复没有完成，不能备份')
    const hidden = databaseTables.find(({ seen }) => !seen)
    if (hidden) throw new BackupProblem(`数据库用户看不到 ${hidden.name} 的全部内容：请使用门户所用的数据库用户`)
    const tables: Manifest['tables'] = []
    for (const table of databaseTables) tables.push(await copyTable(client, table, draft))
    const files = storage ? await copyFiles({ client, storage, draft, earlier }) : null
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return {
      format: backupFormat,
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
  })
}

async function copyTable(client: Client, { name, columns }: Table, draft: string): Promise<Manifest['tables'][number]> {
  const file = `tables/${name}.copy.zst`
  const { stream, measured } = measure()
  const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
  const packed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  await pipeline(rows, packed, stream, createWriteStream(join(draft, file), { ...writeOptions, flags: 'wx' }))
  return { name, columns, rows: rows.rowCount, file, ...measured() }
}
