import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { tasks } from '#server/app/tasks.ts'
import { readConfig } from '#server/core/config.ts'
import { selectList } from '#server/database/select-list.ts'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import { startWorker } from '#server/engines/jobs/worker.ts'
import { createOutbox } from '#server/integrations/sms/outbox.ts'
import { type ShortMessage, SmsFailure, type SmsSender } from '#server/integrations/sms/sms.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { testDatabase } from '#server/testing/database.ts'
import { queueManySms, queueSms, smsIsDown } from './queue.ts'

const { companyDatabase, pools, system, url } = await testDatabase()
const config = readConfig({})
const log = pino({ level: 'silent' })
const gateways = { online: {}, transfer: undefined }
const services = { config, jobs, counting: pools.counting }
const storage = createDiskStorage(config.dataDir)
const message: ShortMessage = {
  phone: '13900001234',
  template: 'code',
  purpose: 'register',
  parameters: { code: '012345' },
  text: '【海易联】验证码 012345。',
}
const queue = (input = message, database = system, as = services) =>
  queueSms(
    as,
    database,
    { message: input, budget: { kind: 'manager_code', companyId: null, ip: null } },
    async () => {},
  )

beforeEach(async () => {
  await system.change`truncate sms_message, demo_outbox, code_allowance`
  await system.change`truncate graphile_worker._private_jobs`
})

const recorded = z.object({ state: z.string(), failure: z.string().nullable(), phone_masked: z.string() })
const rows = () => system.rows(recorded)`select ${selectList(recorded)} from sms_message order by id`
const delivered = z.object({ phone: z.string(), purpose: z.string(), code: z.string(), text: z.string() })
const outbox = () => system.rows(delivered)`select ${selectList(delivered)} from demo_outbox`
const jobRows = () =>
  system.rows(
    z.object({ payload: z.unknown(), attempts: z.number() }),
  )`select payload, attempts from graphile_worker._private_jobs`

async function work(sms: SmsSender) {
  const worker = await startWorker({
    url,
    tasks,
    services: {
      config,
      log,
      system,
      companyDatabase,
      sms,
      storage,
      gateways,
      jobs,
      mailer: undefined,
      tax: undefined,
      channels: {},
    },
    log,
    // Each test checks every job there is.
    clock: false,
  })
  onTestFinished(() => worker.stop())
  return worker
}
/** Simulates the end of the delays between attempts. */
const hurry = () =>
  system.change`
    with due as (update graphile_worker._private_jobs set run_at = now() where run_at > now() returning id)
    select pg_notify('jobs:insert', '{"count":1}') from due`

async function until<Value>(what: () => Promise<Value>, holds: (value: Value) => boolean, patience = 30_000) {
  const end = performance.now() + patience
  for (;;) {
    const value = await what()
    if (holds(value)) return value
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(value)}`)
    await sleep(10)
  }
}
const settled = () => until(rows, found => found.length > 0 && found.every(row => row.state !== 'waiting'))
const noJobs = () => until(jobRows, found => found.length === 0)

test('a queued message reaches the outbox, and its row is marked as sent', async () => {
  await work(createOutbox(system, log))
  await queue()
  expect(await settled()).toMatchObject([{ state: 'sent', phone_masked: '139****1234' }])
  expect(await outbox()).toEqual([{ phone: '13900001234', purpose: 'register', code: '012345', text: message.text }])
  await noJobs()
})

test('the waiting job shows neither phone nor code', async () => {
  await queue()
  expect(JSON.stringify(await jobRows())).not.toMatch(/13900001234|012345/)
  expect(await jobRows()).toHaveLength(1)
})

test('a message of a transaction that rolls back is neither recorded nor sent', async () => {
  const runRolledBack = system.transaction(async transaction => {
    await queue(message, transaction)
    throw new Error('no')
  })
  await expect(runRolledBack).rejects.toThrow('no')
  expect([await rows(), await jobRows()]).toEqual([[], []])
})

test('a silent message takes the same path, but reaches nobody and is not counted', async () => {
  await queue({ ...message, silent: true })
  expect(await rows()).toMatchObject([{ state: 'waiting' }])
  await work(createOutbox(system, log))
  await noJobs()
  expect([await rows(), await outbox()]).toEqual([[], []])
})

test('a temporary failure is retried; after five the message has failed and its job is removed', async () => {
  let tries = 0
  await queue()
  await work({
    async send() {
      tries += 1
      throw new SmsFailure('没有应答', true)
    },
  })
  for (let attempt = 1; attempt < 5; attempt++) {
    await until(jobRows, found => found[0]?.attempts === attempt && tries === attempt)
    expect(await rows()).toMatchObject([{ state: 'waiting' }])
    await until(
      async () => hurry(),
      moved => moved > 0,
    )
  }
  expect(await settled()).toMatchObject([{ state: 'failed', failure: '没有应答' }])
  expect(tries).toBe(5)
  await noJobs()
})

test('a message that may have been sent is repeated once at most', async () => {
  let tries = 0
  await queue()
  await work({
    async send() {
      tries += 1
      throw new SmsFailure('没有在限定时间内应答', true, { lateAcceptance: Promise.resolve(false) })
    },
  })
  await until(jobRows, found => found[0]?.attempts === 1 && tries === 1)
  await until(
    async () => hurry(),
    moved => moved > 0,
  )
  expect(await settled()).toMatchObject([{ state: 'failed', failure: '没有在限定时间内应答' }])
  await noJobs()
  expect(tries).toBe(2)
})

// Guard: recordTaken. Without it a provider that takes six seconds counts as down, and everything is sent twice.
test('a provider that answers late has sent the message once and is not down', async () => {
  let tries = 0
  for (const phone of ['13900001231', '13900001232', '13900001233']) await queue({ ...message, phone })
  await work({
    async send() {
      tries += 1
      throw new SmsFailure('没有在限定时间内应答', true, { lateAcceptance: sleep(100).then(() => true) })
    },
  })
  expect((await settled()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  await until(
    async () => {
      await hurry()
      return jobRows()
    },
    found => found.length === 0,
  )
  expect(tries).toBe(3)
  expect(await smsIsDown(system)).toBe(false)
})

test('a permanent failure is not retried, and the recorded reason shows no phone', async () => {
  let tries = 0
  await queue()
  await work({
    async send({ phone }) {
      tries += 1
      throw new SmsFailure(`${phone} 在黑名单中`, false)
    },
  })
  expect(await settled()).toMatchObject([{ state: 'failed', failure: '139****1234 在黑名单中' }])
  await noJobs()
  expect(tries).toBe(1)
})

test('an expired code is not sent; a delayed notice is', async () => {
  await queue()
  const notice: ShortMessage = { ...message, template: 'notice', parameters: { result: '已通过审核' } }
  await queueManySms(services, system, [notice], { kind: 'notice', companyId: null, ip: null })
  await system.change`update sms_message set created_at = now() - interval '6 minutes'`
  await work(createOutbox(system, log))
  expect(await settled()).toMatchObject([{ state: 'failed', failure: '验证码已过有效期，未发送' }, { state: 'sent' }])
})

test('a job that was sealed with another key, or moved to another message, is given up', async () => {
  await queue(message, system, { ...services, config: { ...config, secretKey: 'x'.repeat(32) } })
  await work(createOutbox(system, log))
  expect(await settled()).toMatchObject([{ state: 'failed' }])
  expect(await outbox()).toEqual([])
})

test('phones that the provider refuses, and codes that came too late, do not make it count as down', async () => {
  for (const phone of ['13900001231', '13900001232', '13900001233']) await queue({ ...message, phone })
  await work({
    async send({ phone }) {
      throw new SmsFailure(`${phone} 触发小时级流控`, false, { recipient: true })
    },
  })
  expect((await settled()).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
  expect(await smsIsDown(system)).toBe(false)
})

test('the provider counts as down for five minutes after three failures without a success', async () => {
  const settle = (state: string, minutesAgo: number) =>
    system.change`
      insert into sms_message (purpose, phone_masked, state, settled_at)
      values ('register', '139****1234', ${state}, now() - make_interval(mins => ${minutesAgo}))`
  await settle('failed', 1)
  await settle('failed', 2)
  await settle('failed', 6)
  expect(await smsIsDown(system)).toBe(false)
  await settle('failed', 4)
  expect(await smsIsDown(system)).toBe(true)
  await settle('sent', 3)
  expect(await smsIsDown(system)).toBe(false)
})
