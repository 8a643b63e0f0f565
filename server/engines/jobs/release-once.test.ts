import { Pool, type PoolClient } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { releasingOnce } from './release-once.ts'

const { url } = await testDatabase()
const pool = releasingOnce(new Pool({ connectionString: url, max: 1 }))
afterAll(() => pool.end())

const connected = () =>
  new Promise<[PoolClient, (error?: Error | boolean) => void]>((resolve, reject) => {
    pool.connect((error, client, release) => (client ? resolve([client, release]) : reject(error)))
  })

// Guard: `once`. Without it the second release throws, in the library where nobody catches it.
test('a connection may be released twice, and is free once', async () => {
  const [first, releaseFirst] = await connected()
  releaseFirst(true)
  first.release()
  const [, releaseSecond] = await connected()
  releaseSecond()
  const third = await pool.connect()
  // The one connection is taken: its former holder does not give it away.
  releaseSecond()
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 0])
  expect((await third.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  third.release()
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})
