import { z } from 'zod'
import { flag, integer, oneOf, optional, setting } from './setting.ts'

/** A robot's URL contains its key, so it is only sent encrypted. */
const robotAddress = z
  .url('应为 https:// 开头的网址')
  .refine(value => /^https:|^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(value), '应为 https:// 开头的网址')

const mailAddresses = z
  .string()
  .default('')
  .transform((value, context) => {
    const addresses = value.split(',').flatMap(each => (each.trim() ? [each.trim()] : []))
    if (addresses.some(each => !z.email().safeParse(each).success))
      context.addIssue({ code: 'custom', message: '写作邮件地址，多个用逗号分开' })
    return addresses
  })

/** Settings of the owner's alerts and of the mail server. */
export const alertSettings = {
  alertWecomUrl: setting({
    env: 'ALERT_WECOM_URL',
    about: '告警推送：企业微信群机器人的 Webhook 地址（含 key）',
    schema: robotAddress.optional(),
    secret: true,
  }),
  alertDingtalkUrl: setting({
    env: 'ALERT_DINGTALK_URL',
    about: '告警推送：钉钉群机器人的 Webhook 地址（含 access_token）；须同时填写加签密钥',
    schema: robotAddress.optional(),
    secret: true,
  }),
  alertDingtalkSecret: setting({
    env: 'ALERT_DINGTALK_SECRET',
    about: '钉钉群机器人的加签密钥（SEC 开头）',
    schema: optional,
    secret: true,
  }),
  alertFeishuUrl: setting({
    env: 'ALERT_FEISHU_URL',
    about: '告警推送：飞书群机器人的 Webhook 地址；须同时填写签名密钥',
    schema: robotAddress.optional(),
    secret: true,
  }),
  alertFeishuSecret: setting({
    env: 'ALERT_FEISHU_SECRET',
    about: '飞书群机器人的签名密钥',
    schema: optional,
    secret: true,
  }),
  alertApprovals: setting({
    env: 'ALERT_APPROVALS',
    about: '1 表示运营后台新的待确认申请也推送到上面的群机器人（每分钟合为一条，只写类型与申请人，链接到“待确认”页）',
    schema: flag,
  }),
  alertMailTo: setting({
    env: 'ALERT_MAIL_TO',
    about: '告警邮件的收件人，逗号分隔；须同时配置邮件服务器（SMTP_…）',
    schema: mailAddresses,
  }),
  smtpHost: setting({
    env: 'SMTP_HOST',
    about: '邮件服务器；填写任何一项邮件配置，就须写明服务器与 MAIL_FROM',
    schema: optional,
  }),
  smtpPort: setting({ env: 'SMTP_PORT', about: '邮件服务器的端口', schema: integer(465, 1, 65535) }),
  smtpSecurity: setting({
    env: 'SMTP_SECURITY',
    about:
      'tls（连接即加密，通常 465 端口）、starttls（先明文再加密，通常 587 端口）或 none（不加密，只可用于本机的服务器）',
    schema: oneOf(['tls', 'starttls', 'none']).default('tls'),
  }),
  smtpUser: setting({ env: 'SMTP_USER', about: '邮件服务器的用户名；不填则不登录', schema: optional }),
  smtpPassword: setting({
    env: 'SMTP_PASSWORD',
    about: '邮件服务器的密码或授权码',
    schema: optional,
    secret: true,
  }),
  mailFrom: setting({
    env: 'MAIL_FROM',
    about: '发件人地址',
    schema: z.email('应为邮件地址').optional(),
  }),
} as const
