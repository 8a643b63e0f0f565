import { expect, test } from 'vitest'
import { startOfDay } from '#server/database/china-day.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, operate, system } = await testPortal()
const finance = await make.operator('finance')
const support = await make.operator('support')

test('the time until the first answer is measured by week, of the tickets that companies opened', async () => {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const question = { topic: 'line', subject: '东京专线打不开', text: '无法连接' } as const
  const read = async () => (await operate('getTicketFigures', { from: '2025-01', to: '2025-01' }, finance)).data
  expect(await read()).toMatchObject({ all: { opened: 0, answered: 0, median: null, p90: null }, weeks: [] })
  /** Opens a ticket on a day, and answers it after some hours. */
  async function opened(day: string, ...hours: number[]) {
    const { ticket_id } = (await call('openTicket', question, { sid })).data
    const at = startOfDay(day)
    await system.change`update ticket set created_at = ${at}::timestamptz where id = ${ticket_id}`
    for (const after of hours) {
      const { updated_at } = (await operate('getSupportTicket', { ticket_id }, support)).data
      expect((await operate('answerTicket', { ticket_id, updated_at, text: '已答复' }, support)).code).toBe(200)
      // Only the first one counts: it is moved to its time, and a later one must not replace it.
      await system.change`
        update ticket set first_answered_at = ${at}::timestamptz + make_interval(hours => ${after})
        where id = ${ticket_id} and first_answered_at > now() - interval '1 minute'`
    }
    return ticket_id
  }
  // Monday and Sunday of one week, of which the second is a day later than in UTC; then the next Monday.
  await opened('2025-01-06', 2, 40)
  await opened('2025-01-12', 4)
  await opened('2025-01-12')
  await opened('2025-01-13', 10)
  // Of another month.
  await opened('2025-02-03', 1)
  // A note, a removed file and what an operator opens are no answers to a company.
  const noted = await opened('2025-01-13')
  await operate('noteTicket', { ticket_id: noted, text: '问过运营商' }, support)
  const { id } = await make.storedFile({ accountId: company.owner.account.id, purpose: 'ticket' })
  await call('replyTicket', { ticket_id: noted, text: '见附件', file_ids: [id] }, { sid })
  await operate('removeTicketFile', { ticket_id: noted, file_id: id, reason: '误传身份证' }, support)
  const own = await operate('openSupportTicket', { company_id: company.id, ...question }, support)
  await system.change`update ticket set created_at = ${startOfDay('2025-01-14')}::timestamptz where id = ${own.data.ticket_id}`

  const { all, weeks } = await read()
  const hour = 3600
  expect(weeks).toEqual([
    { week: '2025-01-06', opened: 3, answered: 2, median: 3 * hour, p90: 3.8 * hour },
    { week: '2025-01-13', opened: 2, answered: 1, median: 10 * hour, p90: 10 * hour },
  ])
  expect(all).toEqual({ opened: 5, answered: 3, median: 4 * hour, p90: 31_680 })
})

test('what waits now is counted whatever the span', async () => {
  const read = async () => (await operate('getTicketFigures', { from: '2020-01', to: '2020-01' }, finance)).data
  const before = await read()
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const { ticket_id } = (await call('openTicket', { topic: 'line', subject: '打不开', text: '请看' }, { sid })).data
  expect(await read()).toMatchObject({ open: before.open + 1, overdue: before.overdue })
  await system.change`update ticket set due_at = now() - interval '1 minute' where id = ${ticket_id}`
  expect(await read()).toMatchObject({ open: before.open + 1, overdue: before.overdue + 1 })
})
