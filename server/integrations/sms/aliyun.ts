import { createRequire } from 'node:module'
import type { Config } from '../../config.ts'
import { inTime, type ShortMessage, SmsFailure, type SmsSender, sendTimeout, splitEndpoint } from './sms.ts'

type Settings = Pick<
  Config,
  'smsEndpoint' | 'smsAccessKeyId' | 'smsAccessKeySecret' | 'smsSignName' | 'smsCodeTemplate' | 'smsNoticeTemplate'
>

/** What their documentation calls temporary; every other code stays the same however often it is sent. */
const temporary = /^Throttling|^isp\.SYSTEM_ERROR$|^(ServiceUnavailable|InternalError|SystemError)/i

/** Aliyun SMS. The SDK is 23 MB, so it is loaded here and not with the portal. */
export async function createAliyunSms(settings: Settings): Promise<SmsSender> {
  // CommonJS with a default export of its own: what `import` makes of that differs between Node and Vitest. The type is
  // what `require` gives.
  const sdk = createRequire(import.meta.url)(
    '@alicloud/dysmsapi20170525',
  ) as typeof import('@alicloud/dysmsapi20170525')
  const { Config: SdkConfig } = await import('@alicloud/openapi-client')
  const { protocol, endpoint } = splitEndpoint(settings.smsEndpoint ?? 'dysmsapi.aliyuncs.com')
  const client = new sdk.default(
    new SdkConfig({
      accessKeyId: settings.smsAccessKeyId,
      accessKeySecret: settings.smsAccessKeySecret,
      endpoint,
      protocol: protocol.toUpperCase(),
      connectTimeout: sendTimeout,
      readTimeout: sendTimeout,
    }),
  )

  return {
    async send(message, messageId) {
      const request = new sdk.SendSmsRequest({
        phoneNumbers: message.phone,
        signName: settings.smsSignName,
        templateCode: templateOf(settings, message),
        templateParam: JSON.stringify(message.parameters),
        outId: messageId,
      })
      const answer = await inTime(client.sendSms(request)).catch(error => Promise.reject(failureOf(error)))
      const { code, message: reason } = answer.body ?? {}
      // A refusal comes inside an answer of 200.
      if (code !== 'OK') throw new SmsFailure(`阿里云 ${code}：${reason}`, temporary.test(code ?? ''))
    },
  }
}

const templateOf = (settings: Settings, { template }: ShortMessage) =>
  template === 'code' ? settings.smsCodeTemplate : settings.smsNoticeTemplate

/** Of the SDK's error the code alone: its text repeats the address or the signed string, with phone and code in them. */
function failureOf(error: unknown): SmsFailure {
  if (error instanceof SmsFailure) return error
  const { statusCode, code = '' } = error as { statusCode?: number; code?: string }
  // Without a status there was no answer: refused, reset, timed out.
  if (statusCode === undefined) return new SmsFailure(`阿里云 没有应答 ${code}`.trim(), true)
  const retry = statusCode >= 500 || statusCode === 429 || temporary.test(code)
  return new SmsFailure(`阿里云 ${code}（HTTP ${statusCode}）`, retry)
}
