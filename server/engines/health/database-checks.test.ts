import { expect, test } from 'vitest'
import { databaseChecks } from './database-checks.ts'
import type { HealthGround } from './health-check.ts'

// Slots belong to the whole server, on which other tests' portals run as well, so these are not real.
const measure = async (slots: { name: string; active: boolean }[]) => {
  const ground = { database: { rows: () => async () => slots } } as unknown as HealthGround
  return databaseChecks.find(({ name }) => name === 'database_standby_slots')?.measure(ground)
}

test('a standby that is gone is told by its slot; the archive’s own slot is none of a standby', async () => {
  const archive = { name: 'archive_2026', active: false }
  expect(await measure([archive])).toEqual([])
  expect(await measure([archive, { name: 'east', active: true }])).toEqual([{ value: 0, detail: '' }])
  expect(
    await measure([
      { name: 'east', active: false },
      { name: 'west', active: true },
    ]),
  ).toEqual([{ value: 1, detail: 'east' }])
})
