import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { accountFor, asSystem, auditActor, auditedAs, operatorActor, runAs } from '#server/engines/activity/context.ts'
import { jobKind } from '#server/engines/jobs/jobs.ts'
import { task } from '#server/engines/jobs/task.ts'
import { taskList } from '#server/engines/jobs/task-list.ts'
import { testPortal } from '#server/testing/portal.ts'
import { type AuditEntry, recordAudit } from './audit.ts'

const { call, make, operate, services, system } = await testPortal()

const actorsOf = async (target: string) =>
  (
    await system.rows(z.object({ actor: z.string() }))`
      select actor from audit_entry where target = ${target} order by id`
  ).map(({ actor }) => actor)

const record = (target: string) => recordAudit(system, { action: 'company.frozen', target })

test('nothing is recorded outside of a context, nor for a visitor', async () => {
  const target = 'company:nobody'
  await expect(record(target)).rejects.toThrow('needs a context')
  await expect(accountFor({ actor: undefined }, () => record(target))).rejects.toThrow('needs a context')
  expect(await actorsOf(target)).toEqual([])
})

test('an entry names the operator or the customer who made the request', async () => {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const support = await make.operator('support')
  expect((await call('setCompanyInfo', { address: '一号' }, { sid })).code).toBe(200)
  const note = { company_id: company.id, text: '已回访' }
  expect((await operate('addCompanyNote', note, support)).code).toBe(200)
  const account = `account:${company.owner.account.id}`
  expect(await actorsOf(`company:${company.id}`)).toEqual([account, `operator:${support.id}`])
})

test('a job acts as the portal, whatever request is under way where it starts', async () => {
  const kind = jobKind('audited')
  const { audited } = taskList([task(kind, () => record('company:job'))], services, services.log)
  const job = { id: '1', attempts: 1, max_attempts: 1, key: null, flags: null }
  // The library passes more than the task list uses.
  const helpers = { job, abortSignal: new AbortController().signal } as unknown as Parameters<
    NonNullable<typeof audited>
  >[1]
  await accountFor({ actor: operatorActor('x'), ip: '203.0.113.9', requestId: 'r' }, async () => {
    await audited?.({}, helpers)
  })
  const facts = z.object({ actor: z.string(), ip: z.string().nullable(), request_id: z.string().nullable() })
  expect(await system.rows(facts)`select actor, ip, request_id from audit_entry where target = 'company:job'`).toEqual([
    { actor: 'portal', ip: null, request_id: null },
  ])
})

test('another name holds for the work that it was given to, and only for that', async () => {
  const names: string[] = []
  const note = async () => void names.push(auditActor())
  await runAs('cli:test', async () => {
    await auditedAs('operator:x', note)
    await asSystem(note)
    await note()
  })
  expect(names).toEqual(['operator:x', 'portal', 'cli:test'])
  const target = 'x:named'
  // @ts-expect-error: a caller can't name the actor of an entry.
  const entry: AuditEntry = { actor: 'operator:x', action: 'company.frozen', target }
  await runAs('cli:test', () => recordAudit(system, entry))
  expect(await actorsOf('x:named')).toEqual(['cli:test'])
})

const callersOf = (names: string) =>
  execFileSync('git', ['grep', '-lE', '--untracked', `\\b(${names})\\(`, '--', 'server'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter(file => !/\.(test|fixture)\.ts$|\/testing\/|activity\/context\.ts$/.test(file))

test('few places name an actor, each of which says why', () => {
  expect(callersOf('accountFor|runAs'), 'where something begins').toEqual([
    'server/app/commands.ts',
    'server/app/demo/demonstration.ts',
    'server/app/http/perform.ts',
    'server/app/http/scim.ts',
    // The portal has stopped, and its job with it.
    'server/app/recovery/switch-restored.ts',
    'server/engines/jobs/task-list.ts',
  ])
  expect(callersOf('auditedAs|accountForApproval'), 'where another acts than the sender').toEqual([
    'server/app/demo/trials.ts',
    'server/engines/approvals/keep-request.ts',
    // A confirmation carries out the requester's act.
    'server/modules/approvals/carry-out.ts',
    // Jobs that do what an operator has requested.
    'server/modules/invoices/tax/asking.ts',
    'server/modules/network/import-job.ts',
    // A login is sent by a visitor.
    'server/modules/operators/complete-login.ts',
    'server/modules/operators/prove.ts',
    // A service approves what the applicant sends.
    'server/modules/verification/identity.calls.ts',
  ])
  expect(callersOf('insert into audit_entry '), 'where entries are written').toEqual(['server/engines/audit/audit.ts'])
})
