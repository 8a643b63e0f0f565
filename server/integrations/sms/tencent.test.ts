import { createHmac, hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { type Answer, type CounterpartRequest, counterpart } from '#server/testing/counterpart.ts'
import { type ShortMessage, SmsFailure } from './sms.ts'
import { createTencentSms } from './tencent.ts'

const secretId = 'test-secret-id'
const secretKey = 'the right key'
const message: ShortMessage = {
  phone: '13900001234',
  template: 'code',
  purpose: 'register',
  parameters: { code: '012345', minutes: '5' },
  text: '【海易联】验证码 012345。',
}
const messageId = '0199-message'

const sha256 = (data: string | Buffer) => hash('sha256', data, 'hex')
const sign = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** Checks TC3-HMAC-SHA256, implemented from https://cloud.tencent.com/document/api/382/52072. */
function isSigned({ method, url, headers, body }: CounterpartRequest): boolean {
  const [, id, date = '', service = '', signedHeaders = '', signature] =
    /^TC3-HMAC-SHA256 Credential=([^/]+)\/([\d-]+)\/(\w+)\/tc3_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const time = Number(headers['x-tc-timestamp'])
  if (id !== secretId || Math.abs(Date.now() / 1000 - time) > 300) return false
  if (date !== new Date(time * 1000).toISOString().slice(0, 10) || signedHeaders !== 'content-type;host') return false
  // The SDK signs the host without its port.
  const canonicalHeaders = `content-type:${headers['content-type']}\nhost:${headers.host?.replace(/:\d+$/, '')}\n`
  const canonical = [method, url.pathname, url.search.slice(1), canonicalHeaders, signedHeaders, sha256(body)].join(
    '\n',
  )
  const text = `TC3-HMAC-SHA256\n${time}\n${date}/${service}/tc3_request\n${sha256(canonical)}`
  const key = sign(sign(sign(`TC3${secretKey}`, date), service), 'tc3_request')
  return sign(key, text).toString('hex') === signature
}

async function tencent(
  answer: (request: CounterpartRequest) => Answer | 'broken' | Promise<Answer>,
  options: { key?: string; endpoint?: string; timeout?: number } = {},
) {
  const address = await counterpart(request =>
    isSigned(request)
      ? answer(request)
      : {
          body: { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: '签名错误' }, RequestId: '1' } },
        },
  )
  const settings = {
    smsEndpoint: options.endpoint ?? `http://${address}`,
    smsAccessKeyId: secretId,
    smsAccessKeySecret: options.key ?? secretKey,
    smsAppId: '1400000000',
    smsSignName: '海易联',
    smsCodeTemplate: '100001',
    smsNoticeTemplate: '100002',
  }
  return createTencentSms(settings, options.timeout)
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
const status = (Code: string): Answer => ({
  body: { Response: { SendStatusSet: [{ Code, Message: '原因', PhoneNumber: '+8613900001234' }], RequestId: '1' } },
})

test('a code and a notice are sent with parameters in order, signed', async () => {
  const arrived: unknown[] = []
  const sms = await tencent(({ body, headers }) => {
    arrived.push({ ...JSON.parse(body.toString()), action: headers['x-tc-action'] })
    return status('Ok')
  })
  await sms.send(message, messageId)
  await sms.send({ ...message, template: 'notice', parameters: { result: '已通过审核' } }, messageId)
  expect(arrived).toEqual([
    {
      action: 'SendSms',
      PhoneNumberSet: ['+8613900001234'],
      SmsSdkAppId: '1400000000',
      SignName: '海易联',
      TemplateId: '100001',
      TemplateParamSet: ['012345', '5'],
      SessionContext: messageId,
    },
    expect.objectContaining({ TemplateId: '100002', TemplateParamSet: ['已通过审核'] }),
  ])
})

test('a wrong key is a permanent failure', async () => {
  const sms = await tencent(() => status('Ok'), { key: 'another key' })
  expect(await failureOf(sms.send(message, messageId))).toMatchObject({
    retry: false,
    message: expect.stringContaining('AuthFailure.SignatureFailure'),
  })
})

test.each([
  ['FailedOperation.PhoneNumberInBlacklist', false, true],
  ['LimitExceeded.PhoneNumberDailyLimit', false, true],
  ['FailedOperation.InsufficientBalanceInSmsPackage', false, false],
  ['InternalError.Timeout', true, false],
])(
  'the error %s of one number in a 200 response fails, retryable: %s, of the phone: %s',
  async (code, retry, recipient) => {
    const sms = await tencent(() => status(code))
    expect(await failureOf(sms.send(message, messageId))).toMatchObject({
      retry,
      recipient,
      message: expect.stringContaining(code),
    })
  },
)

test('a service error and rate limiting may be retried', async () => {
  const broken = await tencent(() => ({ status: 502, body: 'bad gateway' }))
  expect(await failureOf(broken.send(message, messageId))).toMatchObject({ retry: true })
  const limit = { Code: 'RequestLimitExceeded', Message: '频率过高' }
  const limited = await tencent(() => ({ body: { Response: { Error: limit, RequestId: '1' } } }))
  expect(await failureOf(limited.send(message, messageId))).toMatchObject({ retry: true })
})

test('an unanswered request times out, and its late answer says whether the message was accepted', async () => {
  const sms = await tencent(async () => sleep(900).then(() => status('Ok')), { timeout: 300 })
  const start = performance.now()
  const failure = await failureOf(sms.send(message, messageId))
  expect(performance.now() - start).toBeLessThan(800)
  expect(failure.retry).toBe(true)
  expect(await failure.lateAcceptance).toBe(true)
})

test('a connection that breaks off leaves it unknown whether the message was accepted', async () => {
  const sms = await tencent(() => 'broken')
  const failure = await failureOf(sms.send(message, messageId))
  expect(failure.retry).toBe(true)
  expect(await failure.lateAcceptance).toBe(false)
})

test('an unreachable service may be retried', async () => {
  const sms = await tencent(() => status('Ok'), { endpoint: 'http://127.0.0.1:9' })
  expect(await failureOf(sms.send(message, messageId))).toMatchObject({ retry: true, lateAcceptance: undefined })
})
