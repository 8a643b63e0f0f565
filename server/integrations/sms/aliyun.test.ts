import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { type Answer, type CounterpartRequest, counterpart } from '#server/testing/counterpart.ts'
import { isSigned } from '../aliyun/acs3.ts'
import { createAliyunSms } from './aliyun.ts'
import { type ShortMessage, SmsFailure } from './sms.ts'

const keyId = 'test-key-id'
const secret = 'the right secret'
const message: ShortMessage = {
  phone: '13900001234',
  template: 'code',
  purpose: 'register',
  parameters: { code: '012345' },
  text: '【海易联】验证码 012345。',
}
const messageId = '0199-message'

/** The provider's SDK signs, so this also shows that `isSigned` implements the signature correctly. */
const isOurs = (request: CounterpartRequest) => isSigned(request, { id: keyId, secret })

async function aliyun(
  answer: (request: CounterpartRequest) => Answer | 'broken' | Promise<Answer>,
  options: { secret?: string; endpoint?: string; timeout?: number } = {},
) {
  const address = await counterpart(request =>
    isOurs(request)
      ? answer(request)
      : {
          status: 400,
          body: { Code: 'SignatureDoesNotMatch', Message: `server string to sign is: ${request.url.search}` },
        },
  )
  const settings = {
    smsEndpoint: options.endpoint ?? `http://${address}`,
    smsAccessKeyId: keyId,
    smsAccessKeySecret: options.secret ?? secret,
    smsSignName: '海易联',
    smsCodeTemplate: 'SMS_CODE',
    smsNoticeTemplate: 'SMS_NOTICE',
  }
  return createAliyunSms(settings, options.timeout)
}

const failureOf = async (sending: Promise<void>) => {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof SmsFailure)) throw new Error(`expected an SmsFailure, got ${error}`)
  // The error is logged and stored.
  expect(inspect(error, { depth: 9 })).not.toMatch(/13900001234|012345/)
  return error
}
const ok = { body: { Code: 'OK', Message: 'OK', BizId: '1', RequestId: '2' } }

test('a code and a notice are sent with their templates, signed', async () => {
  const arrived: Record<string, string>[] = []
  const sms = await aliyun(({ url, headers }) => {
    arrived.push({ ...Object.fromEntries(url.searchParams), action: String(headers['x-acs-action']) })
    return ok
  })
  await sms.send(message, messageId)
  await sms.send({ ...message, template: 'notice', parameters: { result: '已通过 审核*' } }, messageId)
  expect(arrived).toEqual([
    {
      action: 'SendSms',
      PhoneNumbers: '13900001234',
      SignName: '海易联',
      TemplateCode: 'SMS_CODE',
      TemplateParam: '{"code":"012345"}',
      OutId: messageId,
    },
    expect.objectContaining({ TemplateCode: 'SMS_NOTICE', TemplateParam: '{"result":"已通过 审核*"}' }),
  ])
})

test('a wrong secret is a permanent failure', async () => {
  const sms = await aliyun(() => ok, { secret: 'another secret' })
  expect(await failureOf(sms.send(message, messageId))).toMatchObject({
    retry: false,
    message: expect.stringContaining('SignatureDoesNotMatch'),
  })
})

test.each([
  ['isv.MOBILE_NUMBER_ILLEGAL', false, true],
  ['isv.BUSINESS_LIMIT_CONTROL', false, true],
  ['isv.AMOUNT_NOT_ENOUGH', false, false],
  ['isp.SYSTEM_ERROR', true, false],
])('the error %s in a 200 response fails, retryable: %s, of the phone: %s', async (code, retry, recipient) => {
  const sms = await aliyun(() => ({ body: { Code: code, Message: '原因', RequestId: '2' } }))
  expect(await failureOf(sms.send(message, messageId))).toMatchObject({
    retry,
    recipient,
    message: expect.stringContaining(code),
  })
})

test('a service error and throttling may be retried', async () => {
  const broken = await aliyun(() => ({ status: 503, body: { Code: 'ServiceUnavailable', Message: 'busy' } }))
  expect(await failureOf(broken.send(message, messageId))).toMatchObject({ retry: true })
  const throttled = await aliyun(() => ({ status: 400, body: { Code: 'Throttling.User', Message: 'slow down' } }))
  expect(await failureOf(throttled.send(message, messageId))).toMatchObject({ retry: true })
})

test('an unanswered request times out, and its late answer says whether the message was accepted', async () => {
  const sms = await aliyun(async () => sleep(900).then(() => ok), { timeout: 300 })
  const start = performance.now()
  const failure = await failureOf(sms.send(message, messageId))
  expect(performance.now() - start).toBeLessThan(800)
  expect(failure.retry).toBe(true)
  expect(await failure.lateAcceptance).toBe(true)
})

test('a connection that breaks off leaves it unknown whether the message was accepted', async () => {
  const sms = await aliyun(() => 'broken')
  const failure = await failureOf(sms.send(message, messageId))
  expect(failure.retry).toBe(true)
  expect(await failure.lateAcceptance).toBe(false)
})

test('an unreachable service may be retried', async () => {
  const sms = await aliyun(() => ok, { endpoint: 'http://127.0.0.1:9' })
  expect(await failureOf(sms.send(message, messageId))).toMatchObject({ retry: true, lateAcceptance: undefined })
})
