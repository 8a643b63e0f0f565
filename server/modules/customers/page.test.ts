import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { notifyDueFollowUps } from './follow-ups.ts'

const { call, make, operate, services, system } = await testPortal()
const support = await make.operator('support')
const finance = await make.operator('finance')
const network = await make.operator('network')
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }

async function paidOrder(
  company: Awaited<ReturnType<typeof make.company>>,
  gateway: 'sandbox' | 'balance' = 'sandbox',
) {
  const order = await make.order(company, { state: 'fulfilled' })
  await system.change`
    insert into payment (company_id, order_id, gateway, out_trade_no, amount, state, paid_at, expires_at)
    values (${company.id}, ${order.id}, ${gateway}, ${randomUUID()}, ${order.payable}, 'paid', now(), now())`
  return order
}

test('support can read orders, invoices and lines but can change neither money nor lines', async () => {
  const company = await make.company()
  const order = await paidOrder(company)
  const read = await operate('getSalesOrder', { order_number: order.number }, support)
  expect(read.data).toMatchObject({ order_number: order.number, may: { close: false, refund: false } })
  expect((await operate('getSalesOrder', { order_number: order.number }, finance)).data.may.refund).toBe(true)
  for (const name of ['getSalesOrderList', 'getInvoiceRequestList', 'getOperatedLines'] as const)
    expect([name, (await operate(name, {}, support)).code]).toEqual([name, 200])
  const refund = { order_number: order.number, reason: '客户要求' }
  expect((await operate('refundSalesOrder', refund, support)).code).toBe(-41017)
  expect((await operate('suspendOperatedLine', { line_id: randomUUID(), reason: '测试' }, support)).code).toBe(-41017)
})

test('a company’s payments and refunds are shown separately', async () => {
  const company = await make.company()
  const [kept, returned] = [await paidOrder(company), await paidOrder(company)]
  await paidOrder(await make.company())
  const refund = (orderId: string) => system.change`
    insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind, state, done_at)
    select company_id, order_id, id, ${randomUUID()}, amount, '买错了', 'requested', 'done', now() from payment
    where company_id = ${company.id} and order_id = ${orderId}`
  await refund(returned.id)
  // Payments from the balance arrived with the top-up, and refunds to it have not left.
  const byBalance = await paidOrder(company, 'balance')
  await refund(byBalance.id)
  const { data } = await operate('getCompanyMoney', { company_id: company.id }, support)
  expect(data).toMatchObject({ total: 5, received: kept.payable + returned.payable, refunded: returned.payable })
  const refunds = await operate('getCompanyMoney', { company_id: company.id, kind: 'refund' }, finance)
  expect(refunds.data.list.filter(({ gateway }) => gateway !== 'balance')).toMatchObject([
    { order_number: returned.number, amount: returned.payable, note: '买错了' },
  ])
})

test('a wrong amount counts when it arrives and when it goes back', async () => {
  const company = await make.company()
  const order = await make.order(company, { state: 'pending' })
  await system.change`
    insert into payment (company_id, order_id, gateway, out_trade_no, amount, state, arrived_amount, problem, expires_at)
    values (${company.id}, ${order.id}, 'transfer', ${randomUUID()}, 5800, 'failed', 5000, '到账 ¥50.00', now())`
  const sums = async () => (await operate('getCompanyMoney', { company_id: company.id }, finance)).data
  expect(await sums()).toMatchObject({ received: 5000, refunded: 0 })
  await system.change`
    insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind, state, done_at)
    select company_id, order_id, id, ${randomUUID()}, arrived_amount, '金额不符', 'mismatch', 'done', now() from payment
    where company_id = ${company.id}`
  await system.change`update payment set state = 'refunded', problem = null where company_id = ${company.id}`
  expect(await sums()).toMatchObject({ received: 5000, refunded: 5000 })
})

test('groups list their members, and a line lists the people who may use it', async () => {
  const company = await make.company()
  const person = await make.employee(company.id, { name: '陈雨桐', serviceEndsAt: new Date(Date.now() + 86_400_000) })
  const line = await make.line(company, { sku: await make.sku({ stock: 3 }), name: '东京-01', bound: true })
  const { id: group_id } = await make.lineGroup(company.id, {
    name: '日本店铺',
    lines: [line.id],
    employees: [person.id],
  })
  const of = { company_id: company.id }
  expect((await operate('getCompanyGroups', of, support)).data.list).toMatchObject([
    { group_id, lines: 1, employees: 1 },
  ])
  const { data } = await operate('getCompanyGroup', { ...of, group_id }, support)
  expect(data).toMatchObject({ people: 1, lines: [{ name: '东京-01' }], employees: [{ name: '陈雨桐' }] })
  const people = await operate('getCompanyLinePeople', { ...of, svp_id: line.id }, network)
  expect(people.data.list).toMatchObject([{ name: '陈雨桐', reasons: [{ group_name: '日本店铺' }] }])
  // The same is shown on the person's account, where support looks up why something can't be used.
  const account = await operate('getAccountOverview', { account_id: person.account.id }, support)
  expect(account.data.company).toMatchObject({ company_id: company.id, employee_id: person.id })
  const lines = await operate('getCompanyPersonLines', { ...of, employee_id: person.id }, support)
  expect(lines.data).toMatchObject({
    total: 1,
    list: [{ svp_id: line.id, name: '东京-01', reasons: [{ group_name: '日本店铺' }] }],
  })
  const other = await make.company()
  const stranger = { company_id: other.id, employee_id: person.id }
  expect((await operate('getCompanyPersonLines', stranger, support)).code).toBe(-47001)
  expect((await operate('getCompanyPersonLines', { ...of, employee_id: person.id }, network)).code).toBe(-41017)
  expect((await operate('getCompanyGroup', { company_id: other.id, group_id }, support)).code).toBe(-52010)
})

test('one timeline shows the company’s acts and tickets and the operators’ notes and acts', async () => {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const order = await make.order(company, { state: 'pending' })
  await call('orderOpera', { order_id: order.id, opera: 'cancel' }, { sid })
  await call('openTicket', { topic: 'other', subject: '请问', text: '如何续费' }, { sid })
  await operate('addCompanyNote', { company_id: company.id, text: '老客户，价格敏感' }, support)
  const { data } = await operate('getCompanyLog', { company_id: company.id }, support)
  expect(data.list.map(({ source, action }) => `${source} ${action}`).sort()).toEqual([
    'notes note.written',
    'tickets ticket.message',
    'trade order.cancelled',
  ])
  const times = data.list.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().reverse())
  const notes = await operate('getCompanyLog', { company_id: company.id, source: 'notes' }, support)
  expect(notes.data.list).toMatchObject([{ detail: '老客户，价格敏感', actor: expect.stringContaining('的姓名') }])
})

// Guard: "done_at is null" in `finish`.
test('a follow-up notifies its assignee on its day and is completed once', async () => {
  const company = await make.company()
  const note = { company_id: company.id, text: '问续费意向', follow_up_on: '2999-01-01', assignee_id: finance.id }
  expect((await operate('addCompanyNote', note, support)).code).toBe(200)
  expect((await operate('addCompanyNote', { ...note, follow_up_on: '2020-01-01' }, support)).code).toBe(-41003)
  const notices = async () => (await operate('getOwnNoticeList', {}, finance)).data.list.map(({ text }) => text)
  await notifyDueFollowUps(services, {}, job)
  expect(await notices()).toEqual([])
  await system.change`update company_note set follow_up_on = current_date - 1 where company_id = ${company.id}`
  await notifyDueFollowUps(services, {}, job)
  expect(await notices()).toEqual(['问续费意向'])
  const [open] = (await operate('getCompanyNoteList', { company_id: company.id, open: true }, support)).data.list
  const finished = await Promise.all(
    [support, finance].map(each => operate('finishFollowUp', { note_id: open?.note_id ?? '' }, each)),
  )
  expect(finished.map(({ code }) => code).sort()).toEqual([-57003, 200])
  expect(await notices()).toEqual([])
})
