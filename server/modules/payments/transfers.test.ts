import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { transferDays } from '#contract/shop.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import { day } from '#server/core/service-time.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { GatewayFailure } from '#server/integrations/gateways/gateway-failure.ts'
import { openShop, type Shop } from '#server/modules/orders/shop.fixture.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
import { paymentCommand, refundCommand } from './commands.ts'
import { newRemarkCode } from './payments.sql.ts'
import { RefundProblem } from './refunds.ts'
import { confirmTransfer, rejectTransfer, sameCompany, TransferProblem } from './transfers.ts'

const portal = await testPortal()
const { call, make, system, services, operate } = portal
const hours = await make.sku({ product: 'hours', price: 5800 })
const actor = 'cli:test'
let company: TestCompany
let sid: string
let shop: Shop

beforeEach(async () => {
  ;({ company, sid, shop } = await openShop(portal, {
    name: `蓝帆（深圳）科技${Math.random().toString(36).slice(2, 8)}有限公司`,
  }))
})

const voucher = async (of = company.owner.account.id, purpose = 'voucher') =>
  (await make.storedFile({ accountId: of, purpose })).id
const getPayment = (payment_id: string) => call('getPayment', { payment_id }, { sid })
const submit = async (payment_id: string, details: { file_id?: string; payer_name?: string } = {}) =>
  call(
    'submitTransferVoucher',
    { payment_id, file_id: details.file_id ?? (await voucher()), payer_name: details.payer_name ?? company.name },
    { sid },
  )
async function transfer() {
  const orderId = await shop.order(hours)
  const paymentId = await shop.attempt(orderId, 'transfer')
  const { data } = await getPayment(paymentId)
  return { orderId, paymentId, remarkCode: data.transfer?.remark_code ?? '' }
}
const printed = async (running: Promise<void>, log = vi.spyOn(console, 'log').mockImplementation(() => {})) => {
  await running
  const text = log.mock.calls.map(([line]) => String(line)).join('\n')
  log.mockRestore()
  return text
}
const run = (work: (values: typeof services) => Promise<void>) => work(services)
const payment = (action: string, more: { which?: string; amount?: string; reason?: string; alone?: string } = {}) =>
  printed(
    runAs(actor, () =>
      paymentCommand(run, { which: undefined, amount: undefined, reason: undefined, ...more, action }),
    ),
  )
const refund = (action: string, more: { which?: string; reason?: string; alone?: string } = {}) =>
  printed(
    runAs(actor, () => refundCommand(run, { which: undefined, amount: undefined, reason: undefined, ...more, action })),
  )
const audited = (action: string) =>
  system.rows(
    z.object({ actor: z.string(), before: z.unknown(), after: z.unknown() }),
  )`select actor, before, after from audit_entry where action = ${action} order by id desc`

test('the cashier shows account, amount, payer and code, the same each time; the order waits three days', async () => {
  const { orderId, paymentId, remarkCode } = await transfer()
  const { data } = await getPayment(paymentId)
  expect(data).toMatchObject({
    gateway: 'transfer',
    state: 'created',
    amount: 5800,
    pay_url: null,
    code_url: null,
    transfer: {
      account_name: portal.config.transferAccountName,
      account: portal.config.transferAccount,
      bank: portal.config.transferBank,
      bank_code: portal.config.transferBankCode,
      payer_name: company.name,
      voucher_at: null,
      rejected_reason: null,
    },
  })
  const { pays_until } = await shop.detail(orderId)
  expect(Math.abs(Date.parse(pays_until) - Date.now() - transferDays * day)).toBeLessThan(10_000)
  await shop.close(orderId)
  expect(await shop.state(orderId)).toBe('pending')
  expect(await shop.attempt(orderId, 'transfer')).toBe(paymentId)
  expect(remarkCode).toMatch(/^[1-9]\d{7}$/)
})

test('confirming alone on the command line takes a reason and is reported to all owners', async () => {
  const owners = [await make.operator('owner'), await make.operator('owner')]
  const informed = async (owner = owners[0]) =>
    (await operate('getOwnNoticeList', {}, owner ?? {})).data.list.filter(({ informs }) => informs)
  const { orderId, remarkCode } = await transfer()
  const confirm = { which: remarkCode, amount: '58.00' }
  await expect(payment('confirm', confirm)).rejects.toThrow('--alone')
  await expect(payment('confirm', { ...confirm, alone: ' ' })).rejects.toThrow('--alone')
  expect(await shop.state(orderId)).toBe('pending')
  await payment('confirm', { ...confirm, alone: '另一位财务休假' })
  expect(await shop.state(orderId)).toBe('fulfilled')

  await shop.opera(orderId, 'refund', { reason: '买错了' })
  const { order_number: which } = await shop.detail(orderId)
  await expect(refund('approve', { which })).rejects.toThrow('--alone')
  expect(await shop.state(orderId)).toBe('refunding')
  await refund('approve', { which, alone: '另一位财务休假' })
  expect(await shop.state(orderId)).toBe('refunded')

  expect(await audited('approval.passed_by')).toMatchObject([
    { actor, after: { kind: 'refund', reason: '另一位财务休假', without_approval: true } },
    { actor, after: { kind: 'payment', summary: `确认到账 ${remarkCode}，¥58.00` } },
  ])
  for (const owner of owners) expect(await informed(owner)).toHaveLength(2)
  // Each reader dismisses it separately.
  const [first] = await informed()
  expect((await operate('dismissOwnNotice', { subject: first?.subject ?? '' }, owners[0])).code).toBe(200)
  expect(await informed()).toHaveLength(1)
  expect(await informed(owners[1])).toHaveLength(2)
  await system.change`update operator set state = 'disabled' where id = any(${owners.map(({ id }) => id)}::uuid[])`
})

test('a remark code with a wrong digit or two adjacent digits swapped is invalid', () => {
  const valid = (code: string) =>
    [...code].toReversed().reduce((sum, character, index) => {
      const doubled = Number(character) * (index % 2 ? 2 : 1)
      return sum + (doubled > 9 ? doubled - 9 : doubled)
    }, 0) %
      10 ===
    0
  for (let round = 0; round < 200; round++) {
    const code = newRemarkCode()
    expect(valid(code), code).toBe(true)
    const place = round % 8
    const wrong = `${code.slice(0, place)}${(Number(code[place]) + 1 + (round % 9)) % 10}${code.slice(place + 1)}`
    if (wrong !== code) expect(valid(wrong), `${code} ${wrong}`).toBe(false)
  }
})

test('a voucher must name the verified company and be the uploader’s own file', async () => {
  const { paymentId } = await transfer()
  expect(await submit(paymentId, { payer_name: '别家有限公司' })).toMatchObject({ code: -50006, data: company.name })
  const stranger = await make.account()
  for (const file_id of [await voucher(stranger.id), await voucher(company.owner.account.id, 'licence'), paymentId])
    expect((await submit(paymentId, { file_id })).code).toBe(-50007)
  // Brackets and spaces are typed in different ways.
  const typed = company.name.replace('（', ' (').replace('）', ') ')
  const { code, data } = await submit(paymentId, { payer_name: typed })
  expect([code, data.transfer?.voucher_at]).toEqual([200, expect.any(String)])
  expect(sameCompany('甲（深圳）有限公司', '甲(深圳) 有限公司')).toBe(true)
  expect(sameCompany('甲有限公司', '乙有限公司')).toBe(false)

  const online = await shop.attempt(await shop.order(hours))
  expect((await submit(online)).code).toBe(-50005)
  const other = await make.company()
  const theirs = { payment_id: paymentId, file_id: await voucher(), payer_name: other.name }
  expect((await call('submitTransferVoucher', theirs, { sid: await make.session(other.owner.account) })).code).toBe(
    -50004,
  )
})

test('the exact amount delivers, once, and is audited; another amount is not confirmed', async () => {
  const { orderId, paymentId, remarkCode } = await transfer()
  await submit(paymentId)
  for (const amount of [5799, 5801, 1]) {
    const confirming = runAs(actor, () => confirmTransfer(services, { remarkCode, amount }))
    await expect(confirming).rejects.toBeInstanceOf(TransferProblem)
    await expect(confirming).rejects.toThrow('金额不符')
  }
  expect(await shop.state(orderId)).toBe('pending')
  const grouped = `${remarkCode.slice(0, 4)} ${remarkCode.slice(4)}`
  expect(await payment('confirm', { which: grouped, amount: '58.00' })).toContain('订单已开通')
  expect(await shop.state(orderId)).toBe('fulfilled')
  const [entry] = await audited('payment.confirmed')
  expect(entry).toMatchObject({ actor, after: { remark_code: remarkCode, amount: 5800, verdict: 'settled' } })
  await expect(payment('confirm', { which: remarkCode, amount: '58' })).rejects.toThrow('已确认过')
  expect((await submit(paymentId)).code).toBe(-50005)
  const { events } = await shop.detail(orderId)
  expect(events.at(-1)).toMatchObject({ to: 'fulfilled', actor_name: '财务' })
})

// Guard: `state in (…)` in setPaymentPaid behind the order's lock; without it each of them delivers or sends money back.
test('concurrent confirmations by several operators settle once', async () => {
  for (let round = 0; round < 5; round++) {
    const { orderId, remarkCode } = await transfer()
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => runAs(actor, () => confirmTransfer(services, { remarkCode, amount: 5800 }))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await shop.detail(orderId)).refunds).toEqual([])
  }
  expect(await shop.balance()).toBe(150)
})

test('a rejected voucher says why, and another one may follow', async () => {
  const { paymentId, remarkCode } = await transfer()
  await submit(paymentId)
  expect(await payment('list')).toMatch(new RegExp(`${remarkCode}  58.00 元.*凭证提交于`))
  await payment('reject', { which: remarkCode, reason: '到账 50 元，少 8 元' })
  expect((await getPayment(paymentId)).data.transfer).toMatchObject({
    voucher_at: null,
    rejected_reason: '到账 50 元，少 8 元',
  })
  expect(await payment('list')).toContain('已驳回：到账 50 元，少 8 元')
  expect((await call('getNoticeList', {}, { sid })).data.list[0]).toMatchObject({ title: '对公转账未通过' })
  // The audit keeps the uploaded voucher, because the next one replaces it.
  const kept = { file: expect.any(String), payer_name: expect.any(String), voucher_at: expect.any(String) }
  expect((await audited('payment.rejected'))[0]).toMatchObject({
    actor,
    before: kept,
    after: { remark_code: remarkCode },
  })
  const { data } = await submit(paymentId)
  expect(data.transfer).toMatchObject({ voucher_at: expect.any(String), rejected_reason: null })
  await payment('confirm', { which: remarkCode, amount: '58' })
  await expect(runAs(actor, () => rejectTransfer(services, { remarkCode, reason: '迟了' }))).rejects.toBeInstanceOf(
    TransferProblem,
  )
})

test('a transfer for an order that was paid otherwise waits to be sent back by hand', async () => {
  const { orderId, remarkCode } = await transfer()
  const paid = await shop.payAtCashier(await shop.attempt(orderId, 'sandbox'))
  expect(paid && (await shop.settle(paid))).toBe('settled')
  expect(await payment('confirm', { which: remarkCode, amount: '58' })).toContain('款项须退回')
  const { order_number } = await shop.detail(orderId)
  expect(await refund('list')).toMatch(new RegExp(`${order_number}.*对公转账.*待财务汇出`))
  await expect(refund('reject', { which: order_number, reason: '不退' })).rejects.toThrow('只能退回')
  expect(await refund('approve', { which: order_number })).toContain('已登记为退回')
  expect((await shop.detail(orderId)).refunds).toMatchObject([{ state: 'done' }])
  expect(await shop.state(orderId)).toBe('fulfilled')
  expect((await audited('refund.approved'))[0]).toMatchObject({ actor, after: { order: order_number } })
})

test('an order’s refund is offered by the way that has paid it, while money that came too late waits elsewhere', async () => {
  const { orderId, remarkCode } = await transfer()
  const late = await shop.payAtCashier(await shop.attempt(orderId, 'sandbox'))
  expect(await payment('confirm', { which: remarkCode, amount: '58' })).toContain('订单已开通')
  const sandbox = services.gateways.online.sandbox ?? expect.unreachable()
  const refused = vi.spyOn(sandbox, 'refund').mockRejectedValue(new GatewayFailure('余额不足', false))
  onTestFinished(() => refused.mockRestore())
  expect(late && (await shop.settle(late))).toBe('surplus')
  expect((await shop.detail(orderId)).payments.map(({ state }) => state)).toEqual(['paid', 'paid'])
  expect((await shop.offerOf(orderId)).gateway).toBe('transfer')
})

test('a requested refund is approved and sent, or rejected, which restores everything', async () => {
  const [one, two] = [await shop.bought(hours), await shop.bought(hours)]
  for (const id of [one, two]) expect((await shop.opera(id, 'refund', { reason: '买多了' })).code).toBe(200)
  expect(await shop.balance()).toBe(0)
  const numbers = [(await shop.detail(one)).order_number, (await shop.detail(two)).order_number]
  expect(await refund('list')).toMatch(new RegExp(`${numbers[0]}.*待审核.*买多了`))
  expect(await refund('approve', { which: numbers[0] ?? '' })).toContain('正在原路退回')
  await shop.sendRefunds()
  expect(await shop.state(one)).toBe('refunded')
  expect(await refund('reject', { which: numbers[1] ?? '', reason: '超过约定' })).toContain('已驳回')
  expect([await shop.state(two), await shop.balance()]).toEqual(['fulfilled', 30])
  await expect(refund('approve', { which: numbers[1] ?? '' })).rejects.toBeInstanceOf(RefundProblem)
  expect((await audited('refund.rejected'))[0]).toMatchObject({ actor })
})

// Guard: `state = any(…)` in setRefundState. Without it an order's hours come back though its money is gone.
test('of a concurrent approval and rejection of a refund one takes effect', async () => {
  for (let round = 0; round < 6; round++) {
    const orderId = await shop.bought(hours)
    await shop.opera(orderId, 'refund', { reason: '买多了' })
    const { order_number: which } = await shop.detail(orderId)
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    const typed = { which, amount: undefined, reason: '不符合' }
    const decisions = ['approve', 'reject', 'approve', 'reject'].map(action =>
      runAs(actor, () => refundCommand(run, { ...typed, action })),
    )
    const results = await Promise.allSettled(round % 2 ? decisions : decisions.toReversed())
    log.mockRestore()
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await shop.sendRefunds()
    const { state, refunds } = await shop.detail(orderId)
    expect(refunds.map(each => each.state)).toEqual([state === 'refunded' ? 'done' : 'rejected'])
  }
}, 60_000)

test.each([
  ['confirm', { which: '1234567', amount: '58' }, '8 位备注码'],
  ['confirm', { which: '12345678' }, '--amount'],
  ['confirm', { which: '12345678', amount: '58.001' }, '--amount'],
  ['confirm', { which: '12345678', amount: '0' }, '--amount'],
  ['reject', { which: '12345678', reason: ' ' }, '--reason'],
  ['pay', {}, ''],
])('payment %s %o says what is missing', async (action, input, message) => {
  const running = payment(action, input)
  await expect(running).rejects.toBeInstanceOf(CommandUsage)
  await expect(running).rejects.toThrow(message)
})
