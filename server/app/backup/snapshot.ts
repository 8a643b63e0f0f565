import type { Client } from 'pg'
import { listTables } from './catalogue.sql.ts'
import { BackupProblem } from './manifest.ts'

/**
 * Opens a snapshot of all tables. First locks the tables against migrations: one that rewrites a table in between would leave it
 * empty in the snapshot. The snapshot is taken by the first query that reads, and locking reads nothing.
 */
export async function openSnapshot(client: Client): Promise<void> {
  const names = (await listTables(client)).map(({ name }) => name)
  if (!names.includes('public.portal_migration'))
    throw new BackupProblem('数据库里还没有门户的数据，没有可以备份的内容')
  // The server's own timeouts must not apply: large tables take long, and so do the files, during which the transaction stays open.
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  await client.query(`set datestyle = 'ISO'; set intervalstyle = 'postgres'; set lock_timeout = '60s'`)
  await client.query('begin isolation level repeatable read read only')
  await client.query(`lock table ${names.join(', ')} in access share mode`)
  const now = (await listTables(client)).map(({ name }) => name)
  if (now.join() !== names.join()) throw new BackupProblem('数据库正在迁移，请稍后再备份')
}
