import type { Config } from '../../config.ts'
import { inTime, SmsFailure, type SmsSender, sendTimeout, splitEndpoint } from './sms.ts'

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

/** What their documentation calls temporary; every other code stays the same however often it is sent. */
const temporary = /^(InternalError|RequestLimitExceeded|ResourceUnavailable|FailedOperation\.(Timeout|OtherError))/

/** Tencent Cloud SMS, loaded here and not with the portal. */
export async function createTencentSms(settings: Settings): Promise<SmsSender> {
  const { sms } = await import('tencentcloud-sdk-nodejs-sms')
  const { protocol, endpoint } = splitEndpoint(settings.smsEndpoint ?? 'sms.tencentcloudapi.com')
  const client = new sms.v20210111.Client({
    credential: { secretId: settings.smsAccessKeyId, secretKey: settings.smsAccessKeySecret },
    // Where the account's messages are kept; mainland numbers are served from here.
    region: 'ap-guangzhou',
    profile: { httpProfile: { endpoint, protocol: `${protocol}://`, reqTimeout: sendTimeout / 1000 } },
  })

  return {
    async send(message, messageId) {
      const sent = client.SendSms({
        PhoneNumberSet: [`+86${message.phone}`],
        SmsSdkAppId: settings.smsAppId ?? '',
        SignName: settings.smsSignName,
        TemplateId: (message.template === 'code' ? settings.smsCodeTemplate : settings.smsNoticeTemplate) ?? '',
        TemplateParamSet: Object.values(message.parameters),
        SessionContext: messageId,
      })
      const answer = await inTime(sent).catch(error => Promise.reject(failureOf(error)))
      const [status] = answer.SendStatusSet ?? []
      // A refusal of one number comes inside an answer of 200.
      if (status?.Code !== 'Ok')
        throw new SmsFailure(`腾讯云 ${status?.Code}：${status?.Message}`, temporary.test(status?.Code ?? ''))
    },
  }
}

function failureOf(error: unknown): SmsFailure {
  if (error instanceof SmsFailure) return error
  const { httpCode, code } = error as { httpCode?: number; code?: string }
  if (code) return new SmsFailure(`腾讯云 ${code}`, temporary.test(code))
  if (httpCode) return new SmsFailure(`腾讯云 HTTP ${httpCode}`, httpCode >= 500 || httpCode === 429)
  return new SmsFailure('腾讯云 没有应答', true)
}
