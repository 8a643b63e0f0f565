import { expect, test } from 'vitest'
import { z } from 'zod'
import { approvalsOn } from '#server/testing/approvals.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, call, operate, system } = portal
const { kept, confirmed } = approvalsOn(portal)
const support = await make.operator('support')
const second = await make.operator('support')
const reason = '公司已清算'

async function owned() {
  const company = await make.company({ managers: 1 })
  const [manager] = company.managers
  const session = { sid: await make.session(company.owner.account) }
  const managers = { sid: await make.session(manager?.account ?? expect.unreachable()) }
  const requested = async () => {
    const { code, data } = await call('requestClosing', { reason }, session)
    expect(code).toBe(200)
    return data
  }
  return { company, of: { company_id: company.id }, session, managers, requested }
}

test('the owner alone requests the closing; support finds it among its tickets and beside the closing, and it closes nothing', async () => {
  const { of, session, managers, requested } = await owned()
  expect((await call('requestClosing', { reason }, managers)).code).toBe(-41044)
  expect((await call('getClosingRequest', {}, session)).data).toEqual({ requestable: true, request: null })
  const { ticket_id, number } = await requested()
  expect((await call('getClosingRequest', {}, managers)).data).toMatchObject({
    requestable: false,
    request: { ticket_id, number, state: 'open', by_owner: true },
  })
  const { list } = (await operate('getSupportTicketList', { view: 'waiting', topic: 'closing', ...of }, support)).data
  expect(list).toMatchObject([{ ticket_id, subject: '申请注销企业' }])
  const closing = (await operate('getCompanyClosing', of, support)).data
  expect(closing).toMatchObject({ request: { ticket_id, by_owner: true }, open: { tickets: 0 } })
  expect((await call('getCompanyInfo', {}, session)).data.state).toBe('active')
  const activity = (await call('getCompanyActivity', { action: 'company.closing_requested' }, session)).data.list
  expect(activity).toMatchObject([{ detail: `${number}：${reason}` }])
})

test('what has to be settled, and what is forfeited, is told to the company without the operators’ own requests', async () => {
  const { company, session } = await owned()
  await make.line(company, { name: '东京一号', bound: true })
  await make.order(company, { state: 'pending' })
  const { open, forfeited } = (await call('getClosing', {}, session)).data
  expect(open).toEqual({
    orders: 1,
    refunds: 0,
    payments: 0,
    lines: 1,
    trials: 0,
    invoices: 0,
    tickets: 0,
    balance: 0,
  })
  expect(forfeited).toMatchObject({ people: 2, coupons: 0 })
})

// Guard: the index one_closing_request.
test('of two requests at once one is made, and the owner withdraws it', async () => {
  const { company, session, managers } = await owned()
  const answers = await Promise.all([1, 2].map(() => call('requestClosing', { reason }, session)))
  expect(answers.map(({ code }) => code).sort()).toEqual([-57003, 200])
  const ticket_id = answers.find(({ code }) => code === 200)?.data.ticket_id ?? ''
  const notices = () =>
    system.rows(z.object({ title: z.string(), informs: z.boolean() }))`
      select title, informs from operator_notice where operator_id = ${support.id} and subject = ${`ticket:${ticket_id}`}`
  expect((await operate('takeTicket', { ticket_id }, support)).code).toBe(200)
  expect((await call('withdrawClosing', { ticket_id }, managers)).code).toBe(-41044)
  expect((await call('closeTicket', { ticket_id }, managers)).code).toBe(-41044)
  expect((await call('withdrawClosing', { ticket_id }, session)).code).toBe(200)
  expect((await call('withdrawClosing', { ticket_id }, session)).code).toBe(-57003)
  expect(await notices()).toEqual([{ title: '企业撤回了注销申请', informs: true }])
  expect((await operate('getCompanyClosing', { company_id: company.id }, support)).data.request).toBeNull()
  const activity = (await call('getCompanyActivity', { action: 'company.closing_withdrawn' }, session)).data.list
  expect(activity).toHaveLength(1)
})

test('a request that has ended is begun again only by the owner’s proof, not by a message', async () => {
  const { session, managers, requested } = await owned()
  const { ticket_id } = await requested()
  expect((await call('withdrawClosing', { ticket_id }, session)).code).toBe(200)
  expect((await call('replyTicket', { ticket_id, text: '还是要注销' }, managers)).code).toBe(-41044)
  const { updated_at } = (await operate('getSupportTicket', { ticket_id }, support)).data
  const answer = { ticket_id, updated_at, text: '请补充材料' }
  expect((await operate('answerTicket', answer, support)).code).toBe(-57003)
  await requested()
  const other = { topic: 'closing' as never, subject: '注销', text: '请注销' }
  expect((await call('openTicket', other, managers)).code).toBe(-41003)
})

test('the second operator reads whether the owner still asks for it, and the closing ends the request', async () => {
  const { company, of, session, requested } = await owned()
  const { ticket_id, number } = await requested()
  await system.change`update company set state_before_freeze = state, state = 'frozen', frozen_reason = '注销' where id = ${of.company_id}`
  const approval_id = await kept('closeCompany', { ...of, reason }, support)
  const evidence = async () => {
    const { rows } = (await operate('getApprovalEvidence', { approval_id }, second)).data
    return JSON.stringify(rows.find(({ label }) => label === '所有者的申请'))
  }
  expect(await evidence()).toContain(`工单 ${number}`)
  await system.change`update ticket set account_id = ${(await make.account()).id} where id = ${ticket_id}`
  expect(await evidence()).toContain('提交的人已不是所有者')
  await system.change`update ticket set state = 'closed', closed_at = now(), due_at = null where id = ${ticket_id}`
  expect(await evidence()).toContain('已撤回')
  await system.change`
    update ticket set state = 'answered', closed_at = null where id = ${ticket_id}`
  await system.change`delete from approval where id = ${approval_id}`
  await confirmed('closeCompany', { ...of, reason }, [support, second])
  expect((await operate('getSupportTicket', { ticket_id }, support)).data.state).toBe('closed')
  expect((await call('requestClosing', { reason }, session)).code).not.toBe(200)
  expect(company.id).toBe(of.company_id)
})
