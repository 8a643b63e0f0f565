import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { createBackup } from '#server/app/backup/backup.ts'
import { type Identities, requireIdentities } from '#server/app/backup/encryption.ts'
import { checkBackup, restoreBackup } from '#server/app/backup/restore.ts'
import type { Trust } from '#server/app/backup/signature.ts'
import { readConfig } from '#server/core/config.ts'
import { clientConfig } from '#server/database/client.ts'
import { functionTable } from '#server/database/functions.ts'
import { createStorage } from '#server/integrations/storage/storage-from-config.ts'
import { silentLog } from './database.ts'
import { databaseAt, runStatement } from './database-setup.ts'

/** Creates a temporary folder for a file's or a test's data. */
export const newFolder = () => mkdtemp(join(tmpdir(), 'haiyilian-backup-'))

/** Creates an empty database and an empty data directory to restore to, removed after the test, or by `ended`. */
export const emptyRestoreTarget = (ended: Ended = onTestFinished) => newTarget('', ended)

/** Does the same with the present tables, which the copy of a database brings along. */
export const migratedTarget = () => newTarget(`template ${inject('template')} strategy file_copy`, onTestFinished)

type Ended = (work: () => Promise<void>) => void

async function newTarget(options: string, ended: Ended) {
  const [server, name] = [inject('serverUrl'), `test_${randomUUID().replaceAll('-', '')}`]
  await runStatement(server, `create database ${name} ${options}`)
  const dataDir = await newFolder()
  ended(async () => {
    await runStatement(server, `drop database ${name} with (force)`)
    await rm(dataDir, { recursive: true })
  })
  return restoreTargetAt(databaseAt(server, name), dataDir)
}

/** Runs the commands' work on an existing database. */
export async function restoreTargetAt(url: string, dataDir: string, environment: Record<string, string> = {}) {
  const config = readConfig({ DATA_DIR: dataDir, ...environment })
  const storage = await createStorage(config)
  return {
    url,
    config,
    storage,
    backup: (to: string, now?: Date) => createBackup({ config, url, storage, to, ...(now && { now }) }),
    check: (folder: string, trust?: Trust) => checkBackup(folder, config, trust),
    async restore(folder: string, keys?: Identities) {
      const manifest = await checkBackup(folder, config)
      const identities = await requireIdentities(folder, manifest, keys)
      await restoreBackup({ folder, manifest, identities, config, url, storage, log: silentLog })
    },
  }
}

export const queryRows = <Row extends object>(url: string, text: string): Promise<Row[]> =>
  onConnection(url, async client => (await client.query<Row>(text)).rows)

async function onConnection<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(clientConfig(url))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Reads every table of every schema except PostgreSQL's own, with all rows as text, except the table in which a database records
 * the functions that it has loaded.
 */
export const readAllTables = (url: string): Promise<Record<string, string[]>> =>
  onConnection(url, async client => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
        where relkind in ('r', 'p', 'm') and relname <> '${functionTable}'
          and relnamespace::regnamespace::text !~ '^(pg_|information_schema)' order by 1`,
    )
    const contents: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select each::text as row from ${name} each order by 1`)
      contents[name] = rows.map(({ row }) => row)
    }
    return contents
  })
