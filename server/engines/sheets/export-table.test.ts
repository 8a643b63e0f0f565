import { expect, test } from 'vitest'
import { z } from 'zod'
import { exportedRows } from '#contract/people.ts'
import type { Database } from '#server/database/database.ts'
import { inSnapshot } from '#server/database/snapshot.ts'
import { companyDatabase } from '#server/database/tenant.ts'
import { testDatabase } from '#server/testing/database.ts'
import { byPages, firstRows } from './export-table.ts'

const { pools, system } = await testDatabase()
const anyCompany = companyDatabase(pools, '018f0000-0000-7000-8000-000000000001')
const row = z.object({ key: z.string() })
const pagesOf = (database: Database) =>
  byPages(
    ({ offset, limit }) =>
      database.rows(row)`
        select key from limit_counter where key like 'row %' order by key desc limit ${limit} offset ${offset}`,
  )
const insert = (from: number, to: number) =>
  system.change`
    insert into limit_counter (key, window_start, hits)
    select 'row ' || lpad(number::text, 6, '0'), now(), 1 from generate_series(${from}::integer, ${to}::integer) number`

// Guard: the single snapshot of `inSnapshot`. With separate statements the second page repeats the first page's last row.
test('a list that grows while it is exported has no row twice', async () => {
  await insert(1, 2_500)
  const keys: string[] = []
  for await (const batch of inSnapshot(pools.system, pagesOf)) {
    if (!keys.length) await insert(2_501, 2_501)
    keys.push(...batch.map(({ key }) => key))
  }
  expect(keys).toHaveLength(2_500)
  expect(new Set(keys).size).toBe(2_500)
})

test('a snapshot ends with its reader, and passes on the reader’s failure', async () => {
  const numbers = z.object({ number: z.int(), company: z.string() })
  async function* batches(snapshot: Database) {
    yield await snapshot.rows(numbers)`select 1 as number, current_setting('portal.company') as company`
    yield await snapshot.rows(numbers)`select 1 / 0 as number, '' as company`
  }
  // More rounds than the pool has connections: a leaked one would be noticed.
  for (let turn = 0; turn < 12; turn++) {
    for await (const [first] of inSnapshot(anyCompany, batches)) {
      expect(first).toEqual({ number: 1, company: '018f0000-0000-7000-8000-000000000001' })
      break
    }
    const all = async () => {
      for await (const _ of inSnapshot(anyCompany, batches));
    }
    await expect(all()).rejects.toThrow('division by zero')
  }
})

test('an export ends at its maximum of rows, and says whether the list continues', async () => {
  async function* batches(rows: number) {
    for (let from = 0; from < rows; from += 40_000) yield Array<number>(Math.min(40_000, rows - from)).fill(0)
  }
  for (const [there, more] of [
    [exportedRows - 1, false],
    [exportedRows, false],
    [exportedRows + 1, true],
    [10 * exportedRows, true],
  ] as const) {
    const exported = { rows: 0, more: false }
    let passed = 0
    for await (const rows of firstRows(batches(there), exported)) passed += rows.length
    expect([passed, exported]).toEqual([Math.min(there, exportedRows), { rows: passed, more }])
  }
})
