import { mkdtemp } from 'node:fs/promises'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createStorage } from '../integrations/storage/storage-from-config.ts'
import { testDatabase } from '../testing/database.ts'
import { fillDemonstration } from './demonstration.ts'

test('x', async () => {
  const db = await testDatabase()
  const config = readConfig({ DATA_DIR: await mkdtemp('/tmp/demo-') })
  const services = { config, system: db.system, storage: await createStorage(config) }
  const t = performance.now()
  await Promise.all([fillDemonstration(services), fillDemonstration(services)])
  console.log('ms', performance.now() - t)
  const n = await db.system.row(
    sql`select (select count(*)::int from account) a,(select count(*)::int from employee) e,(select count(*)::int from sku) s,(select count(*)::int from package_type) p,(select count(*)::int from installer) i, (select count(*)::int from identity_verification) v, (select count(*)::int from department) d, (select count(*)::int from company) c,(select count(*)::int from stored_file) f,(select count(*)::int from channel_registration) r, (select count(*)::int from category) cat, (select count(*)::int from article) art`,
  )
  console.log(n)
  expect(1).toBe(1)
})
