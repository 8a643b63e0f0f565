import { expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { paidAt } from '#server/testing/counterpart.ts'
import {
  otherKey,
  otherKeyEnvironment,
  stranger,
  wechatCounterpart,
  wechatEnvironment,
} from '#server/testing/wechat-counterpart.ts'
import type { PaymentRequest } from './gateway.ts'
import { GatewayFailure, InvalidNotification } from './gateway-failure.ts'
import { createWechat } from './wechat.ts'

const payment: PaymentRequest = {
  outTradeNo: '20261120ABCDEF0123456789',
  amount: 123_450,
  subject: '员工时长'.repeat(40),
  expiresAt: new Date(Math.floor(Date.now() / 1000) * 1000 + 1_800_000).toISOString(),
  returnPath: '/',
}
const number = payment.outTradeNo
const refund = { outTradeNo: number, outRefundNo: 'R1', amount: 123_450, total: 123_450, reason: '重复支付'.repeat(20) }

async function wechat(environment: Record<string, string> = {}, timeout?: number) {
  const counterpart = await wechatCounterpart()
  const config = readConfig({
    ...wechatEnvironment,
    WECHAT_BASE_URL: counterpart.baseUrl,
    PUBLIC_URL: 'https://portal.example.com',
    ...environment,
  })
  const gateway = await createWechat(config, timeout)
  const read = ({ headers, body }: { headers: Record<string, string>; body: string }) =>
    gateway.parseNotification({ headers, body: Buffer.from(body) })
  return { ...counterpart, wechat: gateway, read }
}
const failureOf = async (asking: Promise<unknown>) => {
  const error = await asking.then(
    answer => answer,
    (reason: unknown) => reason,
  )
  if (!(error instanceof GatewayFailure)) throw new Error(`expected a GatewayFailure, got ${JSON.stringify(error)}`)
  return error
}

test('the buyer scans a code; the request is signed, within limits, and names our address', async () => {
  const { wechat: gateway, requests } = await wechat()
  expect(await gateway.open(payment)).toEqual({ payUrl: null, codeUrl: `weixin://wxpay/bizpayurl?pr=${number}` })
  const [first] = requests
  expect(first?.body).toMatchObject({
    out_trade_no: number,
    amount: { total: 123_450, currency: 'CNY' },
    notify_url: 'https://portal.example.com/notify/wechat',
  })
  expect(Date.parse(String(first?.body.time_expire))).toBe(Date.parse(payment.expiresAt))
})

test('a trade is queried as absent, open or paid; an open one can be closed, a paid one cannot', async () => {
  const { wechat: gateway, pay } = await wechat()
  expect([await gateway.query(number), await gateway.close(number)]).toEqual([{ state: 'absent' }, 'absent'])
  await gateway.open(payment)
  expect(await gateway.query(number)).toEqual({ state: 'open' })
  pay(number)
  expect(await gateway.query(number)).toEqual({
    state: 'paid',
    payment: {
      outTradeNo: number,
      amount: 123_450,
      tradeNo: expect.stringMatching(/^42000/),
      paidAt: paidAt.toISOString(),
    },
  })
  expect(await gateway.close(number)).toBe('paid')
})

test('closing a closed trade again reports it as closed', async () => {
  const { wechat: gateway } = await wechat()
  await gateway.open(payment)
  expect([await gateway.close(number), await gateway.close(number)]).toEqual(['closed', 'closed'])
  expect(await gateway.query(number)).toEqual({ state: 'closed' })
})

test('a refund is unknown, under way, done or failed, and one number is one refund', async () => {
  const { wechat: gateway, pay, refunds } = await wechat()
  await gateway.open(payment)
  pay(number)
  expect(await gateway.queryRefund(refund)).toBe('absent')
  expect([await gateway.refund(refund), await gateway.refund(refund)]).toEqual(['sending', 'sending'])
  expect(refunds.size).toBe(1)
  const kept = refunds.get('R1')
  if (kept) kept.status = 'SUCCESS'
  expect(await gateway.queryRefund(refund)).toBe('done')
  if (kept) kept.status = 'ABNORMAL'
  expect(await gateway.queryRefund(refund)).toBe('failed')
  expect((await failureOf(gateway.queryRefund({ ...refund, amount: 1 }))).message).toContain('不是所问的退款')
})

test('a payment is refunded in parts by number, each once, and never beyond what was paid', async () => {
  const { wechat: gateway, pay, refunds } = await wechat()
  await gateway.open(payment)
  pay(number)
  const [first, second] = [
    { ...refund, outRefundNo: 'R1', amount: 100_000 },
    { ...refund, outRefundNo: 'R2', amount: 23_450 },
  ]
  expect(await gateway.refund(first)).toBe('sending')
  await gateway.refund(first)
  expect((await failureOf(gateway.refund({ ...refund, outRefundNo: 'R3', amount: 23_451 }))).retry).toBe(false)
  expect((await failureOf(gateway.refund({ ...first, amount: 99_999 }))).retry).toBe(false)
  expect(await gateway.refund(second)).toBe('sending')
  expect(await gateway.queryRefund({ ...refund, outRefundNo: 'R3' })).toBe('absent')
  expect([...refunds.values()].map(({ amount }) => amount.refund)).toEqual([100_000, 23_450])
  // A partly refunded trade still counts as paid.
  expect(await gateway.query(number)).toMatchObject({ state: 'paid' })
})

test.each([
  ['signed by somebody else', { signing: { key: stranger.privateKey } }],
  ['signed with another key’s number', { signing: { keyId: 'PUB_KEY_ID_OTHER' } }],
  ['of six minutes ago', { signing: { time: Math.floor(Date.now() / 1000) - 400 } }],
  ['altered behind the signature', { alter: (text: string) => text.replace('NOTPAY', 'SUCCESS') }],
])('a response %s is rejected', async (_what, fault) => {
  const { wechat: gateway, faults } = await wechat()
  await gateway.open(payment)
  Object.assign(faults, fault)
  const failure = await failureOf(gateway.query(number))
  expect(failure).toMatchObject({ retry: true, message: expect.stringContaining('签名不对') })
})

test('a genuine response about another trade or merchant is rejected', async () => {
  const { wechat: gateway, pay, trades } = await wechat()
  await gateway.open(payment)
  pay(number)
  const trade = trades.get(number)
  Object.assign(trade ?? {}, { out_trade_no: 'OTHER' })
  expect((await failureOf(gateway.query(number))).message).toContain('不是所问的订单')
  Object.assign(trade ?? {}, { out_trade_no: number, mchid: '1900000002' })
  expect((await failureOf(gateway.query(number))).message).toContain('商户')
})

test('our own wrong key is a permanent failure; an unanswered request times out', async () => {
  const wrong = await wechat({ WECHAT_PRIVATE_KEY: stranger.privateKey })
  expect(await failureOf(wrong.wechat.query(number))).toMatchObject({
    retry: false,
    message: expect.stringContaining('SIGN_ERROR'),
  })
  const silent = await wechat({}, 300)
  silent.faults.answer = () => 'silent'
  const start = performance.now()
  expect((await failureOf(silent.wechat.query(number))).retry).toBe(true)
  expect(performance.now() - start).toBeLessThan(20_000)
  const away = await wechat({ WECHAT_BASE_URL: 'http://127.0.0.1:9' })
  expect(await failureOf(away.wechat.open(payment))).toMatchObject({ retry: true })
  const broken = await wechat()
  broken.faults.answer = () => ({ status: 502, body: '<html>' })
  expect(await failureOf(broken.wechat.open(payment))).toMatchObject({ retry: true })
})

test('a notification is decrypted and parsed', async () => {
  const { wechat: gateway, pay, notification, read } = await wechat()
  await gateway.open(payment)
  pay(number)
  expect(await read(notification(number))).toMatchObject({
    kind: 'paid',
    payment: { outTradeNo: number, amount: 123_450 },
  })
  expect(await read(notification(number, { eventType: 'REFUND.SUCCESS' }))).toEqual({ kind: 'other' })
})

test.each([
  ['signed by somebody else', { key: stranger.privateKey }, '签名不对'],
  ['with another key’s number', { keyId: 'PUB_KEY_ID_OTHER' }, '公钥'],
  ['of six minutes ago', { time: Math.floor(Date.now() / 1000) - 400 }, '时间'],
  ['of six minutes ahead', { time: Math.floor(Date.now() / 1000) + 400 }, '时间'],
  ['altered', { tamper: (body: string) => body.replace('EV-', 'EV-1') }, '签名不对'],
  ['sealed with another key', { apiV3Key: 'fedcba9876543210fedcba9876543210' }, '解密'],
  ['for another merchant', { changed: { mchid: '1900000002' } }, '商户'],
  ['for another app', { changed: { appid: 'wx0000000000000002' } }, '应用'],
  ['in another currency', { changed: { amount: { total: 123_450, currency: 'USD' } } }, '金额'],
  ['of a trade that failed', { changed: { trade_state: 'PAYERROR' } }, '没有成功'],
])('a notification %s is refused', async (_what, input, reason) => {
  const { wechat: gateway, pay, notification, read } = await wechat()
  await gateway.open(payment)
  pay(number)
  const reading = read(notification(number, input))
  await expect(reading).rejects.toBeInstanceOf(InvalidNotification)
  await expect(reading).rejects.toThrow(reason)
})

test('a notification without headers or body is refused', async () => {
  const { read, notification } = await wechat()
  await expect(read({ headers: {}, body: '' })).rejects.toBeInstanceOf(InvalidNotification)
  const { headers } = notification(number)
  await expect(read({ headers: { ...headers, 'wechatpay-signature': '' }, body: '{}' })).rejects.toBeInstanceOf(
    InvalidNotification,
  )
})

test('during a key rotation signatures of both keys are accepted, and no others', async () => {
  const { wechat: gateway, pay, notification, read, faults } = await wechat(otherKeyEnvironment)
  await gateway.open(payment)
  pay(number)
  for (const signing of [{}, otherKey]) {
    expect(await read(notification(number, signing))).toMatchObject({ kind: 'paid' })
    faults.signing = signing
    expect(await gateway.query(number)).toMatchObject({ state: 'paid' })
  }
  await expect(read(notification(number, { ...otherKey, key: stranger.privateKey }))).rejects.toThrow('签名不对')
  await expect(read(notification(number, { keyId: otherKey.keyId }))).rejects.toThrow('签名不对')
  // Without the settings of the other key, its signatures are a stranger's.
  const only = await wechat()
  await expect(only.read(only.notification(number, otherKey))).rejects.toThrow('公钥')
})
