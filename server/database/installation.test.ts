import { Client } from 'pg'
import { expect, test } from 'vitest'
import { silentLog, testDatabase } from '#server/testing/database.ts'
import { clientConfig } from './client.ts'
import { OtherMode } from './installation.ts'
import { migrate } from './migrate.ts'

async function queryOn(url: string, text: string) {
  const client = new Client(clientConfig(url))
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test.each([
  ['demo', 'production'],
  ['production', 'demo'],
] as const)(
  'a database that started as %s does not start as %s, and is not changed by the attempt',
  async (one, other) => {
    const { url } = await testDatabase()
    await migrate({ url, log: silentLog, mode: one })
    await queryOn(url, "delete from portal_migration where name like '0022%'")
    await expect(migrate({ url, log: silentLog, mode: other })).rejects.toThrow(OtherMode)
    // The migration is still missing: nothing ran before the refusal.
    expect(await queryOn(url, "select name from portal_migration where name like '0022%'")).toEqual([])
    expect(await queryOn(url, 'select mode from installation')).toEqual([{ mode: one }])
  },
)

test('of two concurrent starts in different modes one is refused', async () => {
  const { url } = await testDatabase()
  const started = await Promise.allSettled(
    (['demo', 'production'] as const).map(mode => migrate({ url, log: silentLog, mode })),
  )
  expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
