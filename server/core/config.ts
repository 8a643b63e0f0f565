import { keysOf } from '#contract/typed-keys.ts'
import { demoDefaults } from './demo-settings.ts'
import { alipayProblems, gatewaysOf } from './gateway-settings.ts'
import { nearestName } from './near-name.ts'
import { isLocalUrl, loopback } from './public-url.ts'
import { requiredBy } from './required-settings.ts'
import { certificateEnd } from './rsa-keys.ts'
import { type Setting, type Settings, settings } from './settings.ts'
import { isWeakSecret } from './weak-secret.ts'

export interface Config extends Settings {
  publicUrl: string
  secretKey: string
  storagePassphrase: string
  /** The expiry dates of certificates given in place of keys, by the name of the variable. */
  certificateEnds: Readonly<Record<string, Date>>
}

/** The environment is unusable; `problems` address the person who starts the portal. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`配置不完整：\n${problems.map(problem => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Secrets that the operator generates; all others are issued by third parties. */
const secrets = ['secretKey', 'metricsToken', 'chatSecret'] as const

/** Reports variables that resemble a setting, because a misspelt PORTAL_MODE would start a demonstration. */
function misspelt(environment: Record<string, string | undefined>): string[] {
  const names = Object.values(settings).map(({ env }) => env)
  return Object.keys(environment)
    .filter(name => !names.includes(name))
    .flatMap(name => {
      const suggestion = nearestName(name, names)
      return suggestion ? [`${name}：没有这项设置，是否要写 ${suggestion}？`] : []
    })
}

/** Payment keys that may be given as certificates. */
const mayBeCertificates = [
  ...[settings.alipayPublicKey, settings.alipayAppCert, settings.alipayCert, settings.alipayOtherCert],
  ...[settings.wechatPublicKey, settings.wechatOtherKey],
].map(({ env }) => env)

function readCertificates(environment: Record<string, string | undefined>): Config['certificateEnds'] {
  const found = mayBeCertificates.map(env => [env, certificateEnd(environment[env] ?? '')])
  return Object.fromEntries(found.filter(([, end]) => end))
}

/** In production, cookies are sent over TLS only, and pages, passkeys and links require a whole host. */
function publicUrlProblems(address: string): string[] {
  const { protocol, pathname, search, hash } = new URL(address)
  return [
    ...(protocol === 'https:' || isLocalUrl(address) ? [] : ['PUBLIC_URL：production 须以 https:// 开头']),
    ...(pathname === '/' && !search && !hash ? [] : ['PUBLIC_URL：只写到主机名（可带端口），不能带路径']),
  ]
}

/** Reads and checks the environment once. Throws ConfigError listing everything that is wrong or missing. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const parsedSettings: Record<string, unknown> = {}
  for (const [name, { env, schema }] of Object.entries(settings)) {
    const value = environment[env]?.trim()
    const parsed = schema.safeParse(value === '' ? undefined : value)
    if (parsed.success) parsedSettings[name] = parsed.data
    else problems.push(`${env}：${[...new Set(parsed.error.issues.map(issue => issue.message))].join('；')}`)
  }
  problems.push(...misspelt(environment))
  if (problems.length) throw new ConfigError(problems)
  // Every setting was parsed by its own schema above, so the collected record has the table's types.
  const config = parsedSettings as unknown as Settings
  const missing = (names: (keyof Settings)[]) => {
    for (const name of names)
      if (config[name] === undefined) problems.push(`缺少 ${settings[name].env}：${settings[name].about}`)
  }
  for (const [applies, names] of requiredBy) if (applies(config)) missing(names)
  const gateways = gatewaysOf(config)
  for (const names of gateways) missing([...names])
  problems.push(...alipayProblems(config))
  const otherKey = ['wechatOtherKeyId', 'wechatOtherKey'] as const
  if (otherKey.some(name => config[name] !== undefined)) missing([...otherKey, 'wechatMchid'])
  if (config.smtpHost && config.smtpSecurity === 'none' && !loopback.includes(config.smtpHost))
    problems.push('SMTP_SECURITY：none 只可用于本机的邮件服务器，密码与内容会以明文经过网络')
  if (config.secretKeysOld.length && !config.secretKey)
    problems.push('缺少 SECRET_KEY：SECRET_KEYS_OLD 只用来读取，写入须有当前的主密钥')
  if (new Set([config.secretKey, ...config.secretKeysOld]).size <= config.secretKeysOld.length)
    problems.push('SECRET_KEYS_OLD：含有与 SECRET_KEY 相同或重复的密钥，请只写以前用过的，各写一次')
  if (config.mode === 'production') {
    if (!gateways.length)
      problems.push('缺少支付方式：请配置支付宝（ALIPAY_…）、微信支付（WECHAT_…）或对公转账（TRANSFER_…）中的至少一种')
    missing(keysOf(settings).filter(name => (settings[name] as Setting).production))
    for (const name of secrets)
      if (config[name] !== undefined && isWeakSecret(config[name]))
        problems.push(`${settings[name].env}：过于简单，请用随机生成的，例如 openssl rand -hex 32`)
    if (config.publicUrl) problems.push(...publicUrlProblems(config.publicUrl))
    if (config.identity === 'sandbox') problems.push('IDENTITY：production 不能使用演示核验，请选 aliyun 或 off')
    if (config.webhookPrivate)
      problems.push('WEBHOOK_PRIVATE：只用于测试；production 里任何企业都可以借它访问内部网络，请去掉')
    if (config.sms === 'outbox') problems.push('SMS：production 不能使用演示发件箱，请选 aliyun 或 tencent')
  }
  if (!environment.PORTAL_MODE?.trim() && !loopback.includes(config.host))
    problems.push('HOST：没有写明 PORTAL_MODE 时只在本机监听；请写 PORTAL_MODE=production，要让别处访问演示则写 demo')
  if (problems.length) throw new ConfigError(problems)
  const defaults = config.mode === 'demo' ? demoDefaults(config) : {}
  const configured = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined))
  return { ...config, ...defaults, ...configured, certificateEnds: readCertificates(environment) } as Config
}
