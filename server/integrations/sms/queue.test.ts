import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { jobs } from '#server/jobs/enqueue.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { testDatabase } from '#server/testing/database.ts'
import { createDiskStorage } from '../storage/disk.ts'
import { createOutbox } from './outbox.ts'
import { queueSms, smsIsDown } from './queue.ts'
import { type ShortMessage, SmsFailure, type SmsSender } from './sms.ts'

const { companyDatabase, system, url } = await testDatabase()
const config = readConfig({})
const log = pino({ level: 'silent' })
const gateways = { online: {}, transfer: undefined }
const services = { config, jobs }
const storage = createDiskStorage(config.dataDir)
const message: ShortMessage = {
  phone: '13900001234',
  template: 'code',
  purpose: 'register',
  parameters: { code: '012345' },
  text: '【海易联】验证码 012345。',
}

beforeEach(async () => {
  await system.change(sql`truncate sms_message, demo_outbox`)
  await system.change(sql`truncate graphile_worker._private_jobs`)
})

interface Row {
  id: string
  state: string
  failure: string | null
  phone_masked: string
}
const rows = () => system.rows<Row>(sql`select id, state, failure, phone_masked from sms_message order by id`)
const jobRows = () =>
  system.rows<{ payload: unknown; attempts: number }>(sql`select payload, attempts from graphile_worker._private_jobs`)

async function work(sms: SmsSender) {
  const worker = await startWorker({
    url,
    services: { config, log, system, companyDatabase, sms, storage, gateways, jobs },
    log,
    // Each test looks at every job there is.
    clock: false,
  })
  onTestFinished(() => worker.stop())
  return worker
}
/** As if the waits between attempts were over. */
const hurry = () =>
  system.change(sql`
    with due as (update graphile_worker._private_jobs set run_at = now() where run_at > now() returning id)
    select pg_notify('jobs:insert', '{"count":1}') from due`)

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

test('a queued message comes to the outbox, and its row says sent', async () => {
  await work(createOutbox(system, log))
  await queueSms(services, system, message)
  expect(await settled()).toMatchObject([{ state: 'sent', phone_masked: '139****1234' }])
  expect(await system.rows(sql`select phone, purpose, code, text from demo_outbox`)).toEqual([
    { phone: '13900001234', purpose: 'register', code: '012345', text: message.text },
  ])
  await noJobs()
})

test('the waiting job shows neither phone nor code', async () => {
  await queueSms(services, system, message)
  expect(JSON.stringify(await jobRows())).not.toMatch(/13900001234|012345/)
  expect(await jobRows()).toHaveLength(1)
})

test('a message of a transaction that rolls back is neither recorded nor sent', async () => {
  const rolledBack = system.transaction(async transaction => {
    await queueSms(services, transaction, message)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect([await rows(), await jobRows()]).toEqual([[], []])
})

test('a silent message takes the same way, reaches nobody and counts nowhere', async () => {
  await queueSms(services, system, { ...message, silent: true })
  expect(await rows()).toMatchObject([{ state: 'waiting' }])
  await work(createOutbox(system, log))
  await noJobs()
  expect([await rows(), await system.rows(sql`select id from demo_outbox`)]).toEqual([[], []])
})

test('what may pass is tried again; five failures are one failed message, and its job is gone', async () => {
  let tries = 0
  await queueSms(services, system, message)
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

test('what will not pass is tried once, and the kept reason shows no phone', async () => {
  let tries = 0
  await queueSms(services, system, message)
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

test('a code that has waited past its time is not sent; a notice is', async () => {
  await queueSms(services, system, message)
  await queueSms(services, system, { ...message, template: 'notice', parameters: { result: '已通过审核' } })
  await system.change(sql`update sms_message set created_at = now() - interval '6 minutes'`)
  await work(createOutbox(system, log))
  expect(await settled()).toMatchObject([{ state: 'failed', failure: '验证码已过有效期，未发送' }, { state: 'sent' }])
})

test('a job that was sealed with another key, or moved to another message, is given up', async () => {
  await queueSms({ config: { ...config, secretKey: 'x'.repeat(32) }, jobs }, system, message)
  await work(createOutbox(system, log))
  expect(await settled()).toMatchObject([{ state: 'failed' }])
  expect(await system.rows(sql`select id from demo_outbox`)).toEqual([])
})

test('the provider is down after three failures without a success, for five minutes', async () => {
  const settle = (state: string, minutesAgo: number) =>
    system.change(sql`
      insert into sms_message (purpose, phone_masked, state, settled_at)
      values ('register', '139****1234', ${state}, now() - make_interval(mins => ${minutesAgo}))`)
  await settle('failed', 1)
  await settle('failed', 2)
  await settle('failed', 6)
  expect(await smsIsDown(system)).toBe(false)
  await settle('failed', 4)
  expect(await smsIsDown(system)).toBe(true)
  await settle('sent', 3)
  expect(await smsIsDown(system)).toBe(false)
})
