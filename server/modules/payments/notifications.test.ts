import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/core/config.ts'
import { createAlipay } from '#server/integrations/gateways/alipay.ts'
import { signedNotification } from '#server/integrations/gateways/sandbox-notify.ts'
import { createWechat } from '#server/integrations/gateways/wechat.ts'
import { openShop, type Shop } from '#server/modules/orders/shop.fixture.ts'
import { alipayCounterpart, alipayEnvironment, stranger } from '#server/testing/alipay-counterpart.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
import { wechatCounterpart, wechatEnvironment } from '#server/testing/wechat-counterpart.ts'

// No server listens there, as with a gateway that is down, until a test puts its own in its place.
const away = {
  ...alipayEnvironment,
  ...wechatEnvironment,
  ALIPAY_GATEWAY: 'http://127.0.0.1:9/gateway.do',
  WECHAT_BASE_URL: 'http://127.0.0.1:9',
}
const portal = await testPortal(away)
const { app, call, make, system, services } = portal
const hours = await make.sku({ product: 'hours', price: 5800 })
let company: TestCompany
let sid: string
let shop: Shop

beforeEach(async () => {
  ;({ company, sid, shop } = await openShop(portal))
})

const post = async (gateway: string, body: string, headers: Record<string, string> = {}) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/notify/${gateway}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: body,
  })
  return { status: answer.statusCode, body: answer.body }
}
const success = { status: 200, body: 'success' }
const getPayment = async (payment_id: string) => (await call('getPayment', { payment_id }, { sid })).data
const purchases = async () =>
  (
    await system.row(z.object({ count: z.int() }))`
  select count(*) as count from service_entry where company_id = ${company.id} and kind = 'purchase'`
  )?.count

async function atAlipay() {
  const counterpart = await alipayCounterpart()
  services.gateways.online.alipay = await createAlipay(readConfig({ ...away, ALIPAY_GATEWAY: counterpart.gateway }))
  const orderId = await shop.order(hours)
  const paymentId = await shop.attempt(orderId, 'alipay')
  const { outTradeNo } = counterpart.visit((await getPayment(paymentId)).pay_url ?? '')
  return { ...counterpart, orderId, paymentId, outTradeNo }
}

async function atWechat() {
  const counterpart = await wechatCounterpart()
  services.gateways.online.wechat = await createWechat(readConfig({ ...away, WECHAT_BASE_URL: counterpart.baseUrl }))
  const orderId = await shop.order(hours)
  const paymentId = await shop.attempt(orderId, 'wechat')
  const { code_url } = await getPayment(paymentId)
  return { ...counterpart, orderId, paymentId, outTradeNo: code_url?.split('=')[1] ?? '' }
}

describe('alipay notifications', () => {
  test('of a payment are acknowledged and delivered once, also when repeated and out of order', async () => {
    const { orderId, paymentId, outTradeNo, pay, notification } = await atAlipay()
    const waiting = notification(outTradeNo)
    pay(outTradeNo)
    const notified = notification(outTradeNo)
    expect(await post('alipay', notified)).toEqual(success)
    expect(await getPayment(paymentId)).toMatchObject({ state: 'paid', order_state: 'fulfilled', transfer: null })
    for (const late of [
      notified,
      waiting,
      notification(outTradeNo),
      notification(outTradeNo, { changed: { trade_status: 'TRADE_CLOSED' } }),
    ])
      expect(await post('alipay', late)).toEqual(success)
    expect(await shop.balance()).toBe(30)
    expect((await shop.detail(orderId)).refunds).toEqual([])
  })

  test.each([
    ['signed by somebody else', { key: stranger.privateKey }],
    ['altered', { tamper: { total_amount: '0.01' } }],
    ['for another app', { changed: { app_id: '2021000000000002' } }],
    ['for another seller', { changed: { seller_id: '2088000000000002' } }],
  ])('%s: refused, and nothing is delivered', async (_what, fields) => {
    const { orderId, outTradeNo, pay, notification } = await atAlipay()
    pay(outTradeNo)
    expect((await post('alipay', notification(outTradeNo, fields))).body).toBe('failure')
    expect(await shop.state(orderId)).toBe('pending')
  })

  test('of a different amount are kept for an operator without delivering', async () => {
    const { orderId, outTradeNo, pay, notification } = await atAlipay()
    pay(outTradeNo)
    expect(await post('alipay', notification(outTradeNo, { changed: { total_amount: '0.01' } }))).toEqual(success)
    expect(await shop.state(orderId)).toBe('pending')
    expect(
      await system.row(
        z.object({ state: z.string(), problem: z.string().nullable() }),
      )`select state, problem from payment where out_trade_no = ${outTradeNo}`,
    ).toEqual({
      state: 'created',
      problem: '到账 ¥0.01，应付 ¥58.00',
    })
    // The genuine notification still counts.
    expect(await post('alipay', notification(outTradeNo))).toEqual(success)
    expect(await shop.state(orderId)).toBe('fulfilled')
  })

  test('of an unknown payment are recorded and answered so that they are repeated', async () => {
    const { notification } = await atAlipay()
    const notified = notification('20261120FFFFFFFFFFFFFFFF')
    for (let round = 0; round < 2; round++) expect((await post('alipay', notified)).body).toBe('failure')
    expect(
      await system.rows(
        z.object({ verdict: z.string() }),
      )`select verdict from payment_notification where out_trade_no = '20261120FFFFFFFFFFFFFFFF'`,
    ).toEqual([{ verdict: 'unknown' }])
  })

  test('of another gateway’s payment are refused', async () => {
    const { notification } = await atAlipay()
    const { outTradeNo, orderId } = await atWechat()
    expect((await post('alipay', notification(outTradeNo, { changed: { total_amount: '58.00' } }))).body).toBe(
      'failure',
    )
    expect(await shop.state(orderId)).toBe('pending')
  })
})

describe('wechat notifications', () => {
  test('of a payment are delivered once, also when repeated', async () => {
    const { orderId, paymentId, outTradeNo, pay, notification } = await atWechat()
    pay(outTradeNo)
    const notified = notification(outTradeNo)
    for (const { headers, body } of [notified, notified, notification(outTradeNo)]) {
      const answer = await post('wechat', body, headers)
      expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { code: 'SUCCESS', message: '成功' }])
    }
    expect(await getPayment(paymentId)).toMatchObject({ state: 'paid', order_state: 'fulfilled' })
    expect([await shop.balance(), await purchases()]).toEqual([30, 1])
    expect((await shop.detail(orderId)).refunds).toEqual([])
  })

  test.each([
    ['signed by somebody else', { key: stranger.privateKey }],
    ['for another merchant', { changed: { mchid: '1900000002' } }],
    ['replayed after six minutes', { time: Math.floor(Date.now() / 1000) - 400 }],
    ['altered', { tamper: (body: string) => body.replace('EV-', 'EV-1') }],
  ])('%s: refused with 401, and nothing is delivered', async (_what, values) => {
    const { orderId, outTradeNo, pay, notification } = await atWechat()
    pay(outTradeNo)
    const { headers, body } = notification(outTradeNo, values)
    expect((await post('wechat', body, headers)).status).toBe(401)
    expect(await shop.state(orderId)).toBe('pending')
  })
})

describe('sandbox notifications', () => {
  const notified = (outTradeNo: string, more: object = {}) =>
    signedNotification(portal.config, {
      out_trade_no: outTradeNo,
      trade_no: `SB${outTradeNo}`,
      amount: 5800,
      state: 'paid',
      paid_at: new Date().toISOString(),
      ...more,
    })

  test('of a failure allow another attempt; a late failure changes nothing', async () => {
    const orderId = await shop.order(hours)
    const first = await shop.tradeNumberOf(await shop.attempt(orderId))
    const failed = notified(first.out_trade_no, { state: 'failed', paid_at: null })
    expect((await post('sandbox', failed.body, failed.headers)).status).toBe(200)
    const secondId = await shop.attempt(orderId)
    const second = await shop.tradeNumberOf(secondId)
    expect(second.out_trade_no).not.toBe(first.out_trade_no)
    const paid = notified(second.out_trade_no)
    expect((await post('sandbox', paid.body, paid.headers)).status).toBe(200)
    const late = notified(second.out_trade_no, { state: 'failed', paid_at: null })
    expect((await post('sandbox', late.body, late.headers)).status).toBe(200)
    expect(await getPayment(secondId)).toMatchObject({ state: 'paid', order_state: 'fulfilled' })
  })

  test('that are forged, outdated or empty are refused', async () => {
    const { out_trade_no } = await shop.tradeNumberOf(await shop.attempt(await shop.order(hours)))
    const { body, headers } = notified(out_trade_no)
    const cases: [string, Record<string, string>][] = [
      [body.replace('5800', '1'), headers],
      [body, { ...headers, 'sandbox-time': String(Number(headers['sandbox-time']) - 400) }],
      [body, {}],
      ['', headers],
    ]
    for (const [text, input] of cases) expect((await post('sandbox', text, input)).status).toBe(401)
  })
})

test('other methods and oversized bodies at the notification URL are refused without a server error', async () => {
  for (const method of ['GET', 'PUT'] as const)
    expect((await app.inject({ method, url: '/notify/alipay' })).statusCode).toBe(404)
  expect((await post('transfer', 'x')).status).toBe(404)
  expect((await post('alipay', 'x'.repeat(100_000))).status).toBe(413)
  expect((await app.inject({ method: 'POST', url: '/notify/alipay' })).body).toBe('failure')
})

test('an unreachable gateway gives a clear message while login and other gateways work', async () => {
  services.gateways.online.wechat = await createWechat(readConfig(away))
  const orderId = await shop.order(hours)
  const { code, msg } = await shop.opera(orderId, 'pay', { gateway: 'wechat' })
  expect([code, msg]).toEqual([-50002, '支付渠道暂时不可用，请稍后重试或更换支付方式'])
  const account = await make.account({ password: 'Sample-9182' })
  const login = { is_agree: 1 as const, username: account.phone, password: 'Sample-9182', instance_id: 23 }
  expect((await portal.post('/v1/user/wLogin', login)).status).toBe(200)
  expect((await shop.opera(orderId, 'pay', { gateway: 'sandbox' })).code).toBe(200)
})
