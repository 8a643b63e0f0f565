import type { Settings } from './settings.ts'

const usesMail = ({ smtpHost, mailFrom, smtpUser, smtpPassword, alertMailTo }: Settings) =>
  [smtpHost, mailFrom, smtpUser, smtpPassword].some(value => value !== undefined) || alertMailTo.length > 0

export const requiredBy: [(config: Settings) => boolean, (keyof Settings)[]][] = [
  [
    config => config.sms !== 'outbox',
    ['smsAccessKeyId', 'smsAccessKeySecret', 'smsSignName', 'smsCodeTemplate', 'smsNoticeTemplate'],
  ],
  [config => config.sms === 'tencent', ['smsAppId']],
  [config => config.identity === 'aliyun', ['identityAccessKeyId', 'identityAccessKeySecret']],
  [config => config.storage === 's3', ['s3Endpoint', 's3Bucket', 's3AccessKeyId', 's3AccessKeySecret']],
  [config => config.archive === 's3', ['s3Endpoint', 's3AccessKeyId', 's3AccessKeySecret']],
  [config => config.archive === 's3' && config.archiveBucket === undefined, ['s3Bucket']],
  [config => config.alertDingtalkUrl !== undefined, ['alertDingtalkSecret']],
  [config => config.alertDingtalkSecret !== undefined, ['alertDingtalkUrl']],
  [config => config.alertFeishuUrl !== undefined, ['alertFeishuSecret']],
  [config => config.alertFeishuSecret !== undefined, ['alertFeishuUrl']],
  [usesMail, ['smtpHost', 'mailFrom']],
  [
    config => config.taxService === 'nuonuo',
    ['taxSellerNumber', 'taxSellerName', 'taxClerk', 'taxGoodsCode', 'taxAppKey', 'taxAppSecret'],
  ],
  [config => config.auditSyslogCa !== undefined, ['auditSyslog']],
  [config => config.smtpUser !== undefined, ['smtpPassword']],
]
