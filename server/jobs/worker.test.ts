import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { clientConfig } from '#server/database/pool.ts'
import { createOutbox } from '#server/integrations/sms/outbox.ts'
import { queueSms } from '#server/integrations/sms/queue.ts'
import type { ShortMessage, SmsSender } from '#server/integrations/sms/sms.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { testDatabase } from '#server/testing/database.ts'
import { jobs } from './enqueue.ts'
import { migrateJobs } from './migrate-jobs.ts'
import { presenceName, rescueAbandoned } from './presence.ts'
import { startWorker, type Worker } from './worker.ts'

const { companyDatabase, system, url } = await testDatabase()
const config = readConfig({})
const storage = createDiskStorage(config.dataDir)
const log = pino({ level: 'silent' })
const gateways = { online: {}, transfer: undefined }
const message: ShortMessage = {
  phone: '13900001234',
  template: 'notice',
  purpose: 'test',
  parameters: {},
  text: '测试',
}

async function work(
  sms: SmsSender = createOutbox(system, log),
  times: { lookEvery?: number; formerFor?: number } = {},
): Promise<Worker> {
  const worker = await startWorker({
    url,
    services: { config, log, system, companyDatabase, sms, storage, gateways, jobs },
    log,
    ...times,
    // Each test waits until no job is left.
    clock: false,
  })
  onTestFinished(() => worker.stop())
  return worker
}
async function until(holds: () => Promise<boolean>, patience = 30_000) {
  const end = performance.now() + patience
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('waited in vain')
    await sleep(20)
  }
}
const count = async (statement: ReturnType<typeof sql>) => (await system.row<{ count: number }>(statement))?.count ?? -1
const sent = () => count(sql`select count(*) as count from sms_message where state = 'sent'`)
const delivered = () => count(sql`select count(*) as count from demo_outbox`)
const waitingJobs = () => count(sql`select count(*) as count from graphile_worker._private_jobs`)

test('four first starts at once migrate an empty database', async () => {
  const client = new Client(clientConfig(url))
  await client.connect()
  await client.query('drop schema graphile_worker cascade')
  await client.end()
  await Promise.all(Array.from({ length: 4 }, () => migrateJobs(url, log)))
  await jobs.enqueue(system, 'sweep', {}, { key: 'sweep' })
  await jobs.enqueue(system, 'sweep', {}, { key: 'sweep' })
  expect(await waitingJobs()).toBe(1)
  await work()
  await until(async () => (await waitingJobs()) === 0)
})

test('stopping waits for the job under way, takes no other, and a later worker does the rest', async () => {
  const before = await sent()
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const slow = await work({
    async send(given, id) {
      begin()
      await sleep(400)
      await createOutbox(system, log).send(given, id)
    },
  })
  await queueSms({ config, jobs }, system, message)
  await begun
  await slow.stop()
  expect(await sent()).toBe(before + 1)
  await queueSms({ config, jobs }, system, message)
  await sleep(300)
  expect(await sent()).toBe(before + 1)
  await work()
  await until(async () => (await sent()) === before + 2)
})

test('a job starts within milliseconds of its commit', async () => {
  await work()
  await sleep(200)
  const waits: number[] = []
  for (let round = 0; round < 10; round++) {
    const before = await sent()
    const start = performance.now()
    await queueSms({ config, jobs }, system, message)
    while ((await sent()) === before) await sleep(2)
    waits.push(performance.now() - start)
  }
  waits.sort((a, b) => a - b)
  // The median, on a busy machine. Each message follows the last one's poll: polling alone would take two seconds.
  expect(waits[5]).toBeLessThan(1_000)
})

test('the worker outlives the loss of all its connections in the middle of its work, and finishes it', async () => {
  await system.change(sql`truncate sms_message, demo_outbox`)
  const messages = 150
  for (let index = 0; index < messages; index++) await queueSms({ config, jobs }, system, message)
  await work(createOutbox(system, log), { lookEvery: 100, formerFor: 500 })
  let interrupted = 0
  for (let round = 0; round < 4; round++) {
    await sleep(40)
    const lost = await system.rows(sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
    interrupted += lost.length
  }
  await until(async () => (await waitingJobs().catch(() => -1)) === 0)
  expect(interrupted).toBeGreaterThan(4)
  expect([await sent(), await delivered()]).toEqual([messages, messages])
})

// Guards: the outbox's unique message id and the check of the row's state before sending. A worker that is killed
// between the two has sent and not said so; the next one finds both.
test('workers killed again and again in the middle of their jobs: each message is delivered and settled once', async () => {
  await system.change(sql`truncate sms_message, demo_outbox`)
  const messages = 120
  for (let index = 0; index < messages; index++) await queueSms({ config, jobs }, system, message)
  let interrupted = 0
  for (let killed = 0; killed < 8; killed++) {
    const child = fork(new URL('./worker.fixture.ts', import.meta.url), [url], { stdio: 'ignore' })
    await once(child, 'message')
    await sleep(30 + Math.random() * 120)
    await kill(child)
    interrupted += await count(
      sql`select count(*) as count from graphile_worker._private_jobs where locked_at is not null`,
    )
  }
  await work(createOutbox(system, log), { lookEvery: 50 })
  await until(async () => (await waitingJobs()) === 0)
  expect(interrupted).toBeGreaterThan(8)
  expect([await sent(), await delivered()]).toEqual([messages, messages])
}, 180_000)

test('a job whose worker was killed is taken over within seconds, not hours, even on its last attempt', async () => {
  await system.change(sql`truncate sms_message, demo_outbox`)
  await queueSms({ config, jobs }, system, message)
  await system.change(sql`
    update graphile_worker._private_jobs
    set attempts = max_attempts, locked_by = 'pool-gone', locked_at = now() - interval '1 second'`)
  await work()
  // A code is good for five minutes, and whoever waits for it looks at the screen.
  await until(async () => (await sent()) === 1, 6_000)
  expect(await delivered()).toBe(1)
})

test('the job of a worker that lives is left to it, however long it takes', async () => {
  await system.change(sql`truncate sms_message, demo_outbox`)
  let sending = 0
  const slow: SmsSender = {
    async send(given, id) {
      sending += 1
      // Longer than freeing it (0.4 s) and the next poll (2 s) would take together.
      await sleep(3_000)
      await createOutbox(system, log).send(given, id)
    },
  }
  await work(slow, { lookEvery: 50, formerFor: 200 })
  await sleep(200)
  await queueSms({ config, jobs }, system, message)
  await until(async () => sending === 1)
  await work(slow, { lookEvery: 50, formerFor: 200 })
  await until(async () => (await sent()) === 1)
  expect(sending).toBe(1)
})

// Guard: keepPresent. With the lock on the listening connection alone, somebody takes over what is still being sent.
test('a worker that loses its connections again and again in the middle of a job keeps it, for it lives', async () => {
  await system.change(sql`truncate sms_message, demo_outbox`)
  let sending = 0
  await work({
    async send(given, id) {
      sending += 1
      await sleep(4_000)
      await createOutbox(system, log).send(given, id)
    },
  })
  await sleep(200)
  await queueSms({ config, jobs }, system, message)
  await until(async () => sending === 1)
  // Another replica, whose connection holds.
  const pool = new Pool({ ...clientConfig(url), application_name: 'another replica' })
  const another = rescueAbandoned({ pool, former: [], formerFor: 20_000, lookEvery: 250, log })
  onTestFinished(async () => {
    another.end()
    await pool.end()
  })
  const cut = (but: string[]) =>
    system.rows(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name <> all(${but})`)
  await cut(['another replica'])
  for (let round = 0; round < 20; round++) {
    await sleep(100)
    await cut(['another replica', presenceName])
  }
  await until(async () => (await sent().catch(() => -1)) === 1)
  expect([sending, await delivered()]).toEqual([1, 1])
})

async function kill(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
