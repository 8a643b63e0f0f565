import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/core/config.ts'
import {
  alipayCertificateEnvironment,
  alipayCounterpart,
  alipayEnvironment,
  stranger,
} from '#server/testing/alipay-counterpart.ts'
import { createAlipay } from './alipay.ts'
import { GatewayFailure } from './gateway-failure.ts'

const { environment, next } = alipayCertificateEnvironment()
const number = '20261120ABCDEF0123456789'
const payment = {
  ...{ outTradeNo: number, amount: 123_450, subject: '员工时长', returnPath: '/' },
  expiresAt: '2026-11-20T02:00:00.000Z',
}

async function alipay(more: Record<string, string> = {}, from: Record<string, string> = environment) {
  const counterpart = await alipayCounterpart({ certified: true })
  const gateway = await createAlipay(readConfig({ ...from, ALIPAY_GATEWAY: counterpart.gateway, ...more }))
  const visit = async () => counterpart.visit((await gateway.open(payment)).payUrl ?? '')
  const read = (body: string) => gateway.parseNotification({ headers: {}, body: Buffer.from(body) })
  return { ...counterpart, alipay: gateway, visitPage: visit, read }
}
const failureOf = (asking: Promise<unknown>) =>
  asking.then(
    () => expect.unreachable(),
    error => {
      expect(error).toBeInstanceOf(GatewayFailure)
      return (error as GatewayFailure).message
    },
  )

test('payment, refund and notification work in certificate mode', async () => {
  const { alipay: gateway, visitPage, pay, read, notification } = await alipay()
  const { fields } = await visitPage()
  expect(fields).toMatchObject({
    app_cert_sn: expect.stringMatching(/^[0-9a-f]{32}$/),
    alipay_root_cert_sn: expect.stringMatching(/^[0-9a-f]{32}_[0-9a-f]{32}$/),
  })
  expect(await gateway.query(number)).toEqual({ state: 'open' })
  pay(number)
  expect(await gateway.query(number)).toMatchObject({ state: 'paid', payment: { amount: 123_450 } })
  expect(await read(notification(number))).toMatchObject({ kind: 'paid', payment: { amount: 123_450 } })
  const refund = { outTradeNo: number, outRefundNo: 'R1', amount: 100, total: 123_450, reason: '退款' }
  expect(await gateway.refund(refund)).toBe('done')
  expect(await gateway.queryRefund(refund)).toBe('done')
})

test('both certificates are accepted during a replacement, and afterwards only the configured one', async () => {
  const both = await alipay({ ALIPAY_OTHER_CERT: next })
  await both.visitPage()
  both.pay(number)
  for (const changed of [false, true]) {
    both.faults.changed = changed
    expect(await both.alipay.query(number)).toMatchObject({ state: 'paid' })
    expect(await both.read(both.notification(number))).toMatchObject({ kind: 'paid' })
  }
  await expect(both.read(both.notification(number, { key: stranger.privateKey }))).rejects.toThrow('签名不对')
  const only = await alipay()
  await only.visitPage()
  only.pay(number)
  only.faults.changed = true
  expect(await failureOf(only.alipay.query(number))).toContain('ALIPAY_OTHER_CERT')
  await expect(only.read(only.notification(number))).rejects.toThrow('签名不对')
})

test('a response is accepted only with the certificate it names', async () => {
  const { alipay: gateway, visitPage, faults } = await alipay({ ALIPAY_OTHER_CERT: next })
  await visitPage()
  faults.key = stranger.privateKey
  expect(await failureOf(gateway.query(number))).toContain('签名不对')
  faults.key = undefined
  faults.alter = text => text.replace('WAIT_BUYER_PAY', 'TRADE_SUCCESS')
  expect(await failureOf(gateway.query(number))).toContain('签名不对')
  faults.alter = undefined
  // A trusted certificate, but not the one that signed.
  faults.changed = true
  faults.serial = (await alipay()).serials?.alipay
  expect(await failureOf(gateway.query(number))).toContain('签名不对')
  faults.serial = 'ffffffffffffffffffffffffffffffff'
  expect(await failureOf(gateway.query(number))).toContain('另一张证书')
})

test('a notification that names a certificate is accepted only with that one', async () => {
  const { visitPage, pay, read, notification, serials, faults } = await alipay({ ALIPAY_OTHER_CERT: next })
  await visitPage()
  pay(number)
  const named = (serial = '') => notification(number, { changed: { alipay_cert_sn: serial } })
  expect(await read(named(serials?.alipay))).toMatchObject({ kind: 'paid' })
  await expect(read(named(serials?.next))).rejects.toThrow('签名不对')
  faults.changed = true
  expect(await read(named(serials?.next))).toMatchObject({ kind: 'paid' })
  await expect(read(named('other'))).rejects.toThrow('签名不对')
})

test('an app in the other mode, or with another certificate, is refused', async () => {
  const plain = await alipay({}, alipayEnvironment)
  expect(await failureOf(plain.alipay.query(number))).toContain('isv.app-cert-not-exist')
  const { alipay: gateway, faults } = await alipay({ ALIPAY_ROOT_CERT: environment.ALIPAY_CERT })
  expect(await failureOf(gateway.query(number))).toContain('alipay-root-cert')
  faults.answer = () => ({ body: '{"error_response":{"code":"40002"}}' })
  expect(await failureOf(gateway.query(number))).toContain('签名不对')
})

const problemsOf = (settings: Record<string, string>): string => {
  try {
    readConfig(settings)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.join()
    throw error
  }
}

test('certificates must be set together, and a mismatch is reported at start', () => {
  expect(problemsOf(environment)).toBe('')
  // An environment file has it on one line.
  const line = environment.ALIPAY_ROOT_CERT.replaceAll('\n', '\\n')
  expect(readConfig({ ...environment, ALIPAY_ROOT_CERT: line }).alipayRootCert).toBe(
    readConfig(environment).alipayRootCert,
  )
  for (const name of ['ALIPAY_APP_CERT', 'ALIPAY_CERT', 'ALIPAY_ROOT_CERT', 'ALIPAY_PRIVATE_KEY'] as const) {
    const { [name]: _, ...rest } = environment
    expect(problemsOf(rest)).toContain(`缺少 ${name}`)
  }
  const { ALIPAY_PUBLIC_KEY } = alipayEnvironment
  expect(problemsOf({ ...environment, ALIPAY_PUBLIC_KEY })).toContain('只能填写一种')
  expect(problemsOf({ ...environment, ALIPAY_APP_CERT: environment.ALIPAY_CERT })).toContain('不是一对')
  expect(problemsOf({ ...environment, ALIPAY_CERT: environment.ALIPAY_APP_CERT })).toContain('这是应用公钥证书')
  expect(problemsOf({ ...environment, ALIPAY_OTHER_CERT: environment.ALIPAY_CERT })).toContain('同一张')
  expect(problemsOf({ ...environment, ALIPAY_CERT: 'x' })).toContain('ALIPAY_CERT：不是可用的 RSA 证书')
  expect(problemsOf({ ...environment, ALIPAY_CERT: environment.ALIPAY_CERT.slice(0, 400) })).toContain('ALIPAY_CERT：')
})

test('the health check gets the certificates’ expiry dates', () => {
  expect(Object.keys(readConfig({ ...environment, ALIPAY_OTHER_CERT: next }).certificateEnds)).toEqual([
    'ALIPAY_APP_CERT',
    'ALIPAY_CERT',
    'ALIPAY_OTHER_CERT',
  ])
})
