import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { clientConfig, DatabaseClient } from './client.ts'
import { sendGroup } from './message-group.ts'
import { breaksConnection } from './statements.ts'

const { url } = await testDatabase()

async function connectWatched(answerWithin: number) {
  const client = new DatabaseClient({ ...clientConfig(url), answerWithin })
  await client.connect()
  onTestFinished(() => client.end())
  // The group needs nothing of what a pool adds to a client.
  const send = (text: string) => sendGroup(client as unknown as PoolClient, [], { name: '', text, values: [] })
  return { client, send }
}

test('a connection whose database does not answer in time is ended, and every statement on it fails', async () => {
  const { send } = await connectWatched(200)
  const began = performance.now()
  const error: unknown = await send('select pg_sleep(20)').catch(reason => reason)
  expect(error).toMatchObject({ message: 'Query read timeout' })
  expect(breaksConnection(error)).toBe(true)
  expect(performance.now() - began).toBeLessThan(10_000)
  await expect(send('select 1')).rejects.toThrow()
})

test('time without a statement does not count, and each statement has its own', async () => {
  const { send } = await connectWatched(600)
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await send('select pg_sleep(0.3)')).toMatchObject({ rowCount: 1 })
    if (turn === 1) await sleep(900)
  }
  // A refused statement is answered, too.
  await expect(send('select 1 / 0')).rejects.toThrow('division by zero')
  await sleep(900)
  expect(await send('select 1')).toMatchObject({ rowCount: 1 })
})
