import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { afterAll, inject } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { connect, type DatabaseLog, type Pools } from '#server/database/pool.ts'
import { checkRows } from '#server/database/rows.ts'
import { companyDatabase } from '#server/database/tenant.ts'
import { databaseAt, runStatement } from './database-setup.ts'
import { unrecorded } from './unrecorded.ts'

// A column that a statement forgets fails the test that reads it.
checkRows('all')

export interface TestDatabase {
  url: string
  pools: Pools
  /** A handle for preparing rows; what it changes of who may use which line is recorded nowhere. */
  system: Database
  companyDatabase(companyId: string): Database
}

export const silentLog: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * Creates a migrated, empty database for one test file: `const { system } = await testDatabase()` at the file's top level. It is
 * dropped after the file's last test.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const [serverUrl, template] = [inject('serverUrl'), inject('template')]
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // The default, which copies pages through the log, takes five times as long.
  await runStatement(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = databaseAt(serverUrl, name)
  const pools = connect({ url, log: silentLog, size: 4 })
  afterAll(async () => {
    await pools.end()
    await drop(serverUrl, name)
  })
  return { url, pools, system: unrecorded(pools.system), companyDatabase: id => unrecorded(companyDatabase(pools, id)) }
}

/** An autovacuum worker may be active in it, which only a superuser may end, but it finishes soon. */
async function drop(serverUrl: string, name: string): Promise<void> {
  for (let attempt = 0; ; attempt++)
    try {
      return await runStatement(serverUrl, `drop database ${name} with (force)`)
    } catch (error) {
      const waits = error instanceof DatabaseError && error.code === '42501' && attempt < 100
      if (!waits) throw error
      await sleep(100)
    }
}
