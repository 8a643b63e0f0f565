import { pino } from 'pino'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { notifyDueFollowUps } from '#server/modules/customers/follow-ups.ts'
import { operatorCommand } from '#server/modules/operators/commands.ts'
import { operateFile } from '#server/testing/operate-file.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { notifyOverdueTickets } from './overdue.ts'

const portal = await testPortal()
const { call, make, operate, services, system } = portal
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }
const support = await make.operator('support')
const finance = await make.operator('finance')
const command = (typed: string[], roles?: string) =>
  runAs('cli:test@host', () => operatorCommand(work => work({ system }), typed, { roles }))

/** Names a ticket with its last change, as a page that has just been read does. */
const asShown = async (ticket_id: string) => {
  const { updated_at } = (await operate('getSupportTicket', { ticket_id }, support)).data
  return { ticket_id, updated_at }
}

async function office() {
  const company = await make.company({ managers: 1 })
  const sid = await make.session(company.owner.account)
  const upload = async (accountId: string) => (await make.storedFile({ accountId, purpose: 'ticket' })).id
  const question = { topic: 'line', subject: '东京专线打不开', text: '从今早九点起\n无法连接' } as const
  const open = async (more: Partial<InputOf<'openTicket'>> = {}) =>
    (await call('openTicket', { ...question, ...more }, { sid })).data.ticket_id
  const seen = async (ticket_id: string) => (await call('getTicket', { ticket_id }, { sid })).data
  const shown = async (ticket_id: string) => (await operate('getSupportTicket', { ticket_id }, support)).data
  return { company, sid, upload, question, open, seen, shown }
}

test('a long ticket shows its newest entries, the last of them at the end, and says that there are older ones', async () => {
  const { company, sid, question, open, seen, shown } = await office()
  const ticket_id = await open()
  expect([(await seen(ticket_id)).older, (await shown(ticket_id)).older]).toEqual([false, false])
  await system.change`
    insert into ticket_entry (company_id, ticket_id, kind, side, author_id, author_name, text)
    select ${company.id}, ${ticket_id}, 'message', 'provider', ${support.id}, '客服', '第 ' || place || ' 条'
    from generate_series(1, 500) as place`
  await operate('noteTicket', { ticket_id, text: '只有同事看得到' }, support)
  const [theirs, ours] = [await seen(ticket_id), await shown(ticket_id)]
  const textsOf = ({ entries }: { entries: { text: string }[] }) => [
    entries.length,
    entries[0]?.text,
    entries.at(-1)?.text,
  ]
  expect([theirs.older, ours.older]).toEqual([true, true])
  expect(textsOf(theirs)).toEqual([500, '第 1 条', '第 500 条'])
  expect(textsOf(ours)).toEqual([500, '第 2 条', '只有同事看得到'])
  const before = ours.entries[0]?.entry_id
  const earlier = (await operate('getSupportTicket', { ticket_id, before }, support)).data
  expect(earlier.entries.map(({ text }) => text)).toEqual([question.text, '第 1 条'])
  expect(earlier.older).toBe(false)
  const own = (await call('getTicket', { ticket_id, before: theirs.entries[0]?.entry_id }, { sid })).data
  expect([own.older, own.entries.map(({ text }) => text)]).toEqual([false, [question.text]])
})

const waiting = async (operator: { token: string }) => (await operate('getOwnNoticeList', {}, operator)).data.list
const bell = async (accountId: string) =>
  (
    await system.rows(z.object({ title: z.string() }))`
      select title from notice where account_id = ${accountId} and kind = 'ticket_answered' and read_at is null`
  ).map(({ title }) => title)

test('a ticket is answered with a file, and the company sees neither notes nor who handled it', async () => {
  const { company, sid, upload, open, seen, shown } = await office()
  const order = await make.order(company, { state: 'pending' })
  const ticket_id = await open({ order_id: order.id, file_ids: [await upload(company.owner.account.id)] })
  expect((await operate('takeTicket', { ticket_id }, support)).code).toBe(200)
  await operate('noteTicket', { ticket_id, text: '疑似对方运营商问题' }, support)
  await operate('handOverTicket', { ticket_id, from: support.id, to: finance.id, note: '客户要求退款' }, support)
  const content = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const uploaded = await operateFile(portal, 'uploadTicketFile', {
    content,
    fileName: '线路图.png',
    token: finance.token,
  })
  const answer = { ...(await asShown(ticket_id)), text: '已更换线路，请重试', file_ids: [uploaded.data.file_id] }
  expect((await operate('answerTicket', answer, finance)).code).toBe(200)
  const { state, order_number, entries } = await seen(ticket_id)
  expect([state, order_number]).toEqual(['answered', order.number])
  expect(entries.map(({ side, author_name, text, files }) => [side, author_name, text, files.length])).toEqual([
    ['company', expect.any(String), '从今早九点起\n无法连接', 1],
    ['provider', '客服', '已更换线路，请重试', 1],
  ])
  expect((await portal.app.inject({ url: entries[1]?.files[0]?.url ?? '' })).statusCode).toBe(200)
  expect(await bell(company.owner.account.id)).toEqual(['工单已答复：东京专线打不开'])
  expect((await shown(ticket_id)).entries.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'message 从今早九点起\n无法连接',
    'event 领取工单',
    'note 疑似对方运营商问题',
    expect.stringMatching(/^event 转交给.+：客户要求退款$/),
    'message 已更换线路，请重试',
  ])
  // The database itself shows no note to a company's handle, whatever the query.
  const kinds = await services.companyDatabase(company.id).rows(z.object({ kind: z.string() }))`
    select distinct kind from ticket_entry`
  expect(kinds).toEqual([{ kind: 'message' }])
  const more = { ticket_id, text: '还是不行' }
  expect((await call('replyTicket', more, { sid })).code).toBe(200)
  expect(await bell(company.owner.account.id)).toEqual([])
  expect(await shown(ticket_id)).toMatchObject({ state: 'open', assignee_id: finance.id, due_at: expect.any(String) })
})

test('an operator’s waiting ticket disappears once it is handed over, answered or closed', async () => {
  const { sid, open } = await office()
  const ticket_id = await open()
  const mine = async (operator: typeof support) =>
    (await waiting(operator)).filter(({ link }) => link.includes(ticket_id))
  await operate('handOverTicket', { ticket_id, from: null, to: finance.id, note: '请看发票' }, support)
  expect(await mine(finance)).toMatchObject([
    { title: expect.stringContaining('转交了工单'), text: expect.stringContaining('请看发票') },
  ])
  await operate('handOverTicket', { ticket_id, from: finance.id, to: support.id, note: '退回' }, finance)
  expect([await mine(finance), (await mine(support)).length]).toEqual([[], 1])
  await operate('answerTicket', { ...(await asShown(ticket_id)), text: '好的' }, support)
  expect(await mine(support)).toEqual([])
  await call('replyTicket', { ticket_id, text: '谢谢' }, { sid })
  expect(await mine(support)).toMatchObject([{ title: expect.stringContaining('企业补充了工单') }])
  expect((await call('closeTicket', { ticket_id }, { sid })).code).toBe(200)
  expect(await mine(support)).toEqual([])
  expect((await call('closeTicket', { ticket_id }, { sid })).code).toBe(-57003)
  const again = { ...(await asShown(ticket_id)), note: '重复' }
  expect((await operate('closeSupportTicket', again, support)).code).toBe(-57003)
})

// Guard: "assignee_id is null" in `take`; without it the second overwrites the first.
test('of two operators who take one ticket concurrently one gets it', async () => {
  const { open, shown } = await office()
  const ticket_id = await open()
  const answers = await Promise.all([support, finance].map(each => operate('takeTicket', { ticket_id }, each)))
  expect(answers.map(({ code }) => code).sort()).toEqual([-57003, 200])
  const winner = answers[0]?.code === 200 ? support : finance
  expect((await shown(ticket_id)).assignee_id).toBe(winner.id)
  expect((await shown(ticket_id)).entries.filter(({ kind }) => kind === 'event')).toHaveLength(1)
})

// Guard: the assignee in `handOver`; the page showed a former one.
test('a ticket cannot be handed over from a former assignee or to a disabled operator', async () => {
  const { open, shown } = await office()
  const ticket_id = await open()
  const taken = [sql`update ticket set assignee_id = ${finance.id} where id = ${ticket_id}`]
  const over = () => operate('handOverTicket', { ticket_id, from: null, to: support.id, note: '请接手' }, support)
  expect((await overtakenBy(system, taken, over)).code).toBe(-57003)
  expect((await shown(ticket_id)).assignee_id).toBe(finance.id)
  const gone = await make.operator('support')
  await system.change`update operator set state = 'disabled' where id = ${gone.id}`
  const input = { ticket_id, from: finance.id, to: gone.id, note: '请接手' }
  expect((await operate('handOverTicket', input, support)).code).toBe(-57004)
})

// Guards: `releaseWork` in each, and that a late ticket is reported again.
test.each([
  [
    'the back office',
    'disabled',
    async (id: string) => {
      const owner = await make.operator('owner')
      return operate('setOperatorState', { operator_id: id, state: 'disabled' }, owner)
    },
  ],
  ['the command line', 'disabled', (_: string, name: string) => command(['disable', name])],
  ['the command line', 'auditor', (_: string, name: string) => command(['roles', name], 'auditor')],
] as const)('work of an operator whom %s makes %s waits for others again', async (_, become, gone) => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const { company, sid, open, shown } = await office()
  const leaver = await make.operator('support')
  const [late, answered] = [await open(), await open()]
  for (const ticket_id of [late, answered]) await operate('takeTicket', { ticket_id }, leaver)
  await operate('answerTicket', { ...(await asShown(answered)), text: '请重启客户端' }, leaver)
  await system.change`update ticket set due_at = now() - interval '1 minute' where id = ${late}`
  await notifyOverdueTickets(services, {}, job)
  const note = { company_id: company.id, text: '问续费意向', follow_up_on: '2999-01-01', assignee_id: leaver.id }
  await operate('addCompanyNote', note, support)
  await system.change`update company_note set follow_up_on = current_date - 1 where company_id = ${company.id}`
  await notifyDueFollowUps(services, {}, job)
  await system.change`delete from operator_notice where operator_id = ${support.id}`

  await gone(leaver.id, leaver.name)
  expect([(await shown(late)).assignee_id, (await shown(answered)).assignee_id]).toEqual([null, null])
  expect((await shown(late)).entries.at(-1)?.text).toContain(
    `${become === 'auditor' ? '已改为审计员' : '已停用'}，工单回到待领取`,
  )
  await notifyOverdueTickets(services, {}, job)
  await notifyDueFollowUps(services, {}, job)
  expect((await waiting(support)).map(({ title }) => title)).toEqual(
    expect.arrayContaining([expect.stringContaining('已超时'), `今天跟进：${company.name}`]),
  )
  const free = (await operate('getSupportTicketList', { view: 'free', company_id: company.id }, support)).data.list
  expect(free.map(({ ticket_id }) => ticket_id)).toEqual([late])
  await call('replyTicket', { ticket_id: answered, text: '还是不行' }, { sid })
  expect((await shown(answered)).assignee_id).toBeNull()
})

test('a closed ticket of an operator who left waits for anybody when it is opened again', async () => {
  const { sid, open, shown } = await office()
  const leaver = await make.operator('support')
  const [reopened, answered] = [await open(), await open()]
  for (const ticket_id of [reopened, answered])
    await operate('answerTicket', { ...(await asShown(ticket_id)), text: '好了', close: true }, leaver)
  const owner = await make.operator('owner')
  expect((await operate('setOperatorState', { operator_id: leaver.id, state: 'disabled' }, owner)).code).toBe(200)
  expect((await call('replyTicket', { ticket_id: reopened, text: '又坏了' }, { sid })).code).toBe(200)
  expect(await shown(reopened)).toMatchObject({ state: 'open', assignee_id: null })
  expect((await operate('takeTicket', { ticket_id: reopened }, support)).code).toBe(200)
  // The operator who answers instead gets the ticket.
  const more = { ...(await asShown(answered)), text: '补充' }
  expect((await operate('answerTicket', more, support)).code).toBe(200)
  expect((await shown(answered)).assignee_id).toBe(support.id)
})

// Guard: lockActing in `requireActing`; otherwise the ticket would wait for an operator whom no notice reaches.
test.each(['takeTicket', 'answerTicket'] as const)(
  'an operator who is disabled meanwhile takes no ticket by %s',
  async act => {
    const { open, shown } = await office()
    const leaver = await make.operator('support')
    const ticket_id = await open()
    const disabled = [
      sql`select from operator where id = ${leaver.id} for update`,
      sql`update operator set state = 'disabled' where id = ${leaver.id}`,
    ]
    const answer = { ...(await asShown(ticket_id)), text: '好的', close: false }
    const input = act === 'answerTicket' ? answer : { ticket_id }
    const taking = () => operate<typeof act>(act, input, leaver)
    expect((await overtakenBy(system, disabled, taking)).code).toBe(-41004)
    expect((await shown(ticket_id)).assignee_id).toBeNull()
  },
)

test('a file can be attached only by its uploader, and once', async () => {
  const { company, sid, upload, question, open } = await office()
  const other = await office()
  const file = await upload(company.owner.account.id)
  const theirs = await upload(other.company.owner.account.id)
  const voucher = await make.storedFile({ accountId: company.owner.account.id, purpose: 'voucher' })
  for (const file_id of [theirs, voucher.id, crypto.randomUUID()])
    expect((await call('openTicket', { ...question, file_ids: [file_id] }, { sid })).code).toBe(-57001)
  const ticket_id = await open({ file_ids: [file] })
  expect((await call('replyTicket', { ticket_id, text: '再发一次', file_ids: [file] }, { sid })).code).toBe(-57001)
  // Nor can an operator attach a company's file, or a company open another's ticket.
  const answer = { ...(await asShown(ticket_id)), text: '见附件', file_ids: [theirs] }
  expect((await operate('answerTicket', answer, support)).code).toBe(-57001)
  for (const name of ['getTicket', 'closeTicket'] as const)
    expect((await call(name, { ticket_id }, { sid: other.sid })).code).toBe(-57002)
  expect((await call('replyTicket', { ticket_id, text: '你好' }, { sid: other.sid })).code).toBe(-57002)
  const order = await make.order(other.company, { state: 'pending' })
  expect((await call('openTicket', { ...question, order_id: order.id }, { sid })).code).toBe(-49010)
  const invoice = await make.invoice(other.company)
  expect((await call('openTicket', { ...question, invoice_id: invoice.id }, { sid })).code).toBe(-59723)
})

test('both sides see the subject of the ticket: an invoice or a month’s balance', async () => {
  const { company, sid, open, question } = await office()
  const invoice = await make.invoice(company)
  const about = async (ticket_id: string) => [
    (await call('getTicket', { ticket_id }, { sid })).data,
    (await operate('getSupportTicket', { ticket_id }, support)).data,
  ]
  for (const shown of await about(await open({ invoice_id: invoice.id })))
    expect(shown).toMatchObject({ invoice_id: invoice.id, invoice_number: null, month: null })
  for (const shown of await about(await open({ month: '2026-10' })))
    expect(shown).toMatchObject({ month: '2026-10', invoice_id: null, order_id: null })
  expect((await call('openTicket', { ...question, month: '2026-13' }, { sid })).code).toBe(-41003)
  const ticketInput = { company_id: company.id, ...question, invoice_id: invoice.id }
  expect((await operate('openSupportTicket', ticketInput, support)).code).toBe(200)
  const stranger = { ...ticketInput, company_id: (await make.company()).id }
  expect((await operate('openSupportTicket', stranger, support)).code).toBe(-53021)
})

test('an overdue ticket is notified once per deadline; answered ones are not overdue', async () => {
  const { open } = await office()
  const ticket_id = await open()
  const late = () => system.change`update ticket set due_at = now() - interval '1 minute' where id = ${ticket_id}`
  const mine = async () =>
    (await waiting(support)).filter(({ link }) => link.includes(ticket_id)).map(({ title }) => title)
  await late()
  const listed = (await operate('getSupportTicketList', { view: 'overdue' }, finance)).data.list
  expect(listed.map(each => each.ticket_id)).toContain(ticket_id)
  await notifyOverdueTickets(services, {}, job)
  expect(await mine()).toEqual([expect.stringContaining('已超时')])
  await operate('takeTicket', { ticket_id }, finance)
  await system.change`delete from operator_notice`
  await notifyOverdueTickets(services, {}, job)
  expect(await mine()).toEqual([])
  const due_at = new Date(Date.now() + 3_600_000).toISOString()
  expect((await operate('setTicketDue', { ticket_id, due_at, note: '等运营商' }, finance)).code).toBe(200)
  await late()
  await notifyOverdueTickets(services, {}, job)
  expect((await waiting(finance)).map(({ title }) => title)).toEqual([expect.stringContaining('已超时')])
  // A notice that waits for an act can't be dismissed.
  const [{ subject } = { subject: '' }] = await waiting(finance)
  await operate('dismissOwnNotice', { subject }, finance)
  expect(await waiting(finance)).toHaveLength(1)
  const past = { ticket_id, due_at: new Date(Date.now() - 1000).toISOString(), note: '等运营商' }
  expect((await operate('setTicketDue', past, finance)).code).toBe(-57005)
})

test('a ticket opened by an operator notifies the managers, and their answer notifies the operator', async () => {
  const { company, sid } = await office()
  const input = {
    company_id: company.id,
    topic: 'payment',
    subject: '付款失败',
    text: '我们看到您的付款失败了',
  } as const
  const { data } = await operate('openSupportTicket', input, support)
  expect(await bell(company.managers[0]?.account.id ?? '')).toEqual(['客服为您建立了工单：付款失败'])
  const { list } = (await call('getTicketList', { keyword: '付款' }, { sid })).data
  expect(list).toMatchObject([{ ticket_id: data.ticket_id, state: 'open', opened_by: '平台' }])
  const found = await operate('getSupportTicketList', { keyword: data.number, view: 'mine' }, support)
  expect(found.data.list).toMatchObject([{ company_name: company.name, assignee_id: support.id }])
})

test('a person’s export has what they wrote, and after an erasure no ticket has the name', async () => {
  const company = await make.company()
  const password = 'Blue-Sail-7'
  const account = await make.account({ password })
  await make.employee(company.id, { account, name: '沈知远', role: 'manager' })
  const sid = await make.session(account)
  const question = { topic: 'other', subject: '请问', text: '如何续费' } as const
  const { data } = await call('openTicket', question, { sid })
  const mine = await call('exportAccount', {}, { sid })
  expect(mine.data.account).toMatchObject({ tickets: [{ number: data.number, text: '如何续费' }] })
  expect((await call('deleteAccount', { password }, { sid })).code).toBe(200)
  const shown = (await operate('getSupportTicket', { ticket_id: data.ticket_id }, support)).data
  expect(JSON.stringify(shown)).not.toContain('沈知远')
  expect(shown.entries).toMatchObject([{ author_name: expect.stringContaining('已注销用户'), text: '如何续费' }])
})
