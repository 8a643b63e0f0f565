import { expect, test } from 'vitest'
import { z } from 'zod'
import { testPortal } from '#server/testing/portal.ts'
import { searchDevices } from './search.ts'
import { released } from './versions.ts'

const { make, system } = await testPortal()

// Guard: the index of when a company's devices were seen. Without it each read scans all of them.
test('those online are found without reading all other devices of the company', async () => {
  const company = await make.company({ employees: 1 })
  await system.change`
    insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, last_seen_at)
    select ${company.id}, ${company.employees[0]?.id}, 'fp-' || n, '电脑' || n, 'windows', '11', '12.0.1',
      now() - case when n % 1000 = 0 then interval '1 minute' else make_interval(hours => n) end
    from generate_series(1, 5000) n`
  await system.change`analyze device`
  const search = { companyId: company.id, filter: { online: true as const }, released: await released(system) }
  const rows = z.object({ read: z.int() })
  await system.transaction(async transaction => {
    const read = async () =>
      (
        await transaction.row(rows)`
        select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables where relname = 'device'`
      )?.read ?? 0
    const before = await read()
    const found = await searchDevices(transaction, search, { offset: 0, limit: 20 })
    expect([found.total, found.rows.length, found.pending]).toEqual([5, 5, 5])
    expect((await read()) - before).toBeLessThan(100)
  })
})
