import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { advance } from '#server/engines/streams/advance.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
import { syslogCounterpart } from '#server/testing/syslog-counterpart.ts'
import { leaseLogStreams } from './log-stream.sql.ts'
import { sendLogStreams, streamOf } from './send.ts'

const portal = await testPortal({ WEBHOOK_PRIVATE: '1', WEBHOOK_RETRY_MS: '1' })
const { make, call, system, services } = portal

type Receiver = Awaited<ReturnType<typeof syslogCounterpart>>

const withSession = async () => {
  const company = await make.company({ employees: 1 })
  return { company, sid: await make.session(company.owner.account) }
}
const record = (company: TestCompany, names: readonly string[]) =>
  services.companyDatabase(company.id).transaction(transaction =>
    recordActivity(
      transaction,
      company.id,
      names.map(name => ({ action: 'department.added' as const, id: null, name })),
    ),
  )
const namesOf = ({ received }: Receiver) =>
  received.filter(({ messageId }) => messageId === 'department.added').map(({ body }) => body.subject_name)
/** Runs the job once, as the clock starts it. */
const run = () =>
  sendLogStreams(
    services,
    {},
    {
      ...{
        id: '1',
        attempt: 1,
        lastAttempt: true,
        stopping: new AbortController().signal,
        log: pino({ level: 'silent' }),
      },
    },
  )
async function until(holds: () => boolean | Promise<boolean>) {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await sleep(20)) {
    await run()
    if (await holds()) return
  }
  throw new Error('it does not become true')
}
const set = (sid: string, { host, port, ca }: Receiver, more: Partial<InputOf<'setLogStream'>> = {}) =>
  call('setLogStream', { host, port, ca, ...more }, { sid })
const stateOf = async (sid: string) => (await call('getLogStream', {}, { sid })).data.stream

test('events are sent in order from the start of the stream, under their log numbers', async () => {
  const { company, sid } = await withSession()
  await record(company, ['此前'])
  const receiver = await syslogCounterpart()
  expect((await set(sid, receiver)).code).toBe(200)
  const names = Array.from({ length: 450 }, (_, index) => `部门 ${index} "]\\`)
  await record(company, names)
  await until(() => receiver.received.length >= 451)
  expect(receiver.faults).toEqual([])
  expect(namesOf(receiver)).toEqual(names)
  const first = receiver.received[0]
  expect(first).toMatchObject({ messageId: 'log_stream.changed', data: { company: company.id } })
  const numbers = receiver.received.map(({ body }) => Number(body.number))
  expect(numbers).toEqual(numbers.map((_, index) => Number(numbers[0]) + index))
  expect(receiver.received[5]?.data).toEqual({
    ...{ number: String(numbers[5]), id: receiver.received[5]?.body.activity_id, company: company.id },
    ...{ actor: 'system:系统', action: 'department.added' },
  })
  await until(async () => (await stateOf(sid))?.position === numbers.at(-1))
  expect(await stateOf(sid)).toMatchObject({ state: 'active', problem: null, failing_since: null })
})

test('a connection cut within a batch loses nothing, and repeated events keep their number', async () => {
  const { company, sid } = await withSession()
  let cuts = 0
  const receiver = await syslogCounterpart(messages => {
    const cut = cuts < 3 && messages % 70 === 0
    cuts += cut ? 1 : 0
    return cut
  })
  await set(sid, receiver)
  const names = Array.from({ length: 500 }, (_, index) => `部门 ${index}`)
  await record(company, names)
  await until(() => new Set(namesOf(receiver)).size === 500)
  expect(cuts).toBe(3)
  expect([...new Set(namesOf(receiver))]).toEqual(names)
  expect(namesOf(receiver).length).toBeGreaterThan(500)
  const delivered = new Map<unknown, Set<unknown>>()
  for (const { data, body } of receiver.received)
    delivered.set(data.number, (delivered.get(data.number) ?? new Set()).add(body.activity_id))
  expect([...delivered.values()].every(({ size }) => size === 1)).toBe(true)
})

test('a batch whose sender crashed is sent again by the next process', async () => {
  const { company, sid } = await withSession()
  const receiver = await syslogCounterpart()
  await set(sid, receiver)
  await record(company, ['一'])
  await until(() => namesOf(receiver).includes('一'))
  await until(async () => (await stateOf(sid))?.position === receiver.received.at(-1)?.body.number)
  // The state after a process was killed between the receiver's close and its own record.
  await system.change`
    update log_stream set position = position - 1, lease = gen_random_uuid(), leased_until = now() + interval '1 minute'
    where company_id = ${company.id}`
  await record(company, ['二'])
  await run()
  expect(namesOf(receiver)).toEqual(['一'])
  await system.change`update log_stream set leased_until = now() where company_id = ${company.id}`
  await until(() => namesOf(receiver).includes('二'))
  expect(namesOf(receiver)).toEqual(['一', '一', '二'])
})

test('an entry that commits late is not skipped', async () => {
  const { company, sid } = await withSession()
  const receiver = await syslogCounterpart()
  await set(sid, receiver)
  await services.companyDatabase(company.id).transaction(async transaction => {
    await recordActivity(transaction, company.id, [{ action: 'department.added', id: null, name: '先开始的' }])
    // The record is sent with the next statement.
    await transaction.change`select`
    await sleep(30)
    await record(company, ['先结束的'])
    await until(() => namesOf(receiver).includes('先结束的'))
  })
  await until(() => namesOf(receiver).includes('先开始的'))
  expect(namesOf(receiver)).toEqual(['先结束的', '先开始的'])
})

// Guard: `databaseNow`. By the process's own clock it would handle the same streams over and over until its time is over.
test('a process whose clock is ahead looks at each stream once', async () => {
  const { sid } = await withSession()
  await set(sid, await syslogCounterpart())
  await until(async () => (await stateOf(sid))?.sent_at != null)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  const began = performance.now()
  await run()
  expect(performance.now() - began).toBeLessThan(4_000)
})

// Guard: the lease in `leaseLogStreams`; without it both would send.
test('of several processes starting at once one sends', async () => {
  const { sid } = await withSession()
  const receiver = await syslogCounterpart()
  await set(sid, receiver)
  await until(async () => (await stateOf(sid))?.sent_at != null)
  const later = new Date(Date.now() + 60_000).toISOString()
  const taken = await Promise.all(
    Array.from({ length: 6 }, () => leaseLogStreams(system, randomUUID(), { since: later, most: 100 })),
  )
  const ids = taken.flat().map(({ company_id }) => company_id)
  expect(ids.length).toBe(new Set(ids).size)
  await system.change`update log_stream set leased_until = null`
})

// Guard: `lease = null` in `updateLogStream`; without it what the former receiver got would be recorded as sent to the next.
test('events under way while the receiver changes go to the new one', async () => {
  const { company, sid } = await withSession()
  const [former, next] = [await syslogCounterpart(), await syslogCounterpart()]
  await set(sid, former)
  await until(async () => (await stateOf(sid))?.sent_at != null)
  const lease = randomUUID()
  const since = new Date(Date.now() + 60_000).toISOString()
  const own = (await leaseLogStreams(system, lease, { since, most: 100 })).find(each => each.company_id === company.id)
  const position = own?.position ?? 0
  await record(company, ['正在送的'])
  await advance(
    system,
    streamOf(company.id),
    { lease, position, firstWait: 1, isOver: () => false },
    {
      read: async after => [{ number: after + 1 }],
      async send() {
        await set(sid, next)
        return null
      },
    },
  )
  await until(() => namesOf(next).includes('正在送的'))
})

test('a run under way sends nothing that it reads once the stream is switched off', async () => {
  const { company, sid } = await withSession()
  await set(sid, await syslogCounterpart())
  await until(async () => (await stateOf(sid))?.sent_at != null)
  const lease = randomUUID()
  const since = new Date(Date.now() + 60_000).toISOString()
  const own = (await leaseLogStreams(system, lease, { since, most: 100 })).find(each => each.company_id === company.id)
  const sent: number[] = []
  await advance(
    system,
    streamOf(company.id),
    { lease, position: own?.position ?? 0, firstWait: 1, isOver: () => sent.length > 1 },
    {
      async read(after) {
        if (sent.length) await call('setLogStream', { state: 'off' }, { sid })
        return [{ number: after + 1 }]
      },
      async send([line]) {
        sent.push(line?.number ?? 0)
        return null
      },
    },
  )
  expect(sent).toHaveLength(1)
})

test('each company’s log goes to its own system alone', async () => {
  const [one, other] = [await withSession(), await withSession()]
  const [first, second] = [await syslogCounterpart(), await syslogCounterpart()]
  await set(one.sid, first)
  await set(other.sid, second)
  await record(one.company, ['甲的'])
  await record(other.company, ['乙的'])
  await until(() => namesOf(first).length > 0 && namesOf(second).length > 0)
  expect(namesOf(first)).toEqual(['甲的'])
  expect(namesOf(second)).toEqual(['乙的'])
  for (const { data } of first.received) expect(data.company).toBe(one.company.id)
})

test('a wrong certificate gets nothing and is reported; waiting events arrive once after the fix', async () => {
  const { company, sid } = await withSession()
  const receiver = await syslogCounterpart()
  await set(sid, receiver, { ca: null })
  await record(company, ['等待的'])
  await until(async () => (await stateOf(sid))?.problem === '证书不受信任')
  expect((await stateOf(sid))?.failing_since).not.toBeNull()
  expect(receiver.received).toEqual([])
  expect((await call('tryLogStream', {}, { sid })).data.problem).toBe('证书不受信任')
  await set(sid, receiver)
  expect((await call('tryLogStream', {}, { sid })).data.problem).toBeNull()
  expect(receiver.received.map(({ messageId }) => messageId)).toContain('log_stream.trial')
  await until(() => namesOf(receiver).includes('等待的'))
})

test('after three days of failure the stream pauses and managers are notified; restarted, it goes on', async () => {
  const { company, sid } = await withSession()
  const receiver = await syslogCounterpart()
  await set(sid, receiver, { ca: null })
  await record(company, ['等了三天'])
  await until(async () => (await stateOf(sid))?.failing_since != null)
  await system.change`
    update log_stream set failing_since = now() - interval '3 days', next_attempt_at = null where company_id = ${company.id}`
  await until(async () => (await stateOf(sid))?.state === 'paused')
  const notices = await system.rows(z.object({ kind: z.string() }))`
    select kind from notice where account_id = ${company.owner.account.id} and kind = 'log_stream_paused'`
  expect(notices).toHaveLength(1)
  await set(sid, receiver, { state: 'active' })
  await until(() => namesOf(receiver).includes('等了三天'))
  expect(receiver.received.map(({ messageId }) => messageId)).toContain('log_stream.paused')
})

test('a stream keeps its position when switched off and is deleted when removed', async () => {
  const { company, sid } = await withSession()
  const receiver = await syslogCounterpart()
  await set(sid, receiver)
  await call('setLogStream', { state: 'off' }, { sid })
  await record(company, ['关闭时'])
  await run()
  expect(namesOf(receiver)).toEqual([])
  await call('setLogStream', { state: 'active' }, { sid })
  await until(() => namesOf(receiver).includes('关闭时'))
  expect((await call('removeLogStream', {}, { sid })).code).toBe(200)
  expect((await call('removeLogStream', {}, { sid })).code).toBe(-59710)
  expect((await call('tryLogStream', {}, { sid })).code).toBe(-59710)
  expect((await call('setLogStream', { state: 'active' }, { sid })).code).toBe(-59710)
  expect(await stateOf(sid)).toBeNull()
})

test('an invalid receiver is refused', async () => {
  const { sid } = await withSession()
  const refused = async (input: InputOf<'setLogStream'>) => (await call('setLogStream', input, { sid })).code
  expect(await refused({ host: 'https://logs.example.com' })).toBe(-41003)
  expect(await refused({ host: 'logs.example.com', port: 22 })).toBe(-41003)
  expect(await refused({ host: 'logs.example.com', ca: 'no certificate' })).toBe(-59712)
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
  expect(await refused({ host: 'logs.example.com', ca: broken })).toBe(-59712)
})

test('an address within our own networks is refused, both when set and when used', async () => {
  const strict = await testPortal()
  const company = await strict.make.company()
  const sid = await strict.make.session(company.owner.account)
  for (const host of ['127.0.0.1', '10.1.2.3', '::1', 'localhost', 'db.internal'])
    expect((await strict.call('setLogStream', { host }, { sid })).code).toBe(-59711)
  const receiver = await syslogCounterpart()
  await strict.call('setLogStream', { host: 'logs.example.com' }, { sid })
  await strict.system.change`
    update log_stream set host = '127.0.0.1', port = ${receiver.port}, ca = ${receiver.ca} where company_id = ${company.id}`
  expect((await strict.call('tryLogStream', {}, { sid })).data.problem).toMatch(/^地址不能使用/)
  expect(receiver.connections()).toBe(0)
})
