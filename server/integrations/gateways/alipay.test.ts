import { expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { alipayCounterpart, alipayEnvironment, stranger } from '#server/testing/alipay-counterpart.ts'
import { paidAt } from '#server/testing/counterpart.ts'
import { createAlipay } from './alipay.ts'
import type { PaymentRequest } from './gateway.ts'
import { GatewayFailure, InvalidNotification } from './gateway-failure.ts'

const payment: PaymentRequest = {
  outTradeNo: '20261120ABCDEF0123456789',
  amount: 123_450,
  subject: '员工时长/30天 100% & 专线=1',
  expiresAt: '2026-11-20T02:00:00.000Z',
  returnPath: '/pages/buySuccess/buySuccess?order_id=1',
}
const number = payment.outTradeNo
const refund = { outTradeNo: number, outRefundNo: 'R1', amount: 123_450, total: 123_450, reason: '重复支付' }

async function alipay(environment: Record<string, string> = {}, timeout?: number) {
  const counterpart = await alipayCounterpart()
  const config = readConfig({
    ...alipayEnvironment,
    ALIPAY_GATEWAY: counterpart.gateway,
    PUBLIC_URL: 'https://portal.example.com',
    ...environment,
  })
  const gateway = await createAlipay(config, timeout)
  const visit = async () => counterpart.visit((await gateway.open(payment)).payUrl ?? '')
  const read = (body: string) => gateway.parseNotification({ headers: {}, body: Buffer.from(body) })
  return { ...counterpart, alipay: gateway, visitPage: visit, read }
}
const failureOf = async (asking: Promise<unknown>) => {
  const error = await asking.then(
    answer => answer,
    (reason: unknown) => reason,
  )
  if (!(error instanceof GatewayFailure)) throw new Error(`expected a GatewayFailure, got ${JSON.stringify(error)}`)
  return error
}

test('the buyer is redirected to a signed URL with amount, expiry and our addresses', async () => {
  const { visitPage } = await alipay()
  const { fields, biz } = await visitPage()
  expect(fields).toMatchObject({
    method: 'alipay.trade.page.pay',
    notify_url: 'https://portal.example.com/notify/alipay',
    return_url: `https://portal.example.com${payment.returnPath}`,
  })
  expect(biz).toEqual({
    out_trade_no: number,
    product_code: 'FAST_INSTANT_TRADE_PAY',
    total_amount: '1234.50',
    subject: '员工时长 30天 100%   专线 1',
    time_expire: '2026-11-20 10:00:00',
  })
})

test('a trade is queried as absent, open or paid; an open one can be closed, a paid one cannot', async () => {
  const { alipay: gateway, visitPage, pay } = await alipay()
  expect([await gateway.query(number), await gateway.close(number)]).toEqual([{ state: 'absent' }, 'absent'])
  await visitPage()
  expect(await gateway.query(number)).toEqual({ state: 'open' })
  pay(number)
  expect(await gateway.query(number)).toEqual({
    state: 'paid',
    payment: {
      outTradeNo: number,
      amount: 123_450,
      tradeNo: expect.stringMatching(/^20261120/),
      paidAt: paidAt.toISOString(),
    },
  })
  expect(await gateway.close(number)).toBe('paid')
})

test('closing a closed trade again reports it as closed', async () => {
  const { alipay: gateway, visitPage } = await alipay()
  await visitPage()
  expect([await gateway.close(number), await gateway.close(number)]).toEqual(['closed', 'closed'])
  expect(await gateway.query(number)).toEqual({ state: 'closed' })
})

test('a refund is queried as unknown or done, and repeating its number refunds nothing more', async () => {
  const { alipay: gateway, visitPage, pay, trades } = await alipay()
  await visitPage()
  pay(number)
  expect(await gateway.queryRefund(refund)).toBe('absent')
  expect(await gateway.refund(refund)).toBe('done')
  expect(await gateway.refund(refund)).toBe('sending')
  expect(await gateway.queryRefund(refund)).toBe('done')
  expect([...(trades.get(number)?.refunds ?? [])]).toEqual([['R1', '1234.50']])
  expect((await failureOf(gateway.queryRefund({ ...refund, amount: 1 }))).retry).toBe(false)
})

test('a payment is refunded in parts by number, each once, and never beyond what was paid', async () => {
  const { alipay: gateway, visitPage, pay, trades } = await alipay()
  await visitPage()
  pay(number)
  const [first, second] = [
    { ...refund, outRefundNo: 'R1', amount: 100_000 },
    { ...refund, outRefundNo: 'R2', amount: 23_450 },
  ]
  expect(await gateway.refund(first)).toBe('done')
  await gateway.refund(first)
  expect((await failureOf(gateway.refund({ ...refund, outRefundNo: 'R3', amount: 23_451 }))).retry).toBe(false)
  expect((await failureOf(gateway.refund({ ...first, amount: 99_999 }))).retry).toBe(false)
  expect(await gateway.refund(second)).toBe('done')
  expect(await gateway.queryRefund({ ...refund, outRefundNo: 'R3' })).toBe('absent')
  expect([...(trades.get(number)?.refunds ?? [])]).toEqual([
    ['R1', '1000.00'],
    ['R2', '234.50'],
  ])
})

test.each([
  ['signed by somebody else', { key: stranger.privateKey }],
  ['altered behind the signature', { alter: (text: string) => text.replace('WAIT_BUYER_PAY', 'TRADE_SUCCESS') }],
  [
    // The SDK checks the first of two and reads the last.
    'with a second one behind the signature',
    {
      behind:
        ',"\\u0061lipay_trade_query_response":{"code":"10000","trade_status":"TRADE_SUCCESS","trade_no":"1","total_amount":"1234.50"}',
    },
  ],
])('a response %s is rejected', async (_what, fault) => {
  const { alipay: gateway, visitPage, faults } = await alipay()
  await visitPage()
  Object.assign(faults, fault)
  expect(await failureOf(gateway.query(number))).toMatchObject({
    retry: true,
    message: expect.stringContaining('签名不对'),
  })
})

test('a genuine response about another trade is rejected', async () => {
  const { alipay: gateway, visitPage, trades } = await alipay()
  await visitPage()
  Object.assign(trades.get(number) ?? {}, { out_trade_no: 'OTHER', trade_status: 'TRADE_SUCCESS' })
  expect((await failureOf(gateway.query(number))).message).toContain('不是所问的订单')
})

test('our own wrong key is refused, and an unanswered request times out', async () => {
  const wrong = await alipay({ ALIPAY_PRIVATE_KEY: stranger.privateKey })
  expect((await failureOf(wrong.alipay.query(number))).message).toContain('isv.invalid-signature')
  const silent = await alipay({}, 300)
  silent.faults.answer = () => 'silent'
  const start = performance.now()
  expect((await failureOf(silent.alipay.query(number))).retry).toBe(true)
  expect(performance.now() - start).toBeLessThan(20_000)
  const away = await alipay({ ALIPAY_GATEWAY: 'http://127.0.0.1:9/gateway.do' })
  expect(await failureOf(away.alipay.query(number))).toMatchObject({ retry: true })
})

test('a gateway error may be retried, a refusal may not', async () => {
  const { alipay: gateway, visitPage } = await alipay()
  await visitPage()
  // Not paid yet, so there is nothing to refund.
  expect(await failureOf(gateway.refund(refund))).toMatchObject({
    retry: false,
    message: expect.stringContaining('ACQ.'),
  })
})

test('a notification of a payment is read, with a % and an & in it', async () => {
  const { visitPage, pay, notification, read } = await alipay()
  await visitPage()
  pay(number)
  expect(await read(notification(number))).toEqual({
    kind: 'paid',
    payment: {
      outTradeNo: number,
      amount: 123_450,
      tradeNo: expect.any(String),
      paidAt: paidAt.toISOString(),
    },
  })
})

test.each([
  ['signed by somebody else', { key: stranger.privateKey }, '签名不对'],
  ['with another amount than was signed', { tamper: { total_amount: '0.01' } }, '签名不对'],
  ['with another number than was signed', { tamper: { out_trade_no: 'OTHER' } }, '签名不对'],
  ['with a field that was not signed', { tamper: { passback_params: 'x' } }, '签名不对'],
  ['without a signature', { tamper: { sign: '' } }, '签名不对'],
  ['signed the old way', { tamper: { sign_type: 'RSA' } }, 'RSA2'],
  ['for another app', { changed: { app_id: '2021000000000002' } }, '应用'],
  ['for another seller', { changed: { seller_id: '2088000000000002' } }, '收款方'],
  ['with an amount that is none', { changed: { total_amount: '1e3' } }, '不完整'],
])('a notification %s is refused', async (_what, input, reason) => {
  const { visitPage, pay, notification, read } = await alipay()
  await visitPage()
  pay(number)
  const reading = read(notification(number, input))
  await expect(reading).rejects.toBeInstanceOf(InvalidNotification)
  await expect(reading).rejects.toThrow(reason)
})

test('a waiting, closed or refunded trade is not reported as a payment', async () => {
  const { visitPage, notification, read } = await alipay()
  await visitPage()
  for (const changed of [
    { trade_status: 'WAIT_BUYER_PAY' },
    { trade_status: 'TRADE_CLOSED' },
    { trade_status: 'TRADE_SUCCESS', refund_fee: '1234.50', gmt_refund: '2026-11-20 10:00:00' },
  ] as Record<string, string>[])
    expect(await read(notification(number, { changed }))).toEqual({ kind: 'other' })
})

test('an empty or malformed form is refused', async () => {
  const { read } = await alipay()
  for (const body of ['', '{}', 'sign=x&sign_type=RSA2', '__proto__=1&sign_type=RSA2&sign=x'])
    await expect(read(body)).rejects.toBeInstanceOf(InvalidNotification)
})
