import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { tasks } from '#server/app/tasks.ts'
import { readConfig } from '#server/core/config.ts'
import { clientConfig } from '#server/database/client.ts'
import { countOf } from '#server/database/count-rows.ts'
import { queueManySms } from '#server/engines/messages/queue.ts'
import { createOutbox } from '#server/integrations/sms/outbox.ts'
import type { ShortMessage, SmsSender } from '#server/integrations/sms/sms.ts'
import { rereadHintedJob } from '#server/modules/directory/provider/jobs.ts'
import { testDatabase } from '#server/testing/database.ts'
import { newPhone } from '#server/testing/identities.ts'
import { jobs } from './enqueue.ts'
import { jobKind } from './jobs.ts'
import { outsideLanes } from './lanes.ts'
import { migrateJobs } from './migrate-jobs.ts'
import { presenceName, rescueAbandoned } from './presence.ts'
import { worksOn } from './works-on.fixture.ts'

const database = await testDatabase()
const { system, url } = database
const config = readConfig({})
const log = pino({ level: 'silent' })
/** Each message goes to another phone, so that none reaches its daily limit. */
const queue = () => {
  const message: ShortMessage = {
    phone: newPhone(),
    template: 'notice',
    purpose: 'register',
    parameters: {},
    text: '测试',
  }
  return queueManySms({ config, jobs }, system, [message], { kind: 'notice', companyId: null, ip: null })
}

const work = worksOn(database)
async function until(holds: () => Promise<boolean>, patience = 30_000) {
  const end = performance.now() + patience
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('waited in vain')
    await sleep(20)
  }
}
const sent = () => countOf(system, sql`select count(*) from sms_message where state = 'sent'`)
const delivered = () => countOf(system, sql`select count(*) from demo_outbox`)
const waitingJobs = () => countOf(system, sql`select count(*) from graphile_worker._private_jobs`)

test('four first starts at once migrate an empty database', async () => {
  const client = new Client(clientConfig(url))
  await client.connect()
  await client.query('drop schema graphile_worker cascade')
  await client.end()
  await Promise.all(Array.from({ length: 4 }, () => migrateJobs(url, log)))
  await jobs.enqueue(system, jobKind('sweep'), {}, { key: 'sweep' })
  await jobs.enqueue(system, jobKind('sweep'), {}, { key: 'sweep' })
  expect(await waitingJobs()).toBe(1)
  await work()
  await until(async () => (await waitingJobs()) === 0)
})

test('a worker starts without a complaint', async () => {
  const complaints: string[] = []
  const stream = { write: (line: string) => void complaints.push(line) }
  await work(undefined, { log: pino({ level: 'warn' }, stream) })
  expect(complaints).toEqual([])
})

test('stopping waits for the job under way, takes no other, and a later worker does the rest', async () => {
  const before = await sent()
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const slow = await work({
    async send(known, id) {
      begin()
      await sleep(400)
      await createOutbox(system, log).send(known, id)
    },
  })
  await queue()
  await begun
  await slow.stop()
  expect(await sent()).toBe(before + 1)
  await queue()
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
    await queue()
    while ((await sent()) === before) await sleep(2)
    waits.push(performance.now() - start)
  }
  waits.sort((a, b) => a - b)
  // The median tolerates a busy machine. Each message follows the previous one's poll: polling alone would take two seconds.
  expect(waits[5]).toBeLessThan(1_000)
})

test('a worker survives losing all its connections during a job, and finishes it', async () => {
  await system.change`truncate sms_message, demo_outbox`
  const messages = 150
  for (let index = 0; index < messages; index++) await queue()
  await work(createOutbox(system, log), { lookEvery: 100, formerFor: 500 })
  let interrupted = 0
  for (let round = 0; round < 4; round++) {
    await sleep(40)
    interrupted += await system.change`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  }
  await until(async () => (await waitingJobs().catch(() => -1)) === 0)
  expect(interrupted).toBeGreaterThan(4)
  expect([await sent(), await delivered()]).toEqual([messages, messages])
})

// Guards: the outbox's unique message id and the check of the row's state before sending. A worker that is killed
// between the two has sent the message without recording it; the next one finds both.
test('with workers killed repeatedly during jobs each message is delivered and settled once', async () => {
  await system.change`truncate sms_message, demo_outbox`
  const messages = 120
  for (let index = 0; index < messages; index++) await queue()
  let interrupted = 0
  for (let killed = 0; killed < 8; killed++) {
    const child = fork(new URL('./worker.fixture.ts', import.meta.url), [url], { stdio: 'ignore' })
    await once(child, 'message')
    await sleep(30 + Math.random() * 120)
    await kill(child)
    interrupted += await countOf(
      system,
      sql`select count(*) from graphile_worker._private_jobs where locked_at is not null`,
    )
  }
  await work(createOutbox(system, log), { lookEvery: 50 })
  await until(async () => (await waitingJobs()) === 0)
  expect(interrupted).toBeGreaterThan(8)
  expect([await sent(), await delivered()]).toEqual([messages, messages])
}, 180_000)

test('the job of a killed worker is taken over within seconds, even on its last attempt, and its queue goes on', async () => {
  await system.change`truncate sms_message, demo_outbox`
  await queue()
  await jobs.enqueue(system, rereadHintedJob, { company_id: randomUUID() })
  for (const table of [sql`_private_jobs`, sql`_private_job_queues`])
    await system.change`
      update graphile_worker.${table} set locked_by = 'pool-gone', locked_at = now() - interval '1 second'`
  await system.change`update graphile_worker._private_jobs set attempts = max_attempts`
  await work()
  // A code is valid for five minutes, and its recipient is waiting in front of the screen.
  await until(async () => (await sent()) === 1, 6_000)
  expect(await delivered()).toBe(1)
  await until(async () => (await waitingJobs()) === 0, 6_000)
})

// Guards: the lanes, whose slots are reserved by a poll until it is answered, and the queue of look_again. Without the lanes the
// waiting jobs take all workers, and the code waits for them.
test('while every slow job waits for another server, a code is sent at once', async () => {
  await system.change`truncate sms_message, demo_outbox`
  const places: Record<string, number> = outsideLanes
  const waiting = new Map<string, string[]>()
  const answered = Promise.withResolvers<void>()
  const patient = tasks.map(task => ({
    ...task,
    async run(...[services, payload, job]: Parameters<typeof task.run>) {
      const { lane, name } = task.kind
      if (lane === 'quick') return task.run(services, payload, job)
      waiting.set(lane, [...(waiting.get(lane) ?? []), name])
      await answered.promise
    },
  }))
  const company = { company_id: randomUUID() }
  for (const { kind } of tasks)
    if (kind.lane !== 'quick')
      // The library's cron and older versions set no lane.
      for (const each of [kind, kind, { ...kind, lane: 'quick' as const }]) await jobs.enqueue(system, each, company)
  await work(createOutbox(system, log), { tasks: patient })
  // The three jobs of one company run one after the other, though there are more slots.
  const isFull = (lane: string) => waiting.get(lane)?.length === (lane === 'directories' ? 1 : places[lane])
  await until(async () => Object.keys(places).every(isFull), 20_000)
  const before = performance.now()
  await queue()
  await until(async () => (await sent()) === 1, 10_000)
  expect(performance.now() - before).toBeLessThan(2_000)
  await sleep(500)
  for (const [lane, names] of waiting) expect(names.length, lane).toBeLessThanOrEqual(places[lane] ?? 0)
  expect(waiting.get('directories')).toEqual(['look_again'])
  answered.resolve()
  await until(async () => (await waitingJobs()) === 0, 60_000)
  expect(waiting.get('directories')).toHaveLength(3)
})

test('the job of a living worker is never taken over, however long it takes', async () => {
  await system.change`truncate sms_message, demo_outbox`
  let sending = 0
  const slow: SmsSender = {
    async send(message, id) {
      sending += 1
      // Longer than releasing the job (0.4 s) and the next poll (2 s) take together.
      await sleep(3_000)
      await createOutbox(system, log).send(message, id)
    },
  }
  await work(slow, { lookEvery: 50, formerFor: 200 })
  await sleep(200)
  await queue()
  await until(async () => sending === 1)
  await work(slow, { lookEvery: 50, formerFor: 200 })
  await until(async () => (await sent()) === 1)
  expect(sending).toBe(1)
})

// Guard: holdPresenceLocks. If only the listening connection held the lock, another worker would take over a message that is still being
// sent.
test('a worker that repeatedly loses its connections during a job keeps the job', async () => {
  await system.change`truncate sms_message, demo_outbox`
  let sending = 0
  await work({
    async send(message, id) {
      sending += 1
      await sleep(4_000)
      await createOutbox(system, log).send(message, id)
    },
  })
  await sleep(200)
  await queue()
  await until(async () => sending === 1)
  // Another replica, whose connection persists.
  const pool = new Pool({ ...clientConfig(url), application_name: 'another replica' })
  const another = rescueAbandoned({ pool, former: [], formerFor: 20_000, lookEvery: 250, log })
  onTestFinished(async () => {
    another.end()
    await pool.end()
  })
  const cut = (but: string[]) =>
    system.change`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name <> all(${but})`
  await cut(['another replica'])
  for (let round = 0; round < 20; round++) {
    await sleep(100)
    await cut(['another replica', presenceName])
  }
  await until(async () => (await sent().catch(() => -1)) === 1)
  expect([sending, await delivered()]).toEqual([1, 1])
})

/** Runs a statement on the server's own database, which accepts connections regardless of the test's. */
async function onServer(text: string) {
  const address = new URL(url)
  address.pathname = '/postgres'
  const client = new Client(clientConfig(address.href))
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

// Guard: the supervision of fetches. Without it the queue stood still for good once the database had refused its new connections
// for a while, as at the connection limit or after a password change.
test('the queue recovers within seconds after the database has refused new connections', async () => {
  await system.change`truncate sms_message, demo_outbox`
  const outbox = createOutbox(system, log)
  const slow: SmsSender = {
    async send(message, id) {
      await sleep(300)
      await outbox.send(message, id)
    },
  }
  await work(slow, { lookEvery: 100, formerFor: 3_000, restartAfter: 200 })
  const name = new URL(url).pathname.slice(1)
  const messages = 12
  for (let index = 0; index < messages; index++) await queue()
  await until(async () => (await sent()) > 0)
  await onServer(`alter database "${name}" with allow_connections false`)
  try {
    // The outcome of running jobs can't be recorded, which ends the runner.
    for (let round = 0; round < 5; round++) {
      await onServer(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = '${name}' and application_name in ('haiyilian jobs', '${presenceName}')`)
      await sleep(500)
    }
  } finally {
    await onServer(`alter database "${name}" with allow_connections true`)
  }
  // The running jobs belonged to workers that are gone; they are taken over once `formerFor` has passed.
  await until(async () => (await sent()) === messages, 25_000)
  const late = performance.now()
  await queue()
  await until(async () => (await sent()) === messages + 1, 10_000)
  expect(performance.now() - late).toBeLessThan(10_000)
}, 60_000)

async function kill(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

// Guard: `answers` uses its own connection. Those of the queue all wait for the table.
test('a queue blocked by the database, which answers others, triggers the last resort', async () => {
  let calls = 0
  const onLastResort = () => {
    calls += 1
  }
  await work(undefined, { restartAfter: 100, lastResortAfter: 14_000, onLastResort })
  const other = new Client(clientConfig(url))
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin; lock table graphile_worker._private_jobs in access exclusive mode')
  await until(async () => calls === 1, 90_000)
  await other.query('rollback')
})
