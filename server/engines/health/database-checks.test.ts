import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { databaseChecks } from './database-checks.ts'
import type { HealthGround } from './health-check.ts'

// Slots belong to the whole server, which other tests' portals use as well, so these are simulated.
const measure = async (slots: { name: string; active: boolean }[]) => {
  const ground = { database: { rows: () => async () => slots } } as unknown as HealthGround
  return databaseChecks.find(({ name }) => name === 'database_standby_slots')?.measure(ground)
}

const { system } = await testDatabase()

test('a role that may not see other users’ connections counts them all the same', async () => {
  const check = databaseChecks.find(({ name }) => name === 'database_connections')
  const [measured] = await system.transaction(async transaction => {
    await transaction.change`set local role portal_company`
    return (await check?.measure({ database: transaction } as unknown as HealthGround)) ?? []
  })
  // This connection belongs to a user other than the role.
  expect(measured?.value).toBeGreaterThan(0)
})

test('a missing standby is detected by its slot; the archive’s own slot is no standby’s', async () => {
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
