import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { runAs } from '#server/engines/activity/context.ts'
import { operatorNotices } from '#server/engines/notices/operator-notices.ts'
import { operatorCommand } from '#server/modules/operators/commands.ts'
import { testPortal } from '#server/testing/portal.ts'
import { notifyDueFollowUps } from './follow-ups.ts'

const { make, operate, services, system } = await testPortal()
const support = await make.operator('support')
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }

async function note(assignee_id: string) {
  const company = await make.company()
  const input = { company_id: company.id, text: '问续费意向', follow_up_on: '2999-01-01', assignee_id }
  const planned = await operate('addCompanyNote', input, support)
  const due = async () => {
    await system.change`update company_note set follow_up_on = current_date - 1 where company_id = ${company.id}`
    await notifyDueFollowUps(services, {}, job)
  }
  // A change of roles by the command line ends the sessions, so the database is read instead of the operator's bell.
  const notices = async (operator: { id: string }) =>
    (await operatorNotices(system, operator.id, 100)).filter(({ link }) => link.includes(company.id)).length
  return { code: planned.code, due, notices }
}

test('only those who open a company’s page can be given a follow-up', async () => {
  const assignees = [support, await make.operator('finance'), await make.operator('owner')]
  const others = [await make.operator('content'), await make.operator('network'), await make.operator('auditor')]
  const { list } = (await operate('getFollowUpAssignees', {}, support)).data
  const listed = list.map(({ operator_id }) => operator_id)
  expect(assignees.map(({ id }) => listed.includes(id))).toEqual([true, true, true])
  expect(others.map(({ id }) => listed.includes(id))).toEqual([false, false, false])
  for (const { id } of assignees) expect((await note(id)).code).toBe(200)
  for (const { id } of others) expect((await note(id)).code).toBe(-57004)
})

// Guards: the roles in `releaseWork` and in `notifyOrSupport`.
test.each(['before', 'after'] as const)(
  'the follow-up of somebody who changes to another role %s its day waits for support',
  async when => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const leaver = await make.operator('support')
    const { due, notices } = await note(leaver.id)
    const leave = () =>
      runAs('cli:test@host', () =>
        operatorCommand(work => work({ system }), ['roles', leaver.name], { roles: 'content' }),
      )
    if (when === 'after') {
      await due()
      expect([await notices(leaver), await notices(support)]).toEqual([1, 0])
    }
    await leave()
    await due()
    expect([await notices(leaver), await notices(support)]).toEqual([0, 1])
  },
)
