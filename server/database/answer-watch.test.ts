import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { clientConfig, DatabaseClient } from './client.ts'
import { sendUnnamed } from './message-group.ts'
import { begin } from './pool.ts'
import { breaksConnection } from './statements.ts'
import { transact } from './transaction.ts'

const { url } = await testDatabase()

async function connectWatched(answerWithin: number) {
  const client = new DatabaseClient({ ...clientConfig(url), answerWithin })
  await client.connect()
  onTestFinished(() => client.end())
  const send = (text: string) => sendUnnamed(client, { text, values: [] })
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

test('a transaction that ends in an error does not wait for a database that answers its rollback no more', async () => {
  const { client } = await connectWatched(200)
  const { result, rollback } = transact(client as unknown as PoolClient, [begin], async transaction => {
    await transaction.change`select 1`
    client.connection.stream.pause()
    throw new Error('refused')
  })
  await expect(result).rejects.toThrow('refused')
  await expect(rollback()).rejects.toThrow('Query read timeout')
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
