import sql from 'sql-template-tag'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/core/config.ts'
import { day } from '#server/core/service-time.ts'
import { countRows } from '#server/database/count-rows.ts'
import { createAlipay } from '#server/integrations/gateways/alipay.ts'
import { signedNotification, toNotification } from '#server/integrations/gateways/sandbox-notify.ts'
import { decideTrade, findTrade } from '#server/integrations/gateways/sandbox-trades.ts'
import { lockAccess } from '#server/modules/access/standing.sql.ts'
import { lockLines } from '#server/modules/lines/delivery.sql.ts'
import { openShop, type Shop } from '#server/modules/orders/shop.fixture.ts'
import { closeOrder } from '#server/modules/sales/closing.ts'
import { alipayCounterpart, alipayEnvironment } from '#server/testing/alipay-counterpart.ts'
import { endings } from '#server/testing/endings.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
import { testReplica } from '#server/testing/replica.ts'
import { reconcilePayments } from './reconcile.ts'
import { sendRefund } from './refunds.ts'

const environment = { ...alipayEnvironment, ALIPAY_GATEWAY: 'http://127.0.0.1:9/gateway.do' }
const portal = await testPortal(environment)
const { make, system, services } = portal
/** A second replica on the same database. */
const other = await testReplica(portal.config, portal)
await other.app.ready()
afterAll(() => other.stop())
const replicas = [portal.app, other.app]

const hours = await make.sku({ product: 'hours', price: 5800 })
let company: TestCompany
let sid: string
let shop: Shop

beforeEach(async () => {
  ;({ company, sid, shop } = await openShop(portal))
})

interface Notification {
  gateway: string
  body: string
  headers?: Record<string, string>
}
const tell = async ({ gateway, body, headers }: Notification, replica = 0) =>
  (
    await replicas[replica % replicas.length]?.inject({
      method: 'POST',
      url: `/notify/${gateway}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: body,
    })
  )?.statusCode

async function paidAtSandbox(paymentId: string): Promise<Notification | undefined> {
  const { out_trade_no } = await shop.tradeNumberOf(paymentId)
  const trade = await decideTrade(system, out_trade_no, 'paid')
  return trade && { gateway: 'sandbox', ...signedNotification(portal.config, toNotification(trade)) }
}

async function atAlipay() {
  const counterpart = await alipayCounterpart()
  const settings = readConfig({ ...environment, ALIPAY_GATEWAY: counterpart.gateway })
  // Both replicas take jobs, so whichever sends a refund must know the address.
  for (const replica of [services, other.services]) replica.gateways.online.alipay = await createAlipay(settings)
  return counterpart
}
async function alipayAddress(paymentId: string) {
  const { data } = await portal.call('getPayment', { payment_id: paymentId }, { sid })
  return data.pay_url ?? ''
}

const shuffled = <Item>(items: Item[]) =>
  items
    .map(item => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
const count = (statement: ReturnType<typeof sql>) => countRows(system, statement)
const deliveries = () => count(sql`service_entry where company_id = ${company.id} and kind = 'purchase'`)
const reconcile = () => reconcilePayments(services, new AbortController().signal)

/** Checks that undelivered payments are always refunded, and that what was delivered was paid exactly once. */
async function requireSound(orderId: string) {
  const { state, payments, refunds } = await shop.detail(orderId)
  const paid = payments.filter(payment => payment.state === 'paid' || payment.state === 'refunded').length
  const back = refunds.filter(refund => refund.state !== 'rejected').length
  expect(paid - back, `${state}: ${JSON.stringify({ payments, refunds })}`).toBe(state === 'fulfilled' ? 1 : 0)
  return { state, paid, back }
}

// Guard: lockAccessFor, which locks the access before the goods of the first order, as everybody else does.
test.each(['balance', 'sandbox'] as const)(
  'orders paid together (%s), of which the second restores a line, meet a change of access without a deadlock',
  async gateway => {
    const lines = [5, -1].map(days => make.line(company, { bound: true, endsAt: new Date(Date.now() + days * day) }))
    const [active, ended] = await Promise.all(lines)
    const order_ids: string[] = []
    for (const each of [active, ended])
      order_ids.push(
        await shop.order({ kind: 'renewal', svp_ids: [each?.id ?? ''], days: 30, request_key: `joint-${each?.id}` }),
      )
    const { data } = await portal.call('payOrdersTogether', { order_ids }, { sid })
    const money = gateway === 'sandbox' ? await shop.payAtCashier(await shop.attempt(data.order_id)) : undefined
    if (!money) await shop.correct(1_000_000)
    let paying: Promise<unknown> = Promise.resolve()
    await system.transaction(async transaction => {
      await lockAccess(transaction, company.id)
      await transaction.change`select 1`
      paying = money ? shop.settle(money) : shop.opera(data.order_id, 'pay', { gateway })
      await expect.poll(() => count(sql`pg_locks where locktype = 'advisory' and not granted`)).toBeGreaterThan(0)
      await lockLines(transaction, company.id, [active?.id ?? ''])
    })
    await paying
    expect(await Promise.all(order_ids.map(shop.state))).toEqual(['fulfilled', 'fulfilled'])
  },
)

// Guard: `state in ('created', 'failed', 'closed')` in setPaymentPaid. Without it the second notification finds the order paid and
// refunds its money, though it came once. The digest of the bytes alone does not help: most notifications differ.
test('200 notifications of five payments, repeated and shuffled over two replicas, settle each once', async () => {
  const { visit, pay, notification } = await atAlipay()
  const orders: string[] = []
  const notified: Notification[] = []
  for (let index = 0; index < 5; index++) {
    const orderId = await shop.order(hours)
    const { outTradeNo } = visit(await alipayAddress(await shop.attempt(orderId, 'alipay')))
    const early = notification(outTradeNo)
    pay(outTradeNo)
    const same = notification(outTradeNo)
    orders.push(orderId)
    for (let copy = 0; copy < 13; copy++)
      for (const body of [same, notification(outTradeNo), early]) notified.push({ gateway: 'alipay', body })
    notified.push({ gateway: 'alipay', body: same })
  }
  expect(notified).toHaveLength(200)
  const answers = await Promise.all(shuffled(notified).map(tell))
  expect(new Set(answers)).toEqual(new Set([200]))
  for (const orderId of orders) expect(await requireSound(orderId)).toEqual({ state: 'fulfilled', paid: 1, back: 0 })
  expect([await deliveries(), await shop.balance()]).toEqual([5, 150])
  expect(await count(sql`refund where company_id = ${company.id}`)).toBe(0)
}, 60_000)

// Guard: refundSurplus in settleWithin, behind the order's lock. Without it, a payment for an address that another company has by
// then stays with us. The lock's own tests are in server/modules/orders/races.test.ts.
test('notification, cancel and expiry at once: a paid order is fulfilled or refunded', async () => {
  const round = await endings({
    ...portal,
    notify: (notification, replica) => tell({ gateway: 'sandbox', ...notification }, replica),
    close: (company_id, order_id) => closeOrder(services, { company_id, order_id }, services),
  })
  const seen = new Set<string>()
  // `npm run faults -- endings` runs 500, in separate processes.
  for (let number = 0; number < 36; number++) {
    const { outcome, fault } = await round(number)
    expect(fault).toBeUndefined()
    seen.add(outcome)
  }
  // Each outcome must have happened, or the test would show nothing.
  expect([...seen].sort()).toEqual(['plenty fulfilled', 'scarce fulfilled', 'scarce given back'])
}, 120_000)

// Guard: 'already' of deliverOrder and refundSurplus behind it. Without the latter the company has paid twice.
test('of two payments of one order at two gateways one delivers and the other is refunded', async () => {
  const { visit, pay, notification, trades } = await atAlipay()
  for (let round = 0; round < 8; round++) {
    const orderId = await shop.order(hours)
    // The payment page was opened and left, so Alipay has no trade that could be closed.
    const alipayPage = await alipayAddress(await shop.attempt(orderId, 'alipay'))
    const sandbox = await shop.attempt(orderId, 'sandbox')
    const { outTradeNo } = visit(alipayPage)
    pay(outTradeNo)
    const other = await paidAtSandbox(sandbox)
    if (!other) throw new Error('the cashier took no money')
    const notified = [{ gateway: 'alipay', body: notification(outTradeNo) }, other]
    await Promise.all((round % 2 ? notified : notified.toReversed()).map(tell))
    expect(await requireSound(orderId)).toEqual({ state: 'fulfilled', paid: 2, back: 1 })
    await shop.sendRefunds()
    expect((await shop.detail(orderId)).refunds).toMatchObject([{ state: 'done', amount: 5800 }])
    const alipayRefunds = trades.get(outTradeNo)?.refunds.size ?? 0
    const sandboxRefunds = await count(sql`
      demo_trade_refund where out_trade_no = ${(await shop.tradeNumberOf(sandbox)).out_trade_no}`)
    expect(alipayRefunds + (sandboxRefunds ?? 0)).toBe(1)
  }
  expect(await shop.balance()).toBe(240)
}, 60_000)

test('switching the gateway closes the payment at the first one', async () => {
  const { visit, pay, trades } = await atAlipay()
  const orderId = await shop.order(hours)
  const { outTradeNo } = visit(await alipayAddress(await shop.attempt(orderId, 'alipay')))
  await shop.attempt(orderId, 'sandbox')
  expect(trades.get(outTradeNo)?.trade_status).toBe('TRADE_CLOSED')
  expect(() => pay(outTradeNo)).toThrow()
  // If it had been paid meanwhile, nothing would be left to pay.
  const second = await shop.order(hours)
  const paid = visit(await alipayAddress(await shop.attempt(second, 'alipay')))
  pay(paid.outTradeNo)
  expect((await shop.opera(second, 'pay', { gateway: 'sandbox' })).code).toBe(-49011)
  expect(await shop.state(second)).toBe('fulfilled')
})

test('late money revives a cancelled order, or is refunded if it is no longer available', async () => {
  const { visit, pay, notification, trades } = await atAlipay()
  const line = await make.sku({ stock: 1 })
  const late = async () => {
    const orderId = await shop.order(line)
    const page = await alipayAddress(await shop.attempt(orderId, 'alipay'))
    expect((await shop.opera(orderId, 'cancel')).code).toBe(200)
    return { orderId, page }
  }
  const [first, second] = [await late(), await late()]
  for (const { page } of [first, second]) {
    const { outTradeNo } = visit(page)
    pay(outTradeNo)
    expect(await tell({ gateway: 'alipay', body: notification(outTradeNo) })).toBe(200)
  }
  expect(await requireSound(first.orderId)).toEqual({ state: 'fulfilled', paid: 1, back: 0 })
  expect(await requireSound(second.orderId)).toEqual({ state: 'cancelled', paid: 1, back: 1 })
  await expect.poll(async () => (await shop.detail(second.orderId)).refunds[0]?.state).toBe('done')
  expect((await shop.detail(second.orderId)).payments).toMatchObject([{ state: 'refunded' }])
  expect([...trades.values()].flatMap(({ refunds }) => [...refunds.values()])).toEqual(['168.00'])
})

/** Moves the attempts back by a minute. */
const minutePasses = () =>
  system.change`
    update payment set created_at = created_at - interval '1 minute', checked_at = checked_at - interval '1 minute',
      expires_at = expires_at - interval '1 minute'`

test('all notifications are lost: reconciliation settles everything within five minutes', async () => {
  const { visit, pay } = await atAlipay()
  const orders: string[] = []
  for (let index = 0; index < 16; index++) {
    const orderId = await shop.order(hours)
    orders.push(orderId)
    if (index % 2) {
      const { outTradeNo } = visit(await alipayAddress(await shop.attempt(orderId, 'alipay')))
      pay(outTradeNo)
    } else await paidAtSandbox(await shop.attempt(orderId))
  }
  const settled = async () => (await Promise.all(orders.map(shop.state))).filter(state => state === 'fulfilled').length
  let minutes = 0
  while ((await settled()) < orders.length && minutes < 5) {
    minutes += 1
    await minutePasses()
    // Two concurrent replicas share the work.
    await Promise.all([
      reconcile(),
      reconcilePayments({ ...other.services, gateways: services.gateways }, new AbortController().signal),
    ])
  }
  expect(await settled()).toBe(16)
  expect(minutes).toBeLessThanOrEqual(5)
  expect([await deliveries(), await shop.balance()]).toEqual([16, 480])
}, 60_000)

test('a payment page opened before the cancellation is polled until nobody can pay there', async () => {
  const { visit, pay } = await atAlipay()
  const orderId = await shop.order(hours)
  const paymentId = await shop.attempt(orderId, 'alipay')
  const page = await alipayAddress(paymentId)
  await shop.opera(orderId, 'cancel')
  await minutePasses()
  await reconcile()
  const { outTradeNo } = visit(page)
  pay(outTradeNo)
  for (let minute = 0; minute < 5; minute++) {
    await minutePasses()
    await reconcile()
  }
  expect(await shop.state(orderId)).toBe('fulfilled')
})

test('an unpaid payment is closed after its time, here and at the gateway', async () => {
  const orderId = await shop.order(hours)
  const paymentId = await shop.attempt(orderId)
  const { out_trade_no } = await shop.tradeNumberOf(paymentId)
  for (let minute = 0; minute < 40; minute++) await minutePasses()
  await reconcile()
  const state = await system.row(z.object({ state: z.string() }))`select state from payment where id = ${paymentId}`
  expect([state, (await findTrade(system, out_trade_no))?.state]).toEqual([{ state: 'closed' }, 'closed'])
})

// Guard: queryRefund before refund, and the refund's own number. A lost answer causes no second refund.
test('a refund whose response was lost is queried before it is resent, and is paid once', async () => {
  const { visit, pay, notification, faults, requestedMethods, trades } = await atAlipay()
  const orderId = await shop.order(hours)
  const { outTradeNo } = visit(await alipayAddress(await shop.attempt(orderId, 'alipay')))
  pay(outTradeNo)
  await tell({ gateway: 'alipay', body: notification(outTradeNo) })
  expect((await shop.opera(orderId, 'refund', { reason: '买错了' })).code).toBe(200)
  await system.change`update refund set state = 'sending' where order_id = ${orderId}`
  const refund = await system.row(z.object({ id: z.string() }))`select id from refund where order_id = ${orderId}`
  const send = () =>
    sendRefund(
      services,
      { company_id: company.id, refund_id: refund?.id ?? '' },
      { lastAttempt: false, log: services.log },
    )
  // The request arrives and is carried out, but the signature of the answer is invalid.
  faults.alter = text => (text.includes('fund_change') ? text.replace('"Y"', '"N"') : text)
  await expect(send()).rejects.toThrow()
  faults.alter = undefined
  requestedMethods.length = 0
  await Promise.all([send(), send(), send()])
  expect(requestedMethods).not.toContain('alipay.trade.refund')
  expect([...(trades.get(outTradeNo)?.refunds.values() ?? [])]).toEqual(['58.00'])
  expect(await shop.state(orderId)).toBe('refunded')
  const notices = await portal.call('getNoticeList', {}, { sid })
  expect(notices.data.list.filter(({ kind }) => kind === 'order_refunded')).toHaveLength(1)
})
