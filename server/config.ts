import { createHash, hkdfSync } from 'node:crypto'
import type { z } from 'zod'
import { gatewaySettings } from './gateway-settings.ts'
import { type Setting, settings } from './settings.ts'

type Settings = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['schema']> }

export interface Config extends Settings {
  publicUrl: string
  secretKey: string
  storagePassphrase: string
}

/** The environment can't be used as it stands; `problems` is what to show the person who starts the portal. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`配置不完整：\n${problems.map(problem => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const requiredBy: [(config: Settings) => boolean, (keyof Settings)[]][] = [
  [
    config => config.sms !== 'outbox',
    ['smsAccessKeyId', 'smsAccessKeySecret', 'smsSignName', 'smsCodeTemplate', 'smsNoticeTemplate'],
  ],
  [config => config.sms === 'tencent', ['smsAppId']],
  [config => config.storage === 's3', ['s3Endpoint', 's3Bucket', 's3AccessKeyId', 's3AccessKeySecret']],
]

/** What a demonstration shows where a provider would put its own data. */
function demonstration(read: Settings) {
  return {
    publicUrl: `http://${read.host === '0.0.0.0' ? '127.0.0.1' : read.host}:${read.port}`,
    secretKey: createHash('sha256').update('haiyilian demonstration').digest('hex'),
    storagePassphrase: 'haiyilian-portal',
    supportPhone: '400-000-0000',
    supportQrText: 'https://example.com/support',
    officeAddress: '（演示）请在配置中填写办公地址',
    copyright: '海易联（演示站点）',
    icpNumber: '（演示）备案号待填写',
    transferAccountName: '海易联（演示）网络科技有限公司',
    transferAccount: '6222 0000 0000 0000 000',
    transferBank: '（演示）某某银行深圳科技园支行',
    transferBankCode: '000000000000',
    iosLink: 'https://testflight.apple.com/join/demo',
  } satisfies Partial<Settings>
}

/** Reads and checks the environment once. Throws ConfigError listing everything that is wrong or missing. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const read: Record<string, unknown> = {}
  for (const [name, { env, schema }] of Object.entries(settings)) {
    const given = environment[env]?.trim()
    const parsed = schema.safeParse(given === '' ? undefined : given)
    if (parsed.success) read[name] = parsed.data
    else problems.push(`${env}：${parsed.error.issues.map(issue => issue.message).join('；')}`)
  }
  if (problems.length) throw new ConfigError(problems)
  // Every setting was parsed by its own schema above, so the collected record has the table's types.
  const config = read as unknown as Settings
  const missing = (names: (keyof Settings)[]) => {
    for (const name of names)
      if (config[name] === undefined) problems.push(`缺少 ${settings[name].env}：${settings[name].about}`)
  }
  for (const [applies, names] of requiredBy) if (applies(config)) missing(names)
  const gateways = Object.values(gatewaySettings).filter(names => names.some(name => config[name] !== undefined))
  for (const names of gateways) missing([...names])
  if (config.mode === 'production') {
    if (!gateways.length)
      problems.push('缺少支付方式：请配置支付宝（ALIPAY_…）、微信支付（WECHAT_…）或对公转账（TRANSFER_…）中的至少一种')
    missing((Object.keys(settings) as (keyof Settings)[]).filter(name => (settings[name] as Setting).production))
    if (config.sms === 'outbox') problems.push('SMS：production 不能使用演示发件箱，请选 aliyun 或 tencent')
  }
  if (problems.length) throw new ConfigError(problems)
  const defaults = config.mode === 'demo' ? demonstration(config) : {}
  const given = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined))
  return { ...config, ...defaults, ...given } as Config
}

/** A key of its own for each use, so that one leaked use tells nothing of another. 32 bytes. */
export function deriveKey(config: Pick<Config, 'secretKey'>, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', config.secretKey, '', use, 32))
}
