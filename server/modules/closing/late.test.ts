import { expect, test } from 'vitest'
import { z } from 'zod'
import { runAs } from '#server/engines/activity/context.ts'
import { lockOrder } from '#server/modules/orders/orders.ts'
import { shopping } from '#server/modules/orders/shop.fixture.ts'
import { beginRefund } from '#server/modules/payments/begin-refund.ts'
import { refundCommand } from '#server/modules/payments/commands.ts'
import { approvalsOn } from '#server/testing/approvals.ts'
import { operateFile } from '#server/testing/operate-file.ts'
import { onePage } from '#server/testing/pdf.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, call, operate, services, system } = portal
const { confirmed } = approvalsOn(portal)
const both = [await make.operator('support'), await make.operator('support')] as const
const hours = await make.sku({ product: 'hours', price: 5800 })

async function customer() {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const close = async () => {
    const of = { company_id: company.id }
    expect((await operate('freezeCompany', { ...of, reason: '停业' }, both[0])).code).toBe(200)
    await confirmed('closeCompany', { ...of, reason: '公司已清算' }, both)
  }
  return { company, sid, close, shop: shopping(portal, company, sid) }
}

test.each([
  ['a cancelled top-up', 'balance', 'cancelled'],
  ['a cancelled order', 'hours', 'cancelled'],
  // A late payment revives an order whose time to pay was over.
  ['a top-up that came too late', 'balance', 'closed'],
  ['an order that came too late', 'hours', 'closed'],
] as const)('money for %s that arrives after its company is closed goes back', async (_what, product, state) => {
  const { company, sid, shop, close } = await customer()
  const orderId =
    product === 'hours'
      ? await shop.order(hours)
      : (await call('topUpBalance', { amount: 5_000 }, { sid })).data.order_id
  const paymentId = await shop.attempt(orderId)
  // The gateway accepts a payment from a page that was opened before.
  await system.change`update shop_order set state = ${state} where id = ${orderId}`
  await close()
  const paid = (await shop.payAtCashier(paymentId)) ?? expect.unreachable()
  expect([await shop.settle(paid), await shop.settle(paid)]).toEqual(['surplus', 'repeated'])
  await shop.sendRefunds()
  const refunds = () =>
    system.rows(z.object({ kind: z.string(), state: z.string(), amount: z.int() }))`
      select kind, state, amount from refund where company_id = ${company.id}`
  await expect.poll(refunds).toEqual([{ kind: 'surplus', state: 'done', amount: paid.amount }])
  expect(await shop.state(orderId)).toBe(state)
})

/** Creates a company that has paid an order from its balance, and was closed since. */
async function closedPayer() {
  const { company, sid, close, shop } = await customer()
  const topUp = (await call('topUpBalance', { amount: 20_000 }, { sid })).data.order_id
  await shop.settle((await shop.payAtCashier(await shop.attempt(topUp))) ?? expect.unreachable())
  const orderId = await shop.order(hours)
  expect((await shop.opera(orderId, 'pay', { gateway: 'balance' })).code).toBe(200)
  const order_number = (await shop.detail(orderId)).order_number
  // The balance was spent otherwise.
  await system.change`update company_balance set amount = 0 where company_id = ${company.id}`
  await close()
  const refunded = async () => (await operate('getCompanyMoney', { company_id: company.id }, both[0])).data.refunded
  const balance = async () =>
    (
      await system.row(z.object({ amount: z.int() }))`
        select amount from company_balance where company_id = ${company.id}`
    )?.amount
  return { order_number, order_id: orderId, company_id: company.id, refunded, balance }
}

test('payments from a company’s balance are refunded by bank transfer once it is closed', async () => {
  const finance = [await make.operator('finance'), await make.operator('finance')] as const
  const { order_number, refunded, balance } = await closedPayer()
  const input = { order_number, kind: 'goodwill' as const, amount: 800, reason: '停业补偿' }
  // The hours that it had bought ended with it.
  expect((await operate('refundSalesOrder', { ...input, kind: 'requested' }, finance[0])).code).toBe(-49013)
  expect((await operate('refundSalesOrder', input, finance[0])).code).toBe(200)
  const waiting = (await operate('getApprovalList', { page_size: 100 }, finance[1])).data.list.find(({ summary }) =>
    summary.includes(order_number),
  )
  expect(waiting?.summary).toContain('须由财务汇回')
  const approval_id = waiting?.approval_id ?? ''
  expect((await operate('decideApproval', { approval_id, decision: 'confirm' }, finance[1])).code).toBe(200)
  const listed = async (state: 'waiting' | 'done') =>
    (await operate('getRefundList', { keyword: order_number, state }, finance[0])).data.list
  const [toSend] = await listed('waiting')
  expect(toSend).toMatchObject({ by_hand: true, state: 'sending', gateway: 'transfer' })
  const sent = { out_refund_no: toSend?.out_refund_no ?? '', reference: '2024BANK77' }
  expect((await operate('markRefundSent', sent, finance[0])).code).toBe(200)
  expect(await listed('done')).toMatchObject([{ by_hand: true, amount: 800, note: '银行流水号 2024BANK77' }])
  expect([await balance(), await refunded()]).toEqual([0, 800])
})

test('the command line records such a refund as sent by the bank, too', async () => {
  const { order_number, company_id, order_id, refunded, balance } = await closedPayer()
  await system.transaction(async transaction => {
    const order = (await lockOrder(transaction, company_id, order_id)) ?? expect.unreachable()
    const request = { kind: 'goodwill', amount: 500, reason: '补偿', operator: true } as const
    await beginRefund(transaction, order, request)
  })
  const run = (work: (ground: typeof services) => Promise<void>) => work(services)
  const typed = { action: 'approve', which: order_number, amount: undefined, reason: undefined, alone: '停业' }
  await runAs('cli:test', () => refundCommand(run, typed))
  expect([await balance(), await refunded()]).toEqual([0, 500])
})

test('a bank transfer that arrives after the closing is recorded and sent back, and an earlier invoice is taken back', async () => {
  const finance = [await make.operator('finance'), await make.operator('finance')] as const
  const { company, close, shop } = await customer()
  const { id: invoice_id } = await make.invoice(company)
  const content = onePage()
  const token = finance[0].token
  const file = { content, fileName: '发票.pdf', token }
  const number = (first: string) => `${first}${Date.now().toString().padStart(18, '0')}`
  const issuing = { fields: { invoice_id, invoice_number: number('26') }, ...file }
  expect((await operateFile(portal, 'issueInvoiceRequest', issuing)).code).toBe(200)
  const orderId = await shop.order(hours)
  const { out_trade_no: remark_code, amount } = await shop.tradeNumberOf(await shop.attempt(orderId, 'transfer'))
  expect((await shop.opera(orderId, 'cancel')).code).toBe(200)
  await close()

  const confirm = async (kind: 'payment' | 'refund') => {
    const { list } = (await operate('getApprovalList', { page_size: 100, kind, state: 'waiting' }, finance[1])).data
    const waiting = list.find(({ summary }) => summary.includes(company.name)) ?? expect.unreachable()
    const answer = await operate(
      'decideApproval',
      { approval_id: waiting.approval_id, decision: 'confirm' },
      finance[1],
    )
    expect(answer.code).toBe(200)
    return answer.data.result
  }
  expect((await operate('requestTransfer', { remark_code, amount }, finance[0])).code).toBe(200)
  expect(await confirm('payment')).toContain('款项转入退款')
  const refund = async () => {
    const filter = { keyword: company.name, state: 'all' as const }
    return (await operate('getRefundList', filter, finance[0])).data.list[0] ?? expect.unreachable()
  }
  const { out_refund_no } = await refund()
  expect((await operate('requestRefund', { out_refund_no }, finance[0])).code).toBe(200)
  expect(await confirm('refund')).toContain('由银行汇回')
  expect((await operate('markRefundSent', { out_refund_no, reference: '2024BANK78' }, finance[0])).code).toBe(200)
  expect(await refund()).toMatchObject({ kind: 'surplus', state: 'done', amount })

  const { standing } =
    (await system.row(
      z.object({ standing: z.int() }),
    )`select amount as standing from invoice where id = ${invoice_id}`) ?? expect.unreachable()
  const red = { invoice_id, invoice_number: number('27'), scope: 'whole', amount: String(standing), reason: '停业' }
  expect((await operateFile(portal, 'reverseIssuedInvoice', { fields: red, ...file })).code).toBe(200)
})

test('proposals and drafts of proposals are withdrawn when their company is closed', async () => {
  const { company, close } = await customer()
  const finance = await make.operator('finance')
  const items = [{ sku_id: hours.id, package_type_id: hours.packageId, quantity: 1 }]
  const draft = { company_id: company.id, kind: 'purchase', items, valid_days: 7 } as const
  const look = async (proposal_id: string) => (await operate('getSalesProposal', { proposal_id }, finance)).data
  const made = async () => look((await operate('saveProposal', draft, finance)).data.proposal_id)
  const [kept, sent] = [await made(), await made()]
  const sending = ({ proposal_id, revision, payable }: typeof kept) => ({ proposal_id, revision, payable })
  expect((await operate('sendProposal', sending(sent), finance)).code).toBe(200)
  await close()
  for (const { proposal_id } of [kept, sent])
    expect(await look(proposal_id)).toMatchObject({ state: 'withdrawn', reason: '企业已注销' })
  expect((await operate('sendProposal', sending(kept), finance)).code).toBe(-53305)
  const audit = await system.rows(z.object({ target: z.string() }))`
    select target from audit_entry where action = 'proposal.withdrawn' and after ->> 'company_id' = ${company.id}`
  expect(audit).toHaveLength(2)
  const unread = await system.rows(z.object({ kind: z.string() }))`
    select kind from notice where account_id = ${company.owner.account.id} and kind = 'proposal_sent' and read_at is null`
  expect(unread).toEqual([])
})
