import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { auditActorName } from '#contract/operations/audit-names.ts'
import type { Database } from '#server/database/database.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { HealthGround } from '#server/engines/health/health-check.ts'
import { testPortal } from '#server/testing/portal.ts'
import { certificate } from '#server/testing/smtp-counterpart.ts'
import { syslogCounterpart } from '#server/testing/syslog-counterpart.ts'
import { sendAudit } from './audit-stream.ts'
import { auditChecks } from './health.ts'

interface Line {
  number: number
  actor: string
  actor_name: string
  target: string
}

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'portal-audit-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}
async function auditing(environment: Record<string, string>) {
  // No repetition of the portal's own comes between two runs of a test.
  const { system, services } = await testPortal({ WEBHOOK_RETRY_MS: '60000', ...environment })
  const audit = (target: string, database: Database = system) =>
    runAs('portal', () => recordAudit(database, { action: 'verification.approved', target: `account:${target}` }))
  const run = () =>
    sendAudit(
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
  // The check uses no other part of its input.
  const health = () => auditChecks[0]?.measure({ database: system, config: services.config } as HealthGround)
  return { system, audit, run, health }
}
const linesOf = async (path: string) =>
  (await readFile(path, 'utf8')).split('\n').flatMap(text => (text ? [JSON.parse(text) as Line] : []))
const targetsOf = (lines: readonly { target: unknown }[]) =>
  lines.map(({ target }) => String(target)).filter(target => target.startsWith('account:'))

test('the file gets every entry in order, also after a rotation and a crash', async () => {
  const path = join(await folder(), 'audit.ndjson')
  const { system, audit, run } = await auditing({ AUDIT_FILE: path })
  for (const target of ['1', '2']) await audit(target)
  await run()
  await rename(path, `${path}.1`)
  await audit('3')
  await run()
  const moved = await linesOf(`${path}.1`)
  expect(targetsOf(moved)).toEqual(['account:1', 'account:2'])
  expect(targetsOf(await linesOf(path))).toEqual(['account:3'])
  expect(moved[0]).toMatchObject({ number: 1, actor: 'portal', actor_name: '系统' })
  // Half a line, as a crash before the position was saved leaves it.
  await writeFile(path, '{"number":3,"ent')
  await system.change`update audit_stream set position = position - 1`
  await run()
  const [broken, ...whole] = (await readFile(path, 'utf8')).split('\n')
  expect(broken).toBe('{"number":3,"ent')
  expect(whole.flatMap(text => (text ? [(JSON.parse(text) as Line).target] : []))).toEqual(['account:3'])
})

test('the stream names actors as the page and the sheet do', async () => {
  const path = join(await folder(), 'audit.ndjson')
  const { system, run } = await auditing({ AUDIT_FILE: path })
  const actors = ['portal', 'cli:root@host', `account:${crypto.randomUUID()}`]
  for (const actor of actors)
    await runAs(actor, () => recordAudit(system, { action: 'verification.approved', target: 'account:1' }))
  await run()
  const named = (await linesOf(path)).filter(({ target }) => target === 'account:1')
  expect(named.map(({ actor, actor_name }) => [actor, actor_name])).toEqual(
    actors.map(actor => [actor, auditActorName(actor)]),
  )
})

test('an entry that commits late is not skipped', async () => {
  const path = join(await folder(), 'audit.ndjson')
  const { system, audit, run, health } = await auditing({ AUDIT_FILE: path })
  await system.transaction(async transaction => {
    await audit('first', transaction)
    // The record is sent with the next statement.
    await transaction.change`select`
    await sleep(30)
    await audit('second')
    await run()
  })
  await run()
  expect(targetsOf(await linesOf(path))).toEqual(['account:second', 'account:first'])
  expect(await health()).toMatchObject([{ value: 0 }])
})

test('entries are not skipped after the clock was ahead for a while', async () => {
  const path = join(await folder(), 'audit.ndjson')
  const { system, audit, run } = await auditing({ AUDIT_FILE: path })
  await system.change`
    insert into audit_entry (id, created_at, actor, action, target)
    values (uuidv7(interval '3 hours'), now() + interval '3 hours', 'portal', 'verification.approved', 'account:ahead')`
  await run()
  await audit('right')
  await run()
  expect(targetsOf(await linesOf(path))).toEqual(['account:ahead', 'account:right'])
})

test('after a restore no number is used again that receivers may already have', async () => {
  const path = join(await folder(), 'later', 'audit.ndjson')
  const { system, audit, run, health } = await auditing({ AUDIT_FILE: path })
  await mkdir(dirname(path))
  await audit('kept')
  await run()
  const { number = 0 } = (await linesOf(path)).at(-1) ?? {}
  // The receiver got ten more, which are gone.
  await system.change`insert into restoration (restored_to) values (now())`
  await rename(dirname(path), `${dirname(path)}.away`)
  await audit('new')
  await run()
  expect((await health())?.[0]?.value).toBeGreaterThan(0)
  await mkdir(dirname(path))
  await system.change`update audit_stream set next_attempt_at = null`
  await run()
  await audit('next')
  await run()
  const [first, next] = await linesOf(path)
  expect(first?.target).toBe('account:new')
  expect(first?.number).toBeGreaterThan(number + 10)
  expect(next?.number).toBe((first?.number ?? 0) + 1)
  expect(await health()).toMatchObject([{ value: 0 }])
})

test('a log server with a private CA receives the entries; failures show in the health checks', async () => {
  const ca = join(await folder(), 'ca.pem')
  await writeFile(ca, 'not yet')
  const receiver = await syslogCounterpart()
  const { system, audit, run, health } = await auditing({
    AUDIT_SYSLOG: `tls://127.0.0.1:${receiver.port}`,
    AUDIT_SYSLOG_CA: ca,
  })
  const targets = Array.from({ length: 250 }, (_, index) => `${index}`)
  for (const target of targets) await audit(target)
  await run()
  expect(receiver.received).toEqual([])
  await sleep(1000)
  expect(await health()).toMatchObject([{ key: 'syslog', detail: expect.stringMatching(/./) }])
  expect((await health())?.[0]?.value).toBeGreaterThan(0.9)
  await writeFile(ca, certificate().cert)
  await system.change`update audit_stream set next_attempt_at = null`
  await run()
  expect(receiver.faults).toEqual([])
  expect(targetsOf(receiver.received.map(({ body }) => ({ target: body.target })))).toEqual(
    targets.map(target => `account:${target}`),
  )
  expect(receiver.received[0]).toMatchObject({ data: { number: '1', actor: 'portal' }, dataId: 'portal@32473' })
  expect(await health()).toEqual([{ key: 'syslog', subject: '日志系统', value: 0, detail: '' }])
})

test('both streams run independently: an unwritable file does not stop the other one', async () => {
  const path = await folder()
  const receiver = await syslogCounterpart()
  const ca = join(path, 'ca.pem')
  await writeFile(ca, receiver.ca)
  const { audit, run, health } = await auditing({
    ...{ AUDIT_SYSLOG: `tls://127.0.0.1:${receiver.port}`, AUDIT_SYSLOG_CA: ca },
    AUDIT_FILE: join(path, 'missing', 'audit.ndjson'),
  })
  await audit('1')
  await run()
  expect(receiver.received).toHaveLength(1)
  expect(await health()).toMatchObject([
    { key: 'syslog', value: 0 },
    { key: 'file', detail: 'ENOENT' },
  ])
})
