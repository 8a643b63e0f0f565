import { createRequire } from 'node:module'
import type { Config } from '#server/core/config.ts'
import {
  brokenOff,
  lateTimeout,
  type ShortMessage,
  SmsFailure,
  type SmsSender,
  sendTimeout,
  splitEndpoint,
  withTimeout,
} from './sms.ts'

type Settings = Pick<
  Config,
  'smsEndpoint' | 'smsAccessKeyId' | 'smsAccessKeySecret' | 'smsSignName' | 'smsCodeTemplate' | 'smsNoticeTemplate'
>

/** Aliyun documents these codes as temporary; any other refusal of a message is final, however often it is sent. */
const temporary = /^Throttling|^isp\.SYSTEM_ERROR$|^(ServiceUnavailable|InternalError|SystemError)/i

/** Aliyun SMS. Its SDK has 23 MB, so it is loaded on first use, not with the portal. */
export async function createAliyunSms(settings: Settings, timeout = sendTimeout): Promise<SmsSender> {
  // Node and Vitest differ in importing this CommonJS module, which has its own default export. The type is what `require` returns.
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
      // The SDK's connection timeout continues until there is an answer.
      connectTimeout: lateTimeout,
      readTimeout: lateTimeout,
    }),
  )

  async function send(message: ShortMessage, messageId: string): Promise<void> {
    const request = new sdk.SendSmsRequest({
      phoneNumbers: message.phone,
      signName: settings.smsSignName,
      templateCode: templateFor(settings, message),
      templateParam: JSON.stringify(message.parameters),
      outId: messageId,
    })
    const answer = await client.sendSms(request).catch(error => Promise.reject(toSmsFailure(error)))
    const { code, message: reason } = answer.body ?? {}
    // A refusal is contained in an answer with status 200.
    if (code !== 'OK')
      throw new SmsFailure(`阿里云 ${code}：${reason}`, temporary.test(code ?? ''), {
        recipient: ofRecipient.test(code ?? ''),
      })
  }

  return { send: (message, messageId) => withTimeout(send(message, messageId), timeout) }
}

/** The phone is invalid, blacklisted, or has reached its limit of messages. */
const ofRecipient = /MOBILE_NUMBER_ILLEGAL|BUSINESS_LIMIT_CONTROL|BLACK_?LIST/i

const templateFor = (settings: Settings, { template }: ShortMessage) =>
  template === 'code' ? settings.smsCodeTemplate : settings.smsNoticeTemplate

/** Keeps only the code of the SDK's error: its text quotes the URL or the signed string, with phone and code. */
function toSmsFailure(error: unknown): SmsFailure {
  const { statusCode, code = '' } = error as { statusCode?: number; code?: string }
  // Without a status there was no answer: the connection was refused, reset or timed out.
  if (statusCode === undefined) return brokenOff('阿里云', error)
  const retry = statusCode >= 500 || statusCode === 429 || temporary.test(code)
  return new SmsFailure(`阿里云 ${code}（HTTP ${statusCode}）`, retry)
}
