import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'
import { lockWaiting } from './waiting-invitations.sql.ts'
import { sendWaitingInvitations } from './waiting-invitations.ts'

const { call, make, services, system } = await testPortal()
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }
const sendWaiting = () => sendWaitingInvitations(services, undefined, job)
const anotherDay = () => system.change`truncate limit_counter`

beforeEach(anotherDay)

/** Adds people while the company has text messages for this many of them. */
async function office({ people, messages }: { people: number; messages: number }) {
  const company = await make.company({ managers: 1 })
  const sid = await make.session(company.owner.account)
  const add = (employees: { phone: string; name: string }[], invite = true) =>
    call('addCompanyUser', { employees, invite }, { sid })
  await add([{ phone: newPhone(), name: '李雷' }])
  await system.change`update limit_counter set hits = 500 - ${messages}::integer where key like 'sms:company:%'`
  const employees = Array.from({ length: people }, () => ({ phone: newPhone(), name: '王芳' }))
  expect((await add(employees)).data.added).toBe(people)
  const counts = z.object({ messages: z.int(), links: z.int(), waiting: z.int() })
  return {
    company,
    sid,
    add,
    counts: () =>
      system.one(counts)`
      select count(sms_message.id)::integer as messages, count(invitation.employee_id)::integer as links,
        count(waiting.employee_id)::integer as waiting
      from employee
      left join sms_message on sms_message.account_id = employee.account_id
      left join invitation on invitation.employee_id = employee.id
      left join waiting_invitation waiting on waiting.employee_id = employee.id
      where employee.company_id = ${company.id} and employee.name = '王芳'`,
    waiting: async () =>
      system.rows(z.object({ employee_id: z.string(), account_id: z.string() }))`
      select employee_id, account_id from waiting_invitation join employee on id = employee_id
      where employee.company_id = ${company.id} order by employee_id`,
    notices: () =>
      system.rows(z.object({ text: z.string() }))`
      select text from notice where kind = 'invitations_waiting' and account_id = ${company.owner.account.id}`,
  }
}

test('invitations beyond the budget of a day are sent on a later one, each once, and managers learn how many wait', async () => {
  const { company, counts, waiting, notices } = await office({ people: 5, messages: 2 })
  expect(await counts()).toEqual({ messages: 2, links: 2, waiting: 3 })
  for (const _ of [1, 2]) await sendWaiting()
  expect(await counts()).toEqual({ messages: 2, links: 2, waiting: 3 })
  expect((await notices()).map(({ text }) => text.slice(0, 8))).toEqual(['还有 3 名员工'])
  // Somebody who answers without the message needs none.
  const [first] = await waiting()
  const sid = await make.session({ id: first?.account_id ?? '' })
  expect((await call('declineCompany', { company_id: company.id }, { sid })).code).toBe(200)
  await anotherDay()
  for (const _ of [1, 2]) await sendWaiting()
  expect(await counts()).toEqual({ messages: 4, links: 4, waiting: 0 })
  expect(await notices()).toHaveLength(1)
})

test('whoever is invited again meanwhile gets one message', async () => {
  const { sid, counts, waiting } = await office({ people: 2, messages: 0 })
  const [one, other] = await waiting()
  await anotherDay()
  const again = { employee_ids: [one?.employee_id ?? ''] }
  expect((await call('inviteCompanyUser', again, { sid })).data).toEqual({ invited: 1, skipped: 0 })
  // Guard: the employees are locked before the counters, without waiting; otherwise the two would deadlock.
  await system.transaction(async transaction => {
    await transaction.change`select from employee where id = ${other?.employee_id ?? ''} for update`
    await sendWaiting()
    return undefined
  })
  expect(await counts()).toEqual({ messages: 1, links: 1, waiting: 1 })
  await sendWaiting()
  expect(await counts()).toEqual({ messages: 2, links: 2, waiting: 0 })
})

test('nobody is invited for a frozen company, or at a phone that they have left', async () => {
  const [frozen, moved] = [await office({ people: 1, messages: 0 }), await office({ people: 1, messages: 0 })]
  // Of this one the managers wanted no message.
  await moved.add([{ phone: newPhone(), name: '王芳' }], false)
  await system.change`update company set state = 'frozen' where id = ${frozen.company.id}`
  const [person] = await moved.waiting()
  await system.change`update account set phone = ${newPhone()} where id = ${person?.account_id ?? ''}`
  await anotherDay()
  await sendWaiting()
  expect(await frozen.counts()).toEqual({ messages: 0, links: 0, waiting: 1 })
  // As for a company that is frozen after the run has listed it.
  expect(await system.transaction(transaction => lockWaiting(transaction, frozen.company.id, 10))).toEqual([])
  expect(await moved.counts()).toEqual({ messages: 0, links: 0, waiting: 0 })
})
