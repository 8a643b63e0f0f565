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
  | 'smsEndpoint'
  | 'smsAccessKeyId'
  | 'smsAccessKeySecret'
  | 'smsAppId'
  | 'smsSignName'
  | 'smsCodeTemplate'
  | 'smsNoticeTemplate'
>

/** Tencent documents these codes as temporary; any other refusal of a message is final, however often it is sent. */
const temporary = /^(InternalError|RequestLimitExceeded|ResourceUnavailable|FailedOperation\.(Timeout|OtherError))/

/** Tencent Cloud SMS. Its SDK is loaded on first use, not with the portal. */
export async function createTencentSms(settings: Settings, timeout = sendTimeout): Promise<SmsSender> {
  const { sms } = await import('tencentcloud-sdk-nodejs-sms')
  const { protocol, endpoint } = splitEndpoint(settings.smsEndpoint ?? 'sms.tencentcloudapi.com')
  const client = new sms.v20210111.Client({
    credential: { secretId: settings.smsAccessKeyId, secretKey: settings.smsAccessKeySecret },
    // The account's messages are kept in this region, which serves mainland numbers.
    region: 'ap-guangzhou',
    profile: { httpProfile: { endpoint, protocol: `${protocol}://`, reqTimeout: lateTimeout / 1000 } },
  })

  async function send(message: ShortMessage, messageId: string): Promise<void> {
    const response = client.SendSms({
      PhoneNumberSet: [`+86${message.phone}`],
      SmsSdkAppId: settings.smsAppId ?? '',
      SignName: settings.smsSignName,
      TemplateId: (message.template === 'code' ? settings.smsCodeTemplate : settings.smsNoticeTemplate) ?? '',
      TemplateParamSet: Object.values(message.parameters),
      SessionContext: messageId,
    })
    const answer = await response.catch(error => Promise.reject(toSmsFailure(error)))
    const [status] = answer.SendStatusSet ?? []
    // The refusal of a number is contained in an answer with status 200.
    if (status?.Code !== 'Ok')
      throw new SmsFailure(`腾讯云 ${status?.Code}：${status?.Message}`, temporary.test(status?.Code ?? ''), {
        recipient: /PhoneNumber/.test(status?.Code ?? ''),
      })
  }

  return { send: (message, messageId) => withTimeout(send(message, messageId), timeout) }
}

function toSmsFailure(error: unknown): SmsFailure {
  const { httpCode, code } = error as { httpCode?: number; code?: string }
  if (code) return new SmsFailure(`腾讯云 ${code}`, temporary.test(code))
  if (httpCode) return new SmsFailure(`腾讯云 HTTP ${httpCode}`, httpCode >= 500 || httpCode === 429)
  return brokenOff('腾讯云', error)
}
