import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import packageJson from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { restoreMark } from '../database/migrate.ts'
import { clientConfig } from '../database/pool.ts'
import { isFull, syncFolder } from '../integrations/storage/disk.ts'
import type { Storage } from '../integrations/storage/storage.ts'
import { jobsLevelOf, migrationsOf, sequencesOf, type Table, tablesOf } from './catalogue.sql.ts'
import { copyFiles } from './files.ts'
import {
  BackupProblem,
  backupFormat,
  keyCheck,
  type Manifest,
  manifestFile,
  manifestSum,
  measure,
  sumOf,
} from './manifest.ts'

interface Asked {
  config: Config
  url: string
  /** Undefined: the files are in an object store. */
  storage: Storage | undefined
  /** The folder of all backups; each becomes a folder in it. */
  to: string
  now?: Date
}

const pattern = /^haiyilian-\d{8}-\d{6}$/
/** In China's time, as the person reads it who looks for yesterday's. */
const nameAt = (now: Date) => {
  const [day = '', time = ''] = new Date(now.getTime() + 8 * 3_600_000).toISOString().split(/[T.]/)
  return `haiyilian-${day.replaceAll('-', '')}-${time.replaceAll(':', '')}`
}

/** The complete backups in a folder, oldest first. */
async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter(name => pattern.test(name)).sort()
}

/** Copies the database, as it is at one moment, and the files it names. The portal may run and be written to meanwhile. */
export async function createBackup(asked: Asked): Promise<{ folder: string; manifest: Manifest }> {
  const { to, now = new Date() } = asked
  await mkdir(to, { recursive: true, mode: 0o700 })
  const earlier = (await backupsIn(to)).at(-1)
  const folder = join(to, nameAt(now))
  if (earlier && join(to, earlier) === folder) throw new BackupProblem(`${folder} 已经存在`)
  const draft = `${folder}.partial`
  await mkdir(join(draft, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const manifest = await fill(draft, asked, now, earlier && join(to, earlier))
    await writeFile(join(draft, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, written)
    await writeFile(join(draft, manifestSum), `${await sumOf(join(draft, manifestFile))}  ${manifestFile}\n`, written)
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

/** Removes all backups but the newest `keep`, and what a backup that was killed has left. */
export async function prune(to: string, keep: number, now = new Date()): Promise<string[]> {
  const yesterday = nameAt(new Date(now.getTime() - 86_400_000))
  const left = (await readdir(to)).filter(name => name.endsWith('.partial') && name < yesterday)
  const old = [...(await backupsIn(to)).slice(0, -keep), ...left.filter(name => pattern.test(name.slice(0, -8)))]
  for (const name of old) await rm(join(to, name), { recursive: true, force: true })
  return old
}

const written = { mode: 0o600, flag: 'wx', flush: true } as const

async function fill(draft: string, asked: Asked, now: Date, earlier: string | undefined): Promise<Manifest> {
  const { config, url, storage } = asked
  const client = new Client(clientConfig(url))
  client.on('error', () => {})
  await client.connect()
  try {
    await openSnapshot(client)
    const inside = await tablesOf(client)
    if (inside.some(({ name }) => name === `public.${restoreMark}`))
      throw new BackupProblem('这个数据库正在从备份恢复，或恢复没有完成，不能备份')
    const hidden = inside.find(({ seen }) => !seen)
    if (hidden) throw new BackupProblem(`数据库用户看不到 ${hidden.name} 的全部内容：请使用门户所用的数据库用户`)
    const tables: Manifest['tables'] = []
    for (const table of inside) tables.push(await copyTable(client, table, draft))
    const files = storage ? await copyFiles({ client, storage, draft, earlier }) : null
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return {
      format: backupFormat,
      made_at: now.toISOString(),
      app_version: packageJson.version,
      postgres: rows[0]?.server_version ?? '',
      key_check: keyCheck(config),
      migrations: await migrationsOf(client),
      jobs_level: await jobsLevelOf(client),
      tables,
      // Not part of a snapshot: they are read last, so that none is behind the rows.
      sequences: await sequencesOf(client),
      files,
    }
  } finally {
    await client.end()
  }
}

/**
 * One moment for all tables. They are locked first, against a migration alone: one that rewrites a table in between would
 * leave it empty in the snapshot. The first query that reads sets the moment, and locking reads nothing.
 */
async function openSnapshot(client: Client): Promise<void> {
  const names = (await tablesOf(client)).map(({ name }) => name)
  if (!names.includes('public.portal_migration'))
    throw new BackupProblem('数据库里还没有门户的数据，没有可以备份的内容')
  // Whatever the server's own are: a large table takes its time, and so do the files while the transaction stays open.
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  await client.query(`set datestyle = 'ISO'; set intervalstyle = 'postgres'; set lock_timeout = '60s'`)
  await client.query('begin isolation level repeatable read read only')
  await client.query(`lock table ${names.join(', ')} in access share mode`)
  const now = (await tablesOf(client)).map(({ name }) => name)
  if (now.join() !== names.join()) throw new BackupProblem('数据库正在迁移，请稍后再备份')
}

async function copyTable(client: Client, { name, columns }: Table, draft: string): Promise<Manifest['tables'][number]> {
  const file = `tables/${name}.copy.zst`
  const { stream, measured } = measure()
  const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
  const packed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  await pipeline(rows, packed, stream, createWriteStream(join(draft, file), { ...written, flags: 'wx' }))
  return { name, columns, rows: rows.rowCount, file, ...measured() }
}
