import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { createBackup } from '../backup/backup.ts'
import { checkBackup, restoreBackup } from '../backup/restore.ts'
import { readConfig } from '../config.ts'
import { clientConfig } from '../database/pool.ts'
import { createStorage } from '../integrations/storage/storage-from-config.ts'
import { silentLog } from './database.ts'
import { databaseAt, once } from './database-setup.ts'

/** A folder for a file's or a test's own data. */
export const newFolder = () => mkdtemp(join(tmpdir(), 'haiyilian-backup-'))

/** A place to restore to: a database with nothing in it and a data directory likewise, gone after the test. */
export async function emptyPlace() {
  const [server, name] = [inject('serverUrl'), `test_${randomUUID().replaceAll('-', '')}`]
  await once(server, `create database ${name}`)
  const dataDir = await newFolder()
  onTestFinished(async () => {
    await once(server, `drop database ${name} with (force)`)
    await rm(dataDir, { recursive: true })
  })
  return placeAt(databaseAt(server, name), dataDir)
}

/** What the commands do, on a database that is there. */
export async function placeAt(url: string, dataDir: string, environment: Record<string, string> = {}) {
  const config = readConfig({ DATA_DIR: dataDir, ...environment })
  const storage = await createStorage(config)
  return {
    url,
    config,
    storage,
    backup: (to: string, now?: Date) => createBackup({ config, url, storage, to, ...(now && { now }) }),
    check: (folder: string, otherKey = false) => checkBackup(folder, config, otherKey),
    async restore(folder: string) {
      const manifest = await checkBackup(folder, config, false)
      await restoreBackup({ folder, manifest, config, url, storage, log: silentLog })
    },
  }
}

export async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client(clientConfig(url))
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Every table of every schema that is not PostgreSQL's own, with all its rows as text. */
export async function everything(url: string): Promise<Record<string, string[]>> {
  const tables = await ask<{ name: string }>(
    url,
    `select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
      where relkind in ('r', 'p', 'm') and relnamespace::regnamespace::text !~ '^(pg_|information_schema)' order by 1`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await ask<{ row: string }>(url, `select each::text as row from ${name} each order by 1`)
    found[name] = rows.map(({ row }) => row)
  }
  return found
}
