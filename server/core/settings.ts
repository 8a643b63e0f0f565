import { resolve } from 'node:path'
import { z } from 'zod'
import { alertSettings } from './alert-settings.ts'
import { archiveSettings } from './archive-settings.ts'
import { AddressProblem, parseDatabaseAddress } from './database-address.ts'
import { identitySettings } from './identity-settings.ts'
import { networkSettings } from './network-settings.ts'
import { paymentSettings } from './payment-settings.ts'
import { address, endpoint, flag, integer, oneOf, optional, setting, text } from './setting.ts'
import { signInSettings } from './sign-in-settings.ts'
import { streamSettings } from './stream-settings.ts'
import { taxSettings } from './tax-settings.ts'
import { webhookSettings } from './webhook-settings.ts'

export type { Setting } from './setting.ts'

/** A key that holds a comma itself can be given in a JSON list. */
function keyList(value: string, context: z.RefinementCtx): string[] {
  const parsed = z
    .array(z.string().min(32))
    .safeParse(value.startsWith('[') ? parseJson(value) : value.split(',').flatMap(each => each.trim() || []))
  if (!parsed.success) context.addIssue({ code: 'custom', message: '每个至少 32 个字符，逗号分隔' })
  return parsed.data ?? []
}
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const databaseAddress = z
  .string()
  .superRefine((value, context) => {
    try {
      parseDatabaseAddress(value)
    } catch (error) {
      if (!(error instanceof AddressProblem)) throw error
      context.addIssue({ code: 'custom', message: error.message })
    }
  })
  .optional()
const hostMap = z
  .string()
  .default('')
  .transform((value, context) => {
    const entries = value.split(',').flatMap(pair => (pair.trim() ? [pair.trim().split('=')] : []))
    for (const pair of entries)
      if (pair.length !== 2 || pair.some(part => !/^[a-z0-9.:-]+$/i.test(part ?? '')))
        context.addIssue({ code: 'custom', message: '写作 主机=移动主机，多个用逗号分开' })
    return Object.fromEntries(entries) as Record<string, string>
  })

/** Everything the portal reads from its environment. `docs/configuration.md` is generated from this table. */
export const settings = {
  mode: setting({
    env: 'PORTAL_MODE',
    about: 'demo（演示数据、短信发件箱、沙箱收银台）或 production（缺少真实密钥时拒绝启动）',
    schema: oneOf(['demo', 'production']).default('demo'),
  }),
  port: setting({ env: 'PORT', about: '监听端口', schema: integer(8080, 0, 65535) }),
  host: setting({ env: 'HOST', about: '监听地址；放到反向代理后面时保持默认', schema: text('127.0.0.1') }),
  dataDir: setting({
    env: 'DATA_DIR',
    about: '内置数据库与文件所在目录',
    schema: text('data').transform(value => resolve(value)),
  }),
  databaseUrl: setting({
    env: 'DATABASE_URL',
    about: '使用外部 PostgreSQL（15 至 18，或兼容的服务），可以写几个主机，用其中能写入的那个；不填则启动内置数据库',
    schema: databaseAddress,
    secret: true,
  }),
  databaseCompanyUrl: setting({
    env: 'DATABASE_COMPANY_URL',
    about:
      '企业数据的连接所用的另一个数据库用户的地址，只属于角色 portal_company；不填则由 DATABASE_URL 的用户切换角色。内置数据库不需要',
    schema: databaseAddress,
    secret: true,
  }),
  databasePlain: setting({
    env: 'DATABASE_PLAIN',
    about:
      '1 表示与另一台主机上的数据库之间的网络可信，不必加密（如同一台机器的容器网络）；不写而没有 sslmode=verify-full（或 sslrootcert）的，production 启动时警告',
    schema: flag,
  }),
  publicUrl: setting({
    env: 'PUBLIC_URL',
    about:
      '对外网址，用于规范链接、站点地图、二维码与通行密钥：通行密钥登记在它的主机名（RP ID）之下，只在这个网址与它在 MOBILE_HOSTS 里的移动站可用，更换主机名后须重新登记；主机名是 IP 地址时没有通行密钥（本机地址算作 localhost）',
    schema: address.optional(),
    production: true,
  }),
  publicUrlCheck: setting({
    env: 'PUBLIC_URL_CHECK',
    about:
      'on 表示门户每分钟访问一次自己的对外网址，持续五分钟没有应答即告警（只在生产）；这台主机连不上自己的对外网址（没有回环的 NAT 等）或证书由自己的 CA 签发而没有 NODE_EXTRA_CA_CERTS 时写 off，从外面监视',
    schema: oneOf(['on', 'off']).default('on'),
  }),
  secretKey: setting({
    env: 'SECRET_KEY',
    about:
      '主密钥，至少 32 个字符；证件号加密、验证码摘要、短期签名都由它派生。更换时把原来的写进 SECRET_KEYS_OLD，步骤见运营文档',
    schema: z.string().min(32, '至少 32 个字符，例如 openssl rand -hex 32 的输出').optional(),
    production: true,
    secret: true,
  }),
  secretKeysOld: setting({
    env: 'SECRET_KEYS_OLD',
    about: '以前的主密钥，逗号分隔（含逗号的写作 JSON 数组）；只用来读取，portal -- keys list 说明何时可以移除',
    schema: z.string().default('').transform(keyList),
    secret: true,
  }),
  storagePassphrase: setting({
    env: 'STORAGE_PASSPHRASE',
    about: '浏览器本地存储的 AES 口令，16、24 或 32 字节；只防一眼看穿，不是秘密',
    schema: z
      .string()
      .refine(value => [16, 24, 32].includes(Buffer.byteLength(value)), '须为 16、24 或 32 字节')
      .optional(),
    production: true,
  }),
  apiBase: setting({
    env: 'API_BASE',
    about: '网页调用接口的地址；默认为本站 /api',
    schema: z
      .union([z.string().regex(/^\/(?!\/)\S*$/), address], '应为 / 开头的路径，或 http:// 、https:// 开头的网址')
      .default('/api'),
  }),
  logLevel: setting({
    env: 'LOG_LEVEL',
    about: '日志级别',
    schema: oneOf(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  }),
  ...networkSettings,
  metricsToken: setting({
    env: 'METRICS_TOKEN',
    about: '读取 /metrics 的令牌；不填则只有本机可读',
    schema: optional,
    secret: true,
  }),

  crossBorderConsentFrom: setting({
    env: 'CROSS_BORDER_CONSENT_FROM',
    about:
      '从这一天（北京时间）起，没有单独同意个人信息出境的人取不到专线（-48018）；此前只在“我的服务”中请其同意，以便先通知员工',
    schema: z.iso.date('写作 2027-01-01').default('2027-01-01'),
  }),
  accessRequestDays: setting({
    env: 'ACCESS_REQUEST_DAYS',
    about: '员工的申请（专线、时长、设备）多少天内没有处理就过期',
    schema: integer(14, 1, 90),
  }),
  clientKeysRequiredFrom: setting({
    env: 'CLIENT_KEYS_REQUIRED_FROM',
    about: '从这一天（北京时间）起，没有设备密钥的旧客户端不能再使用，答复“请升级”；此前照常使用，并在设备列表里标出',
    schema: z.iso.date('写作 2027-06-01').default('2027-06-01'),
  }),

  brandName: setting({ env: 'BRAND_NAME', about: '品牌名', schema: text('海易联') }),
  brandLatin: setting({
    env: 'BRAND_LATIN',
    about: '品牌的拉丁字母名',
    // The name is in headers of the requests to companies' systems, which allow no other characters.
    schema: z
      .string()
      .regex(/^[\x20-\x7e\xa0-\xff]+$/, '只能有拉丁字母、数字与常用符号')
      .default('Haiyilian'),
  }),
  supportPhone: setting({ env: 'SUPPORT_PHONE', about: '客服电话', schema: optional, production: true }),
  supportQrText: setting({
    env: 'SUPPORT_QR_TEXT',
    about: '客服二维码的内容（聊天工具的加好友链接）',
    schema: optional,
    production: true,
  }),
  supportHours: setting({ env: 'SUPPORT_HOURS', about: '客服时间', schema: text('工作日 9:00–18:00') }),
  securityContact: setting({
    env: 'SECURITY_CONTACT',
    about: '报告安全问题的联系方式（mailto: 或 https: 地址），写在 /.well-known/security.txt；不填则为客服电话',
    schema: z.url({ protocol: /^(https|mailto)$/, error: '应为 mailto: 或 https: 开头的地址' }).optional(),
  }),
  officeAddress: setting({ env: 'OFFICE_ADDRESS', about: '办公地址', schema: optional, production: true }),
  copyright: setting({ env: 'COPYRIGHT', about: '页脚版权主体', schema: optional, production: true }),
  icpNumber: setting({ env: 'ICP_NUMBER', about: 'ICP 备案号', schema: optional, production: true }),
  icpLink: setting({
    env: 'ICP_LINK',
    about: 'ICP 备案查询链接',
    schema: address.default('https://beian.miit.gov.cn'),
  }),
  policeNumber: setting({ env: 'POLICE_NUMBER', about: '公安联网备案号', schema: optional }),
  policeLink: setting({
    env: 'POLICE_LINK',
    about: '公安联网备案查询链接',
    schema: address.default('https://beian.mps.gov.cn'),
  }),
  telecomLicence: setting({ env: 'TELECOM_LICENCE', about: '增值电信业务经营许可证号', schema: optional }),
  iosLink: setting({ env: 'IOS_LINK', about: 'iOS 测试分发链接', schema: address.optional() }),
  mobileHosts: setting({
    env: 'MOBILE_HOSTS',
    about: '移动站对照表，如 www.example.com=m.example.com，逗号分隔；没有条目的主机使用自适应布局',
    schema: hostMap,
  }),
  termsBase: setting({
    env: 'TERMS_BASE',
    about: '协议页面所在网址（其下 /template/service.html 与 /template/private.html）；默认本站',
    schema: address.optional(),
  }),
  agreementVersion: setting({ env: 'AGREEMENT_VERSION', about: '当前协议版本，同意时记录', schema: text('2026-12') }),
  chatSecret: setting({
    env: 'CHAT_SECRET',
    about: '客服聊天的签名密钥；不填则登录应答里的签名为空',
    schema: optional,
    secret: true,
  }),

  sms: setting({
    env: 'SMS',
    about: '短信通道：outbox（仅演示）、aliyun、tencent',
    schema: oneOf(['outbox', 'aliyun', 'tencent']).default('outbox'),
  }),
  smsDailyLimit: setting({
    env: 'SMS_DAILY_LIMIT',
    about: '全站每日短信上限；验证码以外的短信最多用其中一半',
    schema: integer(20000, 1, 10_000_000),
  }),
  smsProofAfter: setting({
    env: 'SMS_PROOF_AFTER',
    about:
      '每小时全站发送超过此数（同一网段超过其十分之一，或全天超过其十六倍）后，发送验证码需先完成一次计算验证，越忙越费时',
    schema: integer(300, 0, 1_000_000),
  }),
  smsEndpoint: setting({
    env: 'SMS_ENDPOINT',
    about: '短信接口地址，默认用服务商的公网地址',
    schema: endpoint.optional(),
  }),
  smsAccessKeyId: setting({
    env: 'SMS_ACCESS_KEY_ID',
    about: '短信服务 AccessKey ID（腾讯云为 SecretId）',
    schema: optional,
    secret: true,
  }),
  smsAccessKeySecret: setting({
    env: 'SMS_ACCESS_KEY_SECRET',
    about: '短信服务 AccessKey Secret（腾讯云为 SecretKey）',
    schema: optional,
    secret: true,
  }),
  smsSignName: setting({ env: 'SMS_SIGN_NAME', about: '短信签名', schema: optional }),
  smsAppId: setting({ env: 'SMS_APP_ID', about: '腾讯云短信 SdkAppId', schema: optional }),
  smsCodeTemplate: setting({ env: 'SMS_CODE_TEMPLATE', about: '验证码短信模板编号', schema: optional }),
  smsNoticeTemplate: setting({ env: 'SMS_NOTICE_TEMPLATE', about: '通知短信模板编号', schema: optional }),

  ...identitySettings,

  storage: setting({
    env: 'STORAGE',
    about: '文件存储：disk 或 s3（OSS、COS、MinIO 等）',
    schema: oneOf(['disk', 's3']).default('disk'),
  }),
  s3Endpoint: setting({ env: 'S3_ENDPOINT', about: '对象存储地址', schema: address.optional() }),
  s3Region: setting({ env: 'S3_REGION', about: '对象存储地域', schema: text('cn-hangzhou') }),
  s3Bucket: setting({ env: 'S3_BUCKET', about: '存储桶', schema: optional }),
  s3AccessKeyId: setting({ env: 'S3_ACCESS_KEY_ID', about: '对象存储 AccessKey ID', schema: optional, secret: true }),
  s3AccessKeySecret: setting({
    env: 'S3_ACCESS_KEY_SECRET',
    about: '对象存储 AccessKey Secret',
    schema: optional,
    secret: true,
  }),
  s3PathStyle: setting({ env: 'S3_PATH_STYLE', about: '1 表示路径式寻址（MinIO）', schema: flag }),

  ...archiveSettings,

  ...paymentSettings,
  ...taxSettings,
  transferAccountName: setting({
    env: 'TRANSFER_ACCOUNT_NAME',
    about: '对公转账的收款户名；填写任何一项对公转账配置，就须填齐。production 至少要有支付宝、微信支付、对公转账之一',
    schema: optional,
  }),
  transferAccount: setting({ env: 'TRANSFER_ACCOUNT', about: '对公转账的收款账号', schema: optional }),
  transferBank: setting({ env: 'TRANSFER_BANK', about: '对公转账的开户行', schema: optional }),
  transferBankCode: setting({ env: 'TRANSFER_BANK_CODE', about: '对公转账的联行号', schema: optional }),

  ...webhookSettings,
  ...streamSettings,
  ...signInSettings,
  ...alertSettings,
} as const

export type Settings = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['schema']> }
