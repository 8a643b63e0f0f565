import { listTables, readMigrations } from '#server/app/backup/catalogue.sql.ts'
import { BackupProblem } from '#server/app/backup/manifest.ts'
import { settleRestored } from '#server/app/backup/settle-restored.ts'
import { withClient } from '#server/database/client.ts'
import { checkMigrations } from '#server/database/migrate.ts'
import { connect, type DatabaseLog } from '#server/database/pool.ts'
import { countRows, findInconsistencies, newestOrder, newestPayment } from './findings.sql.ts'

/** A summary of a restored database, for its review. */
export interface Findings {
  tables: number
  rows: number
  accounts: number
  companies: number
  orders: number
  payments: number
  /** In fen. */
  paid: string
  newestOrder: { number: string; at: string } | undefined
  newestPayment: { number: string; at: string } | undefined
  migration: string
  inconsistencies: string[]
}

/** Reads every table, so that PostgreSQL verifies the checksum of every page, and checks the consistency of related tables. */
export async function examineRestored(url: string, log: DatabaseLog): Promise<Findings> {
  let [rows, tables, migration] = [0, 0, '']
  await withClient(url, async client => {
    await client.query('set statement_timeout = 0')
    migration = await checkMigrations(await readMigrations(client))
    for (const { name } of await listTables(client)) {
      const { rows: counted } = await client.query<{ count: string }>(`select count(*)::text as count from ${name}`)
      rows += Number(counted[0]?.count)
      tables += 1
    }
  })
  const pools = connect({ url, log, size: 1, statementTimeout: 3_600_000 })
  try {
    const counts = await countRows(pools.system)
    if (!counts) throw new BackupProblem('恢复的数据库没有应答')
    return {
      tables,
      rows,
      ...counts,
      newestOrder: await newestOrder(pools.system),
      newestPayment: await newestPayment(pools.system),
      migration,
      inconsistencies: await findInconsistencies(pools.system),
    }
  } finally {
    await pools.end()
  }
}

export async function recordRestoration(url: string, log: DatabaseLog, to: number): Promise<void> {
  const pools = connect({ url, log, size: 1, statementTimeout: 3_600_000 })
  try {
    await pools.system.transaction(transaction => settleRestored(transaction, new Date(to)))
  } finally {
    await pools.end()
  }
}
