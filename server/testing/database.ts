import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { afterAll, inject } from 'vitest'
import type { Database } from '../database/database.ts'
import { connect, type DatabaseLog, type Pools } from '../database/pool.ts'
import { companyDatabase } from '../database/tenant.ts'
import { databaseAt, once } from './database-setup.ts'

export interface TestDatabase {
  url: string
  pools: Pools
  system: Database
  companyDatabase(companyId: string): Database
}

export const silentLog: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * A migrated, empty database for one test file: `const { system } = await testDatabase()` at the file's top level.
 * Ended and dropped after the file's last test.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const [serverUrl, template] = [inject('serverUrl'), inject('template')]
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Page by page through the log, which is the default, takes five times as long.
  await once(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = databaseAt(serverUrl, name)
  const pools = connect({ url, log: silentLog, size: 4 })
  afterAll(async () => {
    await pools.end()
    await drop(serverUrl, name)
  })
  return { url, pools, system: pools.system, companyDatabase: id => companyDatabase(pools, id) }
}

/** An autovacuum worker may be at work in it, which a superuser alone may end: it is done in a moment. */
async function drop(serverUrl: string, name: string): Promise<void> {
  for (let attempt = 0; ; attempt++)
    try {
      return await once(serverUrl, `drop database ${name} with (force)`)
    } catch (error) {
      const waits = error instanceof DatabaseError && error.code === '42501' && attempt < 100
      if (!waits) throw error
      await sleep(100)
    }
}
