import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { recordLog } from '#server/modules/people/people.ts'
import { testPortal } from '#server/testing/portal.ts'
import { recordActivity } from './activity.ts'
import { accountFor, actorName, asSystem, loggedAs, operatorActor, runAs } from './context.ts'

const { call, make, services, system } = await testPortal()
const company = await make.company({ managers: 1, employees: 1, name: '记录有限公司' })
const sid = await make.session(company.owner.account)
const own = services.companyDatabase(company.id)
const employee_id = company.employees[0]?.id ?? ''

const actors = z.object({ actor_name: z.string() })
/** Who is named by the employee's own log and by the company's activity, oldest first. */
const namedIn = async () => {
  const log = await system.rows(
    actors,
  )`select actor_name from employee_log where employee_id = ${employee_id} order by id`
  const activity = await system.rows(
    actors,
  )`select actor_name from activity where subject_id = ${employee_id} order by id`
  return [log, activity].map(rows => rows.map(row => row.actor_name))
}

const record = () => recordLog(own, company.id, [{ employee_id, action: 'invited' }])

test('both logs name the person, the token, the provider or the portal, whoever acts', async () => {
  expect((await call('setCompanyUser', { employee_id, position: '一' }, { sid })).code).toBe(200)
  const made = { name: '同步', scopes: ['people:change' as const], days: 5, request_key: crypto.randomUUID() }
  const { secret } = (await call('createApiToken', made, { sid })).data
  expect((await call('setCompanyUser', { employee_id, position: '二' }, { token: secret ?? '' })).code).toBe(200)
  await accountFor({ actor: operatorActor(company.id) }, record)
  await runAs('portal', record)
  const [owner] = await system.rows(z.object({ name: z.string() }))`
    select name from employee where id = ${company.owner.id}`
  const names = [owner?.name, '接口令牌「同步」', '平台', '系统']
  expect(await namedIn()).toEqual([names, names])
})

test('nothing is recorded for a visitor or an account whom nobody has named', async () => {
  const stranger = { kind: 'account' as const, id: company.owner.account.id, name: undefined, auditName: 'account:x' }
  const before = await namedIn()
  for (const actor of [undefined, stranger])
    await expect(accountFor({ actor }, record)).rejects.toThrow('names its actor')
  expect(await namedIn()).toEqual(before)
})

test('another name holds for the work that it was given to, but not for what the portal does meanwhile', async () => {
  const names: string[] = []
  const note = async () => void names.push(actorName())
  await accountFor({ actor: operatorActor('x') }, async () => {
    await loggedAs('财务', async () => {
      await note()
      await asSystem(note)
    })
    await note()
  })
  expect(names).toEqual(['财务', '系统', '平台'])
  // @ts-expect-error: a caller can't name the actor of an entry.
  const choices: Parameters<typeof recordActivity>[3] = { actorName: '张三' }
  const entry = { action: 'company.changed' as const, id: company.id, name: '' }
  await runAs('portal', () => recordActivity(own, company.id, [entry], choices))
  expect(await system.rows(actors)`select actor_name from activity where subject_id = ${company.id}`).toContainEqual({
    actor_name: '系统',
  })
})

const filesWith = (pattern: string) =>
  execFileSync('git', ['grep', '-lE', '--untracked', pattern, '--', 'server'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter(file => !/\.(test|fixture)\.ts$|\/testing\/|\/migrations\/|activity\/context\.ts$/.test(file))

test('few places name an actor, each of which says why', () => {
  expect(filesWith('\\bloggedAs\\('), 'where another is named than the sender').toEqual([
    // The demonstration's people and its operator.
    'server/app/demo/trials.ts',
    // A person whose session shows no company: they join, are disabled, or log in. The statement that finds them names them.
    'server/app/http/own-acts.ts',
    'server/modules/accounts/terminals/held-logins.ts',
    'server/modules/clients/device-key.ts',
    // A job, a command or a service that acts for the provider.
    'server/modules/coupons/gift-job.ts',
    'server/modules/coupons/gift.ts',
    // It follows from an operator's approval, who did not decide it.
    'server/modules/coupons/welcome.ts',
    // The provider's department.
    'server/modules/devices/disputes.ts',
    // What follows from the directory, whoever has sent or accepted it.
    'server/modules/directory/compare.ts',
    'server/modules/directory/directory-notices.ts',
    // As in own-acts.ts.
    'server/modules/handover/leaving.calls.ts',
    // Nobody requests a monthly invoice.
    'server/modules/invoices/period.ts',
    // As in gift.ts.
    'server/modules/lines/commands.ts',
    // A job that does what the buyer chose.
    'server/modules/lines/wishes.ts',
    // An order that can't be delivered is closed by nobody, whoever paid it.
    'server/modules/orders/orders.ts',
    // The provider's departments.
    'server/modules/payments/refund-requests.ts',
    'server/modules/payments/refunds.ts',
    // A line renews itself.
    'server/modules/payments/renewals.ts',
    // The source of the money.
    'server/modules/payments/settle.ts',
    // A job that does what a manager has started.
    'server/modules/people/employees/import-batches.ts',
    // As in own-acts.ts.
    'server/modules/people/employees/joining.ts',
    // The ledger keeps what an erased account leaves behind.
    'server/modules/people/employees/leaving.ts',
    // The invitation's person, whatever account now has the phone.
    'server/modules/people/memberships/taking-over.ts',
    // As in own-acts.ts.
    'server/modules/requests/requests.calls.ts',
    // The provider's department.
    'server/modules/sales/operations.calls.ts',
    // As in own-acts.ts.
    'server/modules/sign-in/linking.ts',
    'server/modules/sign-in/sign-in.calls.ts',
    // As in gift.ts.
    'server/modules/trials/ending.ts',
    // The owner, who registered on a partner's page.
    'server/modules/trials/trials.ts',
    // As in gift.ts.
    'server/modules/verification/identity.ts',
  ])
})

test('each log is written in one place, which reads the actor from the context, or by the statement that finds the actor', () => {
  const logs = 'employee_log|device_log|line_log|line_group_log|service_entry|order_event|balance_entry|activity'
  const writing = filesWith(`insert into (${logs}) `).filter(file => !file.startsWith('server/app/demo/'))
  const reading = filesWith('\\b(actorName|activityActor)\\(')
  expect(writing.filter(file => !reading.includes(file))).toEqual([
    // What follows from a change of the row itself.
    'server/database/functions/end_duty.sql',
    'server/database/functions/end_tokens.sql',
    // A device's own report, and its login: the statement reads the person's name.
    'server/modules/clients/clients.sql.ts',
    'server/modules/devices/logins.ts',
  ])
})
