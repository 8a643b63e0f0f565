import { pino } from 'pino'
import sql from 'sql-template-tag'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { countOf } from '#server/database/count-rows.ts'
import { connect } from '#server/database/pool.ts'
import { createAlerter } from '#server/engines/health/alerter.ts'
import { deliverAgain } from '#server/engines/health/deliver.ts'
import type { HealthCheck, HealthResult } from '#server/engines/health/health-check.ts'
import { noteOutcomes } from '#server/engines/health/outcomes.ts'
import { formatReports } from '#server/engines/health/push-text.ts'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import { jobKind } from '#server/engines/jobs/jobs.ts'
import { followProgress } from '#server/engines/jobs/progress.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { createPushChannels } from '#server/integrations/pushes/channels-from-config.ts'
import { PushFailure } from '#server/integrations/pushes/push.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { silentLog, testDatabase } from '#server/testing/database.ts'
import { inserted } from '#server/testing/inserted.ts'
import { dingtalkCounterpart, dingtalkSecret, wecomCounterpart } from '#server/testing/robot-counterparts.ts'
import { healthChecks } from './health-checks.ts'
import { startHealth } from './start-health.ts'

// No worker runs on this database, so alerts sent here do not go through the queue.
const { system, url } = await testDatabase()
const log = pino({ level: 'silent' })
// No check here depends on files.
const storage = { probe: async () => {} } as unknown as Storage

function watch(environment: Record<string, string>, options: { busyFor?: number } = {}) {
  const config = readConfig(environment)
  const jobQueue = options.busyFor === undefined ? followProgress(4) : { standstill: () => options.busyFor ?? 0 }
  const health = startHealth({
    config,
    database: system,
    log,
    jobQueue,
    tasks: [],
    gateways: [],
    channels: createPushChannels(config, undefined),
    storage,
    outcomes: noteOutcomes(),
    clock: false,
  })
  onTestFinished(() => health.end())
  return { config, health }
}
/** Simulates the passage of time for all remembered alerts. */
const pass = (minutes: number) =>
  system.change`
    update health_alert set bad_since = bad_since - make_interval(mins => ${minutes}),
      well_since = well_since - make_interval(mins => ${minutes}), told_at = told_at - make_interval(mins => ${minutes})`
const clear = () => system.change`truncate health_alert, push, push_delivery`
const deliveries = () => countOf(system, sql`select count(*) from push_delivery where state = 'sent'`)

test('a stalled queue is reported once without using the queue, and so is its recovery', async () => {
  await clear()
  const robot = await wecomCounterpart()
  const { health } = watch({ ALERT_WECOM_URL: robot.address, PORT: '18080' })
  await health.look()
  await health.idle()
  expect(robot.received).toEqual([])

  const oldestWaiting = () => health.results().find(({ check }) => check.name === 'jobs_oldest_waiting')?.state
  // A directory sync that takes minutes delays the next one.
  await jobs.enqueue(system, jobKind('read_directory', { lane: 'long' }), {})
  await system.change`update graphile_worker._private_jobs set run_at = now() - interval '6 minutes'`
  await health.look()
  expect(oldestWaiting()).toBe('good')
  await jobs.enqueue(system, jobKind('sweep'), {}, { key: 'stands still' })
  await system.change`update graphile_worker._private_jobs set run_at = now() - interval '6 minutes'`
  for (let round = 0; round < 3; round++) await health.look()
  expect(oldestWaiting()).toBe('bad')
  // The problem must persist before an alert is sent.
  expect(robot.received).toEqual([])
  await pass(3)
  for (let round = 0; round < 3; round++) await health.look()
  await health.idle()
  expect(robot.received).toHaveLength(1)
  expect(robot.received[0]).toMatch(
    /运行状况：\d+ 项异常[\s\S]*异常：最久等待的任务 6 分钟 清理过期数据（超过 60 秒为注意，超过 5 分钟为异常）[\s\S]*处理：.*任务队列/,
  )
  expect(robot.received[0]).toContain('/operations/health')

  await pass(20)
  await health.look()
  await pass(15)
  await health.look()
  await health.idle()
  expect(robot.received).toHaveLength(2)
  expect(robot.received[1]).toContain('仍然异常')

  await system.change`delete from graphile_worker._private_jobs`
  await health.look()
  await pass(3)
  for (let round = 0; round < 3; round++) await health.look()
  await health.idle()
  expect(robot.received).toHaveLength(3)
  expect(robot.received[2]).toMatch(/1 项已恢复[\s\S]*已恢复：最久等待的任务/)
  expect(await deliveries()).toBe(3)
})

test('a runner that stops asking for jobs is reported for its own process', async () => {
  await clear()
  const robot = await wecomCounterpart()
  const still = watch({ ALERT_WECOM_URL: robot.address, PORT: '18081' }, { busyFor: 90_000 })
  const moving = watch({ ALERT_WECOM_URL: robot.address, PORT: '18082' }, { busyFor: 0 })
  await still.health.look()
  await pass(3)
  await Promise.all([still.health.look(), moving.health.look()])
  // A healthy process does not clear another one's alert.
  await moving.health.look()
  await pass(10)
  await moving.health.look()
  await Promise.all([still.health.idle(), moving.health.idle()])
  expect(robot.received).toHaveLength(1)
  expect(robot.received[0]).toMatch(/这个副本的队列没有取任务[\s\S]*:18081/)
})

const check = (name: string): HealthCheck => ({ ...(healthChecks[0] as HealthCheck), name })
const result = (name: string, state: HealthResult['state'], more: Partial<HealthCheck> = {}): HealthResult => ({
  check: { ...check(name), ...more },
  state,
  measured: [],
  checkedAt: new Date(),
  trouble: null,
})

describe('two replicas', () => {
  // Guard: `for update` in lockAlert. Without it both replicas read that no alert has been sent yet, and both send it.
  test('report once what both detect at the same moment, and its recovery once', async () => {
    await clear()
    const robot = { sent: [] as string[] }
    const channels = { wecom: { send: async ({ title }: { title: string }) => void robot.sent.push(title) } }
    const pools = [1, 2].map(() => connect({ url, log: silentLog, size: 2 }))
    onTestFinished(async () => void (await Promise.all(pools.map(pool => pool.end()))))
    const replicas = pools.map((pool, index) =>
      createAlerter({ config: readConfig({}), database: pool.system, channels, place: `host:${index}`, log }),
    )
    const rounds = 25
    for (let round = 0; round < rounds; round++) {
      const name = `race_${round}`
      await system.change`
        insert into health_alert (name, place, bad_since) values (${name}, '', now() - interval '5 minutes')`
      await Promise.all(replicas.map(replica => replica.alert([result(name, 'bad')])))
      await system.change`
        update health_alert set well_since = now() - interval '5 minutes' where name = ${name}`
      await Promise.all(replicas.map(replica => replica.alert([result(name, 'good')])))
    }
    await Promise.all(replicas.map(replica => replica.idle()))
    expect(await countOf(system, sql`select count(*) from push`)).toBe(2 * rounds)
    expect(robot.sent.filter(title => title.includes('项异常'))).toHaveLength(rounds)
    expect(robot.sent.filter(title => title.includes('已恢复'))).toHaveLength(rounds)
  })

  test('create one alert concurrently', async () => {
    await clear()
    const sent: string[] = []
    const channels = { wecom: { send: async ({ title }: { title: string }) => void sent.push(title) } }
    const pools = [1, 2].map(() => connect({ url, log: silentLog, size: 2 }))
    onTestFinished(async () => void (await Promise.all(pools.map(pool => pool.end()))))
    const replicas = pools.map((pool, index) =>
      createAlerter({ config: readConfig({}), database: pool.system, channels, place: `host:${index}`, log }),
    )
    for (let round = 0; round < 15; round++)
      await Promise.all(replicas.map(replica => replica.alert([result(`new_${round}`, 'bad', { alertAfter: 0 })])))
    await Promise.all(replicas.map(replica => replica.idle()))
    expect(sent).toHaveLength(15)
  })
})

test('each subject of a check is reported, and as mended, by itself', async () => {
  await clear()
  const sent: string[] = []
  const channels = { wecom: { send: async ({ text }: { text: string }) => void sent.push(text) } }
  const alerter = createAlerter({ config: readConfig({}), database: system, channels, place: 'host:1', log })
  const alertsAfter = async (state: Record<string, HealthResult['state']>) => {
    const measured = Object.entries(state).map(([subject, each]) => ({ subject, state: each, value: 12 }))
    const states = Object.values(state)
    await alerter.alert([{ ...result('gateways', states.includes('bad') ? 'bad' : 'good'), measured }])
    await alerter.idle()
    return sent.splice(0).map(text => text.split('\n')[0]?.slice(0, 40))
  }
  await alertsAfter({ 支付宝: 'bad', 微信支付: 'good' })
  await pass(3)
  expect(await alertsAfter({ 支付宝: 'bad', 微信支付: 'good' })).toEqual([
    expect.stringContaining('异常：最久等待的任务 支付宝 12'),
  ])
  // The first alert's next reminder is hours away.
  await alertsAfter({ 支付宝: 'bad', 微信支付: 'bad' })
  await pass(3)
  expect(await alertsAfter({ 支付宝: 'bad', 微信支付: 'bad' })).toEqual([
    expect.stringContaining('异常：最久等待的任务 微信支付 12'),
  ])
  await alertsAfter({ 支付宝: 'bad', 微信支付: 'good' })
  await pass(3)
  expect(await alertsAfter({ 支付宝: 'bad', 微信支付: 'good' })).toEqual([
    expect.stringContaining('已恢复：最久等待的任务 微信支付（'),
  ])
  // A missing subject counts as good; one that could not be measured does not.
  await alerter.alert([result('gateways', 'unknown')])
  await pass(3)
  await alerter.alert([result('gateways', 'unknown')])
  expect(await alertsAfter({ 微信支付: 'good' })).toEqual([])
  await pass(3)
  expect(await alertsAfter({ 微信支付: 'good' })).toEqual([expect.stringContaining('已恢复：最久等待的任务 支付宝（')])
})

test('details that several subjects of a check share are stated once', () => {
  const one = result('jobs_overdue', 'bad')
  const changes = ['sweep', 'close_overdue'].map(subject => ({
    result: { ...one, subject, measured: [{ subject, state: 'bad', value: 60 } as const] },
    telling: 'bad' as const,
    since: 0,
  }))
  const { title, text } = formatReports(changes, { config: readConfig({}), place: 'host:1' })
  expect(title).toContain('1 项异常')
  expect(text).toMatch(/^异常：最久等待的任务 sweep 60 秒；close_overdue 60 秒（/)
})

test('a hanging channel does not block the others, and the queue delivers its message later, once', async () => {
  await clear()
  await system.change`delete from graphile_worker._private_jobs`
  const [wecom, dingtalk] = [await wecomCounterpart(), await dingtalkCounterpart()]
  wecom.faults.answer = () => 'silent'
  const config = readConfig({
    ALERT_WECOM_URL: wecom.address,
    ALERT_DINGTALK_URL: dingtalk.address,
    ALERT_DINGTALK_SECRET: dingtalkSecret,
  })
  const channels = createPushChannels(config, undefined)
  const alerter = createAlerter({ config, database: system, channels, place: 'host:1', log })
  const begun = performance.now()
  await alerter.alert([result('hangs', 'bad', { alertAfter: 0 })])
  await expect.poll(() => dingtalk.received.length).toBe(1)
  await alerter.alert([result('hangs', 'bad', { alertAfter: 0 })])
  expect(performance.now() - begun).toBeLessThan(5_000)
  await alerter.idle()
  const state = () =>
    countOf(system, sql`select count(*) from push_delivery where state = 'waiting' and failure is not null`)
  expect(await state()).toBe(1)

  const waiting = await countOf(
    system,
    sql`
    select count(*) from graphile_worker._private_jobs where run_at > now() + interval '30 seconds'`,
  )
  expect(waiting).toBe(2)
  wecom.faults.answer = () => undefined
  // The task uses only these services.
  const services = { system, channels } as unknown as TaskServices
  const job = { lastAttempt: false, log } as unknown as RunningJob
  const push_id = await pushId()
  for (let attempt = 0; attempt < 2; attempt++)
    for (const channel of ['wecom', 'dingtalk'] as const) await deliverAgain(services, { push_id, channel }, job)
  expect([wecom.received.length, dingtalk.received.length]).toEqual([1, 1])
})

test('temporary delivery failures are retried by the queue, permanent ones given up', async () => {
  await clear()
  const failing = (retry: boolean) => ({ send: () => Promise.reject(new PushFailure('拒绝', retry)) })
  const channels = { wecom: failing(true), dingtalk: failing(false) }
  const alerter = createAlerter({ config: readConfig({}), database: system, channels, place: 'host:1', log })
  await alerter.alert([result('refused', 'bad', { alertAfter: 0 })])
  await alerter.idle()
  const services = { system, channels } as unknown as TaskServices
  const push_id = await pushId()
  const run = (channel: 'wecom' | 'dingtalk', lastAttempt: boolean) =>
    deliverAgain(services, { push_id, channel }, { lastAttempt, log } as unknown as RunningJob)
  await expect(run('wecom', false)).rejects.toThrow('拒绝')
  await run('dingtalk', false)
  await run('wecom', true)
  expect(await countOf(system, sql`select count(*) from push_delivery where state = 'failed'`)).toBe(2)
  expect(await countOf(system, sql`select sum(attempts) from push_delivery`)).toBe(4)
})

test('an unreachable database, and its return, are reported by the process itself', async () => {
  const robot = await wecomCounterpart()
  const config = readConfig({ ALERT_WECOM_URL: robot.address, PORT: '18083' })
  const away = connect({ url: 'postgresql://nobody@127.0.0.1:9/nowhere', log: silentLog, size: 1 })
  const channels = createPushChannels(config, undefined)
  onTestFinished(() => away.end())
  const health = startHealth({
    config,
    database: away.system,
    log,
    jobQueue: { standstill: () => 0 },
    tasks: [],
    gateways: [],
    channels,
    storage,
    outcomes: noteOutcomes(),
    clock: false,
  })
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  try {
    for (const seconds of [0, 15, 30, 50, 65]) {
      vi.setSystemTime(start + seconds * 1000)
      await health.look().catch(() => {})
    }
    await health.idle()
    expect(robot.received).toHaveLength(1)
    expect(robot.received[0]).toMatch(/数据库写入的应答时间[\s\S]*:18083/)
    const states = health.results().map(({ check, state }) => [check.group, state])
    expect(states).toContainEqual(['database', 'bad'])
    expect(states).toContainEqual(['jobs', 'unknown'])
  } finally {
    health.end()
  }
})

async function pushId(): Promise<string> {
  const row = await system.row(inserted)`select id from push`
  if (!row) throw new Error('nothing was told')
  return row.id
}
