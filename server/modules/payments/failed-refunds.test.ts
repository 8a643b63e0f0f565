import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { OperationInput, OperationName } from '#contract/operations/index.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { GatewayFailure } from '#server/integrations/gateways/gateway-failure.ts'
import { openShop, type Shop } from '#server/modules/orders/shop.fixture.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { untilBlocked } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { findNoted } from './credit-note.ts'
import { decideRefund, sendRefund } from './refunds.ts'

const portal = await testPortal()
const { make, system, services } = portal
const hours = await make.sku({ product: 'hours', price: 5800 })
const finance = await make.operator('finance')
let company: TestCompany
let shop: Shop

beforeEach(async () => {
  ;({ company, shop } = await openShop(portal))
})

const operate = <Name extends OperationName>(name: Name, input: OperationInput<Name>) =>
  portal.operate(name, input, { token: finance.token })
const audited = (target: string) =>
  system.rows(
    z.object({ action: z.string() }),
  )`select action from audit_entry where target = ${target} order by id`.then(rows => rows.map(({ action }) => action))

async function requestedRefund() {
  const orderId = await shop.bought(hours)
  expect((await shop.opera(orderId, 'refund', { reason: '买多了' })).code).toBe(200)
  const { order_number } = await shop.detail(orderId)
  const refund = (await operate('getRefundList', { state: 'asked', keyword: order_number })).data.list[0]
  return { orderId, ...(refund ?? expect.unreachable()) }
}

/** Sets the refund's state as if it had been sent with this result; no job is enqueued. */
const become = (refund_id: string, state: string) =>
  system.change`update refund set state = ${state}, failure = '余额不足' where id = ${refund_id}`

test('a refund that failed at the gateway is sent again', async () => {
  const { orderId, refund_id, out_refund_no } = await requestedRefund()
  expect((await operate('resendRefund', { out_refund_no })).code).toBe(-53020)
  await become(refund_id, 'failed')
  const failed = (await operate('getTroubleList', { kind: 'failed' })).data.list
  expect(failed.find(row => row.out_refund_no === out_refund_no)).toMatchObject({
    about: expect.stringContaining('余额不足'),
  })
  const { order_number, refunds } = await shop.detail(orderId)
  // Operators see the reason, the company does not.
  expect(refunds[0]).toMatchObject({ state: 'failed', note: '' })
  const operatorsOrder = async () => (await operate('getSalesOrder', { order_number })).data.refunds[0]
  expect(await operatorsOrder()).toMatchObject({ state: 'failed', failure: '余额不足' })
  expect((await operate('resendRefund', { out_refund_no })).code).toBe(200)
  await shop.sendRefunds()
  await expect.poll(() => shop.state(orderId)).toBe('refunded')
  expect(await operatorsOrder()).toMatchObject({ state: 'done', note: '', failure: '' })
  expect(await audited(`refund:${refund_id}`)).toEqual(['refund.resent'])
})

test('why a gateway refused a refund is told to operators only, and its document is without it', async () => {
  const { orderId, refund_id, out_refund_no, order_number } = await requestedRefund()
  const { online } = services.gateways
  const sandbox = online.sandbox ?? expect.unreachable()
  online.sandbox = { ...sandbox, refund: () => Promise.reject(new GatewayFailure('商户余额不足 NOTENOUGH', false)) }
  onTestFinished(() => {
    online.sandbox = sandbox
  })
  await runAs('cli:test', () => decideRefund(services, { orderNumber: order_number, decision: { approve: true } }))
  await shop.sendRefunds()
  const listed = async () => (await operate('getRefundList', { state: 'all', keyword: order_number })).data.list[0]
  await expect.poll(listed).toMatchObject({ state: 'failed', failure: '商户余额不足 NOTENOUGH' })
  expect(JSON.stringify(await shop.detail(orderId))).not.toContain('NOTENOUGH')
  online.sandbox = sandbox
  expect((await operate('resendRefund', { out_refund_no })).code).toBe(200)
  await shop.sendRefunds()
  await expect.poll(() => shop.state(orderId)).toBe('refunded')
  expect(await listed()).toMatchObject({ failure: '', note: '' })
  expect(await findNoted(system, company.id, refund_id)).toMatchObject({ note: '' })
})

test('a failed refund can be marked as sent by bank; one under way cannot', async () => {
  const { orderId, refund_id, out_refund_no } = await requestedRefund()
  await become(refund_id, 'sending')
  const early = await operate('markRefundSent', { out_refund_no, reference: 'B1234' })
  expect([early.code, early.msg]).toEqual([-53020, expect.stringContaining('正由支付渠道处理')])
  await become(refund_id, 'failed')
  expect((await operate('markRefundSent', { out_refund_no, reference: 'B1234' })).code).toBe(200)
  expect(await shop.state(orderId)).toBe('refunded')
  expect((await shop.detail(orderId)).refunds[0]).toMatchObject({ state: 'done', note: '银行流水号 B1234' })
  expect(await audited(`refund:${refund_id}`)).toEqual(['refund.sent_by_hand'])
})

test('a failed refund that the gateway has carried out is neither rejected nor sent by bank, but sent again', async () => {
  const { orderId, refund_id, out_refund_no } = await requestedRefund()
  const [row] = await system.rows(z.object({ out_trade_no: z.string(), amount: z.int(), total: z.int() }))`
    select payment.out_trade_no, refund.amount, payment.amount as total
    from refund join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id
    where refund.id = ${refund_id}`
  const { out_trade_no: outTradeNo, ...sums } = row ?? expect.unreachable()
  // The gateway made the refund, and every answer was lost.
  await services.gateways.online.sandbox?.refund({
    outTradeNo,
    outRefundNo: out_refund_no,
    ...sums,
    reason: '不用了',
  })
  await become(refund_id, 'failed')
  for (const answer of [
    await operate('rejectRefund', { out_refund_no, reason: '不符合' }),
    await operate('markRefundSent', { out_refund_no, reference: 'B1234' }),
  ])
    expect([answer.code, answer.msg]).toEqual([-53020, expect.stringContaining('已经退回或正在退回')])
  expect(await shop.state(orderId)).toBe('refunding')
  expect((await operate('resendRefund', { out_refund_no })).code).toBe(200)
  await shop.sendRefunds()
  await expect.poll(() => shop.state(orderId)).toBe('refunded')
})

// Guard: requireUnsent refuses a refund under way. Otherwise the gateway is not queried about one that fails at this moment, whose
// answer may just have been lost.
test('a refund that fails at the gateway while it is marked as sent by bank goes on waiting for that query', async () => {
  const { orderId, refund_id, out_refund_no } = await requestedRefund()
  await become(refund_id, 'sending')
  const answered = await system.transaction(async transaction => {
    await transaction.change`select from shop_order where id = ${orderId} for update`
    const sent = operate('markRefundSent', { out_refund_no, reference: 'B1234' })
    // It is refused before it waits for the order.
    await Promise.race([sent, untilBlocked(system)])
    await transaction.change`update refund set state = 'failed' where id = ${refund_id}`
    return { sent }
  })
  expect((await answered.sent).code).toBe(-53020)
  expect(await shop.state(orderId)).toBe('refunding')
})

test('a refund that is back and can’t be booked ends as failed, from where it is sent again', async () => {
  const { orderId, refund_id, out_refund_no } = await requestedRefund()
  // A condition unknown to the gateway keeps the order from ending. If a call approved it, the portal's own worker might send the
  // refund before that.
  await system.change`update shop_order set state = 'fulfilled' where id = ${orderId}`
  await become(refund_id, 'sending')
  const log = { warn: () => undefined, error: () => undefined }
  const send = (lastAttempt: boolean) =>
    sendRefund(services, { company_id: company.id, refund_id }, { lastAttempt, log })
  await expect(send(false)).rejects.toThrow()
  await send(true)
  const failed = (await operate('getTroubleList', { kind: 'failed' })).data.list
  expect(failed.find(each => each.out_refund_no === out_refund_no)?.about).toContain('未能登记')
  await system.change`update shop_order set state = 'refunding' where id = ${orderId}`
  expect((await operate('resendRefund', { out_refund_no })).code).toBe(200)
  await shop.sendRefunds()
  await expect.poll(() => shop.state(orderId)).toBe('refunded')
})

test('a refund to the balance that can’t be booked ends as failed, and is only sent again', async () => {
  expect(await shop.correct(5800)).toBe(200)
  const orderId = await shop.order(hours)
  expect((await shop.opera(orderId, 'pay', { gateway: 'balance' })).code).toBe(200)
  expect((await shop.opera(orderId, 'refund', { reason: '买多了' })).code).toBe(200)
  const { order_number: orderNumber } = await shop.detail(orderId)
  const { refund_id = '', out_refund_no = '' } =
    (await operate('getRefundList', { state: 'all', keyword: orderNumber })).data.list[0] ?? expect.unreachable()
  const setState = (state: string) => system.change`update shop_order set state = ${state} where id = ${orderId}`
  // Before it is sent, another condition keeps the order from ending.
  await setState('fulfilled')
  await runAs('cli:test', () => decideRefund(services, { orderNumber, decision: { approve: true } }))
  const log = { warn: () => undefined, error: () => undefined }
  const send = (lastAttempt: boolean) =>
    sendRefund(services, { company_id: company.id, refund_id }, { lastAttempt, log })
  await expect(send(false)).rejects.toThrow()
  await send(true)
  const failed = (await operate('getTroubleList', { kind: 'failed' })).data.list
  expect(failed.find(each => each.out_refund_no === out_refund_no)?.about).toContain('未能退回余额')
  await setState('refunding')
  // None of it is sent by bank.
  expect((await operate('markRefundSent', { out_refund_no, reference: 'B1234' })).code).toBe(-53020)
  expect((await operate('resendRefund', { out_refund_no })).code).toBe(200)
  await shop.sendRefunds()
  await expect.poll(() => shop.state(orderId)).toBe('refunded')
})
