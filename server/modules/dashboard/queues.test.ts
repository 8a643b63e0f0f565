import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { OperationName } from '#contract/operations/index.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
// biome-ignore lint/style/noRestrictedImports: the test asks the server what the page's own links show
import { waitingFilters } from '#web/operations/dashboard/lists.ts'

const { call, make, operate, system } = await testPortal()
const [looking, colleague] = [await make.operator('owner'), await make.operator('owner')]

/** The list of each queue's menu entry. */
const lists: Record<string, OperationName> = {
  verifications: 'getVerificationList',
  disputes: 'getDisputeList',
  trials: 'getTrialList',
  tickets: 'getSupportTicketList',
  transfers: 'getTransferList',
  refunds: 'getRefundList',
  money: 'getTroubleList',
  invoices: 'getInvoiceRequestList',
  approvals: 'getApprovalList',
}

const made = z.object({ id })

const request = (kind: string, target: string, operator = colleague) => system.change`
  insert into approval (kind, target, summary, payload, requested_by, requester_roles)
  values (${kind}, ${target}, '申请', '{}', ${operator.id}, '{owner}')`

interface Attempt {
  gateway?: 'transfer' | 'sandbox'
  voucher?: boolean
  problem?: boolean
}

async function payment(company: TestCompany, { gateway = 'transfer', voucher = false, problem = false }: Attempt) {
  const order = await make.order(company, { state: 'pending' })
  const file = voucher && (await make.storedFile({ accountId: company.owner.account.id, purpose: 'voucher' }))
  const row = await system.row(made)`
    insert into payment (company_id, order_id, gateway, out_trade_no, amount, state, arrived_amount, problem, expires_at,
      voucher_file_id, voucher_at, payer_name)
    values (${company.id}, ${order.id}, ${gateway}, ${randomUUID()}, 5800, ${problem ? 'failed' : 'created'},
      ${problem ? 5000 : null}, ${problem ? '到账 ¥50.00' : null}, now() + interval '1 day',
      ${file ? file.id : null}, ${voucher ? new Date() : null}, ${voucher ? company.name : null})
    returning id`
  return row?.id ?? expect.unreachable()
}

async function refund(company: TestCompany, state: string, of: Attempt & { kind?: string } = {}) {
  const paymentId = await payment(company, of)
  const row = await system.row(made)`
    insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind, state)
    select company_id, order_id, id, ${randomUUID()}, 5000, '买错了', ${of.kind ?? 'requested'}, ${state} from payment
    where id = ${paymentId} returning id`
  return row?.id ?? expect.unreachable()
}

/** Creates what each queue counts, beside what must not be counted with it. */
async function fill(company: TestCompany) {
  await payment(company, { voucher: true })
  await request('payment', `payment:${await payment(company, { voucher: true })}`)
  await payment(company, {})
  await request('payment', `payment:${await payment(company, {})}`)

  await payment(company, { problem: true })
  await request('write_off', `payment:${await payment(company, { problem: true })}`)
  await refund(company, 'asked', { problem: true, kind: 'mismatch' })
  await refund(company, 'asked', { kind: 'surplus' })

  await request('refund', `refund:${await refund(company, 'asked', { gateway: 'sandbox' })}`, looking)
  await refund(company, 'sending', { gateway: 'sandbox' })
  await refund(company, 'sending')
  await refund(company, 'failed', { gateway: 'sandbox' })

  const sid = await make.session(company.owner.account)
  const open = async () =>
    (await call('openTicket', { topic: 'other', subject: '请问', text: '如何续费' }, { sid })).data.ticket_id
  const [, taken, late, closed] = [await open(), await open(), await open(), await open()]
  for (const ticket_id of [taken, late]) await operate('takeTicket', { ticket_id }, looking)
  await system.change`update ticket set due_at = now() - interval '1 minute' where id = ${late}`
  await call('closeTicket', { ticket_id: closed }, { sid })
  await make.invoice(company)
}

const shown = async (queue: string) => {
  const name = lists[queue] ?? expect.unreachable()
  const { code, data } = await operate(name, { ...waitingFilters[queue], page: 1, page_size: 100 } as never, looking)
  expect(code).toBe(200)
  // Every list returns its total.
  return (data as { total: number }).total
}

test('each queue of the first page links to exactly the rows that it counts', async () => {
  await fill(await make.company())
  const { waiting } = (await operate('getSelf', {}, looking)).data
  const figures = await Promise.all(Object.keys(waiting).map(async queue => [queue, await shown(queue)]))
  expect(Object.fromEntries(figures)).toEqual(waiting)
  expect(waiting).toMatchObject({ transfers: 1, money: 1, refunds: 4, tickets: 2, approvals: 3, invoices: 1 })
})

test('a transfer that waits for the second operator is not listed as one that has not been paid', async () => {
  const company = await make.company()
  await request('payment', `payment:${await payment(company, {})}`)
  const listed = async (state: 'submitted' | 'unpaid') =>
    (await operate('getTransferList', { state, keyword: company.name }, looking)).data.list.map(row => row.state)
  expect([await listed('submitted'), await listed('unpaid')]).toEqual([['confirming'], []])
})
