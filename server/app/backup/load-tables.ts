import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { restoreMark } from '#server/database/migrate.ts'
import { listForeignKeys, listTriggers, readSequences, type Table } from './catalogue.sql.ts'
import { measure } from './digest.ts'
import { decrypting, type Identities } from './encryption.ts'
import { BackupProblem, type Manifest } from './manifest.ts'
import { settlingStatements } from './settle-restored.ts'

/**
 * Needs no rights beyond those of the tables' owner, which every DATABASE_URL has: foreign keys are dropped and validated anew at
 * the end, and row-level security is lifted for the owner, who could not COPY otherwise. Triggers of the migrations are dropped, so
 * that nothing is counted twice: the counter tables are restored with their rows, and the functions loaded afterwards create all
 * triggers. Everything happens in one transaction, which also stores the data's snapshot time in the mark: the remaining steps need
 * it, and can be repeated.
 */
export async function loadTables(
  client: Client,
  { folder, manifest, identities }: { folder: string; manifest: Manifest; identities: Identities },
  tables: Table[],
): Promise<void> {
  const keys = await listForeignKeys(client)
  await client.query('begin')
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  await client.query(`set local datestyle = 'ISO'; set local maintenance_work_mem = '256MB'`)
  for (const { owner, name } of keys) await client.query(`alter table ${owner} drop constraint ${name}`)
  for (const { owner, name } of await listTriggers(client)) await client.query(`drop trigger ${name} on ${owner}`)
  const forced = tables.filter(table => table.forced)
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`)
  // The backup holds the rows that the migrations inserted, too, in their later state.
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  const kept = new Map(manifest.tables.map(table => [table.name, table]))
  for (const table of tables) {
    const { file, rows, sha256 } = kept.get(table.name) ?? { file: '', rows: 0, sha256: '' }
    const loaded = await fillTable(client, table, { path: join(folder, file), identities })
    if (loaded.sha256 !== sha256) throw new BackupProblem(`${file} 在核对之后被改动；数据库未改动`)
    if (loaded.rows !== rows)
      throw new BackupProblem(`${table.name} 应有 ${rows} 行，恢复了 ${loaded.rows} 行；数据库未改动`)
  }
  await setSequences(client, manifest)
  // The workers that locked these jobs no longer exist; the locks would delay the jobs for hours.
  for (const taken of ['_private_jobs', '_private_job_queues'])
    await client.query(
      `update graphile_worker.${taken} set locked_at = null, locked_by = null where locked_at is not null`,
    )
  // Pending deferred constraints would block the changes below.
  await client.query('set constraints all immediate')
  for (const { owner, name, definition } of keys)
    await client.query(`alter table ${owner} add constraint ${name} ${definition}`)
  for (const { name } of forced) await client.query(`alter table ${name} force row level security`)
  for (const statement of settlingStatements) await client.query(statement)
  await client.query(`insert into ${restoreMark} (loaded) values ($1)`, [manifest.made_at])
  await client.query('commit')
}

async function fillTable(
  client: Client,
  { name, columns }: Table,
  { path, identities }: { path: string; identities: Identities },
) {
  const rows = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
  const { stream, measured } = measure()
  await pipeline(createReadStream(path), stream, decrypting(identities), createZstdDecompress(), rows)
  return { rows: rows.rowCount, sha256: measured().sha256 }
}

async function setSequences(client: Client, { sequences }: Manifest): Promise<void> {
  const existing = (await readSequences(client)).map(({ name }) => name)
  for (const { name, last_value, is_called } of sequences) {
    if (!existing.includes(name)) throw new BackupProblem(`数据库里没有序列 ${name}`)
    await client.query('select setval($1::regclass, $2, $3)', [name, last_value, is_called])
  }
}
