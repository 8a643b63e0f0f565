import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { countOf } from '#server/database/count-rows.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { forgetReplica } from '#server/engines/health/forget-replica.ts'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import { jobKind } from '#server/engines/jobs/jobs.ts'
import { GatewayFailure } from '#server/integrations/gateways/gateway-failure.ts'
import { createWecom } from '#server/integrations/pushes/wecom.ts'
import { testPortal } from '#server/testing/portal.ts'
import { wecomCounterpart } from '#server/testing/robot-counterparts.ts'

const portal = await testPortal({ METRICS_TOKEN: 'token' })
const { make, operate, system, services } = portal
const owner = await make.operator()
// No worker knows this kind, so the job stays as the test leaves it.
const unknownKind = jobKind<{ phone: string }>('of_no_worker')

async function failedJob(error = 'Error: 服务商没有应答\n    at secret (/srv/place)'): Promise<string> {
  const key = crypto.randomUUID()
  await jobs.enqueue(system, unknownKind, { phone: '13900001234' }, { key, attempts: 2 })
  await system.change`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${error} where key = ${key}`
  const list = (await operate('getFailedJobs', {}, owner)).data.list
  return list[0]?.job_id ?? ''
}
const countFailed = async () => (await operate('getFailedJobs', {}, owner)).data.total
const audits = () => countOf(system, sql`select count(*) from audit_entry where action = 'job.retried'`)
const resultOf = async (name: string) => {
  await services.health.look()
  const { data } = await operate('getHealth', {}, owner)
  return data.checks.find(check => check.name === name)
}

test('checks are unknown before the first run; then each has a state, a limit and advice', async () => {
  const before = (await operate('getHealth', {}, owner)).data
  expect(new Set(before.checks.map(({ state }) => state))).toEqual(new Set(['unknown']))
  await services.health.look()
  const { data } = await operate('getHealth', {}, owner)
  expect(data.checks.length).toBeGreaterThan(18)
  for (const { name, state, limit, advice, trouble } of data.checks) {
    expect(state, `${name}: ${trouble}`).not.toBe('unknown')
    expect([limit, advice].every(Boolean), name).toBe(true)
  }
  expect(data.replica).toMatch(/:8080$/)
})

test('failed jobs show their error without their payload', async () => {
  const job_id = await failedJob()
  const { data } = await operate('getFailedJobs', {}, owner)
  expect(data.list[0]).toMatchObject({ job_id, task: 'of_no_worker', attempts: 2, error: 'Error: 服务商没有应答' })
  expect(JSON.stringify(data)).not.toMatch(/13900001234|secret/)
  expect(await resultOf('jobs_failed')).toMatchObject({ state: 'warn', measured: [{ detail: 'of_no_worker 1' }] })
})

// Guard: the condition on its attempts in removeFailedJob and retryFailedJobs.
test('all failed jobs of a task are retried at once, a failed one is removed, and both are audited', async () => {
  const [removed, under_way] = [await failedJob(), await failedJob()]
  await failedJob()
  await system.change`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where id = ${under_way}::bigint`
  expect((await operate('removeJob', { job_id: under_way }, owner)).code).toBe(-53020)
  expect((await operate('removeJob', { job_id: removed }, owner)).code).toBe(200)
  expect((await operate('removeJob', { job_id: removed }, owner)).code).toBe(-53020)
  const failed = await countFailed()
  expect(failed).toBeGreaterThan(0)
  expect((await operate('retryJobsOfTask', { task: 'of_no_worker' }, owner)).code).toBe(200)
  expect((await operate('retryJobsOfTask', { task: 'of_no_worker' }, owner)).code).toBe(-53020)
  expect(await countFailed()).toBe(0)
  const said = await countOf(
    system,
    sql`select count(*) from audit_entry where action = 'job.removed' and target = ${`job:${removed}`}
      or action = 'job.retried' and after = ${JSON.stringify({ task: 'of_no_worker', count: failed })}::jsonb`,
  )
  expect(said).toBe(2)
  await system.change`delete from graphile_worker._private_jobs`
})

test('a nightly task that fails is reported the same night by name; one that is in time is not', async () => {
  await system.change`
    insert into service_outcome (name, watched_since, succeeded_at, failures) values
      ('task:invoice_months', now() - interval '9 days', now() - interval '3 days', 6),
      ('task:close_overdue', now() - interval '9 days', now() - interval '10 seconds', 0),
      ('task:renew_lines', now() - interval '5 minutes', null, 1)`
  const late = await resultOf('jobs_overdue')
  expect(late).toMatchObject({ state: 'bad', measured: [{ subject: 'invoice_months' }] })
  expect(late?.measured[0]?.detail).toMatch(/^“按月开票”最近成功 .*，之后失败 6 次$/)
  await system.change`update service_outcome set succeeded_at = now(), failures = 0 where name = 'task:invoice_months'`
  expect(await resultOf('jobs_overdue')).toMatchObject({ state: 'good', measured: [{ detail: '3 种都按时' }] })
})

// Guard: the condition on the attempts in retryFailedJob. Without it both operators retry it, and both are in the log.
test('concurrent retries of a failed job retry it once, and the retry is audited', async () => {
  for (let round = 0; round < 5; round++) {
    const job_id = await failedJob()
    const before = await audits()
    const other = await make.operator()
    const answers = await Promise.all([owner, other].map(who => operate('retryJob', { job_id }, who)))
    expect(answers.map(({ code }) => code).sort()).toEqual([-53020, 200].sort())
    expect(await audits()).toBe(before + 1)
    expect(
      await countOf(
        system,
        sql`select attempts from graphile_worker._private_jobs where id = ${job_id}::bigint and run_at <= now()`,
      ),
    ).toBe(0)
  }
})

test('a job that is running or does not exist cannot be retried', async () => {
  const job_id = await failedJob()
  await system.change`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where id = ${job_id}::bigint`
  expect((await operate('retryJob', { job_id }, owner)).code).toBe(-53020)
  expect((await operate('retryJob', { job_id: '999999999' }, owner)).code).toBe(-53020)
})

// Guard: last_failed. Where few messages are sent, a provider that refused every one of them was never reported.
test('messages that fail one after another are reported though hours lie between them', async () => {
  const settle = (state: 'sent' | 'failed', hoursAgo: number) => system.change`
    insert into sms_message (purpose, phone_masked, state, failure, settled_at)
    values ('code', '139****1234', ${state}, ${state === 'failed' ? '签名不合法' : null},
      now() - ${hoursAgo}::integer * interval '1 hour')`
  await settle('sent', 20)
  for (const hoursAgo of [30, 9, 5]) await settle('failed', hoursAgo)
  expect(await resultOf('sms_failures')).toMatchObject({ state: 'good' })
  await settle('failed', 2)
  expect(await resultOf('sms_failures')).toMatchObject({ state: 'bad', measured: [{ shown: '100%' }] })
  await settle('sent', 1)
  expect(await resultOf('sms_failures')).toMatchObject({ state: 'good' })
})

test('failing messages are shown with the last success and the last failure', async () => {
  await system.change`
    insert into sms_message (purpose, phone_masked, state, failure, settled_at)
    select 'code', '139****1234', case when n < 4 then 'sent' else 'failed' end,
      case when n >= 4 then '余额不足' end, now() from generate_series(1, 10) as n`
  const found = await resultOf('sms_failures')
  expect(found).toMatchObject({ state: 'bad', measured: [{ shown: '70%' }] })
  expect(found?.measured[0]?.detail).toMatch(/最近成功 .*最近失败 .*：余额不足/)
})

test('a payment gateway that stops answering is reported until it answers again', async () => {
  const { sandbox } = services.gateways.online
  if (!sandbox) throw new Error('the demonstration has a sandbox')
  await sandbox.query('100')
  expect(await resultOf('gateway_failures')).toMatchObject({ state: 'good' })
  const refund = { outTradeNo: 'none', outRefundNo: 'R1', amount: 1, total: 1, reason: '测试' }
  for (let time = 0; time < 3; time++) await expect(sandbox.refund(refund)).rejects.toThrow(GatewayFailure)
  const failing = await resultOf('gateway_failures')
  expect(failing).toMatchObject({ state: 'warn', measured: [{ subject: '沙箱收银台', shown: '3 个' }] })
  expect(failing?.measured[0]?.detail).toContain('可退金额不足')
  // The counts of another replica are added to this one's.
  for (let time = 0; time < 8; time++) await expect(sandbox.refund(refund)).rejects.toThrow(GatewayFailure)
  expect(await resultOf('gateway_failures')).toMatchObject({ state: 'bad' })
  await sandbox.query('100')
  expect(await resultOf('gateway_failures')).toMatchObject({ state: 'good' })
})

test('unsettled payments, payment problems and failed refunds are reported', async () => {
  const company = await make.company()
  const order = await make.order(company, { state: 'pending' })
  await system.change`
    insert into payment (company_id, order_id, gateway, out_trade_no, amount, expires_at)
    values (${company.id}, ${order.id}, 'sandbox', 'unsettled', 100, now() - interval '1 hour')`
  expect(await resultOf('payments_unsettled')).toMatchObject({ state: 'warn', measured: [{ shown: '1 个' }] })
  await system.change`update payment set problem = '金额不符', arrived_amount = 1 where out_trade_no = 'unsettled'`
  expect(await resultOf('payments_problems')).toMatchObject({ state: 'warn' })
  await system.change`
    insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind, state)
    select company_id, order_id, id, 'failed', amount, '测试', 'requested', 'failed' from payment
    where out_trade_no = 'unsettled'`
  expect(await resultOf('refunds_failed')).toMatchObject({ state: 'warn' })
})

test('a backup missing for days is reported; a recorded one counts', async () => {
  await system.change`
    insert into installation (mode, created_at) values ('demo', now() - interval '3 days')
    on conflict (singleton) do nothing`
  await system.change`delete from backup_run`
  await services.health.look()
  // The first start writes the mode, so the age is that of this test's database.
  expect(await resultOf('backup_age')).toMatchObject({ measured: [{ detail: expect.stringContaining('从未登记') }] })
  await system.change`insert into backup_run (kind, note, made_at) values ('backup', '/var/b', now() - interval '30 hours')`
  expect(await resultOf('backup_age')).toMatchObject({ state: 'warn', measured: [{ shown: '30 小时' }] })
  await system.change`insert into backup_run (kind, made_at) values ('backup', now())`
  expect(await resultOf('backup_age')).toMatchObject({ state: 'good' })
  expect(await resultOf('rehearsal_age')).toMatchObject({ measured: [{ detail: expect.stringContaining('从未登记') }] })
})

test('a killed replica is reported as missing; a replaced or stopped one is not', async () => {
  await system.change`
    insert into replica (id, host, version, started_at, seen_at) values
      (gen_random_uuid(), 'killed', '0.0.9', now() - interval '1 day', now() - interval '10 minutes'),
      (gen_random_uuid(), 'replaced', '0.0.9', now() - interval '1 day', now() - interval '10 minutes'),
      (gen_random_uuid(), 'replaced', '0.0.9', now() - interval '5 minutes', now()),
      (gen_random_uuid(), 'gone', '0.0.9', now() - interval '10 days', now() - interval '9 days')`
  const found = await resultOf('replica_heartbeat')
  const states = Object.fromEntries(found?.measured.map(({ subject, state }) => [subject, state]) ?? [])
  // However long it is away: only a successor, or an operator's decision, ends it.
  expect(states).toMatchObject({ killed: 'bad', replaced: 'good', gone: 'bad' })
  await system.change`
    insert into health_alert (name, place, bad_since, open)
    select 'disk_free', place, now(), true from unnest(array['gone:8080', 'gone-too:8080', '']) as place`
  await runAs('cli:test', () => forgetReplica(system, 'gone'))
  // Nobody is left there who could report its recovery.
  expect(await countOf(system, sql`select count(*) from health_alert where place = 'gone:8080'`)).toBe(0)
  expect(await countOf(system, sql`select count(*) from health_alert where name = 'disk_free'`)).toBe(2)
  await system.change`delete from health_alert`
  expect((await resultOf('replica_heartbeat'))?.measured.map(({ subject }) => subject)).not.toContain('gone')
  await expect(runAs('cli:test', () => forgetReplica(system, 'gone'))).rejects.toThrow('没有这个副本')
  // A running replica would register itself again within seconds.
  await expect(runAs('cli:test', () => forgetReplica(system, 'replaced'))).rejects.toThrow('正在运行')
  expect(await resultOf('replica_versions')).toMatchObject({ state: 'warn' })
  await system.change`delete from replica`
})

test('a test message is delivered, audited and listed; without settings or when refused it says why', async () => {
  const refused = await operate('sendTestPush', { channel: 'wecom' }, owner)
  expect(refused).toMatchObject({ code: -53020, msg: expect.stringContaining('没有配置企业微信机器人') })
  const robot = await wecomCounterpart()
  services.channels.wecom = createWecom(robot.address)
  try {
    expect((await operate('sendTestPush', { channel: 'wecom' }, owner)).code).toBe(200)
    expect(robot.received).toEqual([expect.stringMatching(/测试消息\n.*的姓名 从运营后台发送/)])
    robot.faults.answer = () => ({ body: { errcode: 93000, errmsg: 'invalid webhook url, hint: [1]' } })
    const failed = await operate('sendTestPush', { channel: 'wecom' }, owner)
    expect(failed).toMatchObject({ code: -53020, msg: expect.stringContaining('93000：invalid webhook url') })
  } finally {
    delete services.channels.wecom
  }
  const { data } = await operate('getPushes', {}, owner)
  expect(data.channels.map(({ channel }) => channel)).toEqual(['wecom', 'dingtalk', 'feishu', 'mail'])
  expect(data.channels[0]).toMatchObject({ configured: false, failure: expect.stringContaining('93000') })
  expect(data.channels[0]?.sent_at).toBeTruthy()
  expect(data.pushes.map(({ deliveries }) => deliveries[0]?.state)).toEqual(['failed', 'sent'])
  expect(await countOf(system, sql`select count(*) from audit_entry where action = 'push.tested'`)).toBe(2)
})

test('every check is a Prometheus family with HELP and TYPE, and reveals no company', async () => {
  await services.health.look()
  const headers = { authorization: 'Bearer token' }
  const text = (await portal.app.inject({ url: '/metrics', headers })).body
  for (const { check } of services.health.results()) {
    const { name, help } = check.metric
    expect(text).toContain(`# HELP ${name} ${help}`)
    expect(text).toContain(`# TYPE ${name} gauge`)
    expect(name).toMatch(/^portal_[a-z_]+$/)
  }
  expect(text).toMatch(/^portal_health_state\{check="database_answer"\} 0$/m)
  expect(text).toMatch(/^portal_gateway_failures\{gateway="sandbox"\} \d+$/m)
  expect(text).toMatch(/^portal_database_size_bytes \d+$/m)
  // There is no standby, and no value is invented for it.
  expect(text).not.toMatch(/^portal_database_replication_lag_seconds/m)
  const labels = new Set(
    [...text.matchAll(/^portal_\w+\{([^}]*)\}/gm)].flatMap(([, all = '']) =>
      [...all.matchAll(/(\w+)="/g)].map(([, name]) => name),
    ),
  )
  for (const label of labels)
    expect([
      'call',
      'status',
      'le',
      'pool',
      'state',
      'check',
      'gateway',
      'channel',
      'standby',
      'replica',
      'host',
      'setting',
      'table',
      'task',
    ]).toContain(label)
})

test('a job that hangs is bad after half an hour and names its kind; one of the long lane may take hours', async () => {
  const running = (lane: string | null, age: string) =>
    system.change`
      update graphile_worker._private_jobs set locked_at = now() - ${age}::interval, locked_by = 'somebody',
        flags = case when ${lane}::text is not null then jsonb_build_object(${lane}::text, true) end`
  await system.change`delete from graphile_worker._private_jobs`
  await failedJob()
  const state = async (name: string) => (await resultOf(name))?.state
  await running(null, '40 minutes')
  expect(await resultOf('jobs_longest_running')).toMatchObject({ state: 'bad', measured: [{ detail: 'of_no_worker' }] })
  await running('slow', '20 minutes')
  expect(await state('jobs_longest_running')).toBe('warn')
  await running('long', '40 minutes')
  expect([await state('jobs_longest_running'), await state('jobs_longest_long')]).toEqual(['good', 'good'])
  await running('long', '3 hours')
  expect(await state('jobs_longest_long')).toBe('warn')
  await system.change`delete from graphile_worker._private_jobs`
})
