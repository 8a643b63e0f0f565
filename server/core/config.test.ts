import { execFileSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { alipayEnvironment } from '#server/testing/alipay-counterpart.ts'
import { production } from '#server/testing/production.ts'
import { wechatEnvironment } from '#server/testing/wechat-counterpart.ts'
import { ConfigError, readConfig } from './config.ts'
import { settings } from './settings.ts'

const problemsOf = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('a demonstration needs no settings', () => {
  expect(readConfig({})).toMatchObject({ mode: 'demo', port: 8080, host: '127.0.0.1', brandName: '海易联' })
})

test('the brand is a setting: no program and no generated file names it', () => {
  const args = ['grep', '-l', '海易联', '--', 'server', 'contract', 'web', 'deploy/grafana', 'deploy/prometheus']
  const files = execFileSync('git', args, { encoding: 'utf8', cwd: join(import.meta.dirname, '../..') }).split('\n')
  const programs = files.filter(
    file => /\.(?:tsx?|json|yml)$/.test(file) && !/\.(?:test|fixture)\.tsx?$|\/testing\//.test(file),
  )
  // The defaults of the settings, and of a page without settings.
  expect(programs).toEqual(['server/core/demo-settings.ts', 'server/core/settings.ts', 'web/data/portal.ts'])
})

test('production starts with all settings', () => {
  expect(readConfig(production)).toMatchObject({ mode: 'production', publicUrl: 'https://portal.example.com' })
})

// Commands run without what only a start warns of (checks/proxy.ts, checks/backups.ts).
const notRequired = ['PORTAL_MODE', 'TRUST_PROXY', 'BACKUP_RECIPIENTS', 'SMS', 'SMS_ENDPOINT']
test.each(Object.keys(production).filter(name => !notRequired.includes(name)))(
  'production is refused without %s, naming it',
  name => {
    const { [name as keyof typeof production]: _, ...rest } = production
    expect(problemsOf(rest).join()).toContain(name)
  },
)

test.each([
  ['PORTAL_MOED', 'PORTAL_MODE'],
  ['PORTALMODE', 'PORTAL_MODE'],
  ['PORTAL_MODES', 'PORTAL_MODE'],
  ['DATABSE_URL', 'DATABASE_URL'],
])('the misspelt setting %s is named, with the one that was meant', (name, expected) => {
  expect(problemsOf({ [name]: 'production' })).toEqual([expect.stringMatching(`^${name}：.*${expected}`)])
})

test.each([
  [{ ALERT_DINGTALK_URL: 'https://oapi.dingtalk.com/robot/send?access_token=secret-key' }, 'ALERT_DINGTALK_SECRET'],
  [{ ALERT_DINGTALK_SECRET: 'SECx' }, 'ALERT_DINGTALK_URL'],
  [{ ALERT_FEISHU_URL: 'https://open.feishu.cn/open-apis/bot/v2/hook/x' }, 'ALERT_FEISHU_SECRET'],
  [{ ALERT_MAIL_TO: 'a@example.com' }, 'SMTP_HOST'],
  [{ SMTP_HOST: 'smtp.example.com' }, 'MAIL_FROM'],
  [{ SMTP_HOST: 'smtp.example.com', MAIL_FROM: 'a@example.com', SMTP_USER: 'a' }, 'SMTP_PASSWORD'],
  [{ ALERT_WECOM_URL: 'http://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=secret-key' }, 'ALERT_WECOM_URL'],
  [{ ALERT_MAIL_TO: 'a@example.com,nobody', SMTP_HOST: 's.example.com', MAIL_FROM: 'a@example.com' }, 'ALERT_MAIL_TO'],
  [{ SMTP_HOST: 'smtp.example.com', MAIL_FROM: 'a@example.com', SMTP_SECURITY: 'none' }, 'SMTP_SECURITY'],
  [{ ALERT_WECOM_URI: 'x' }, 'ALERT_WECOM_URL'],
  [{ SMTP_PASWORD: 'x' }, 'SMTP_PASSWORD'],
])('the push settings %o are refused naming %s, and no value is shown', (environment, name) => {
  const problems = problemsOf({ ...production, ...(environment as Record<string, string>) }).join()
  expect(problems).toContain(name)
  expect(problems).not.toMatch(/secret-key|oapi/)
})

test('complete push settings are accepted', () => {
  const mail = { SMTP_HOST: 'smtp.example.com', SMTP_USER: 'a', SMTP_PASSWORD: 'b', MAIL_FROM: 'a@example.com' }
  const robot = {
    ALERT_WECOM_URL: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k',
    ALERT_MAIL_TO: ' a@example.com, b@example.com ',
  }
  expect(readConfig({ ...production, ...mail, ...robot })).toMatchObject({
    alertMailTo: ['a@example.com', 'b@example.com'],
    smtpPort: 465,
    smtpSecurity: 'tls',
  })
})

// Guards: each setting is parsed by its schema, whose messages are Chinese; accepted values are usable later.
test.each(Object.values(settings).map(({ env }) => env))('nonsense in %s is taken or refused in Chinese', env => {
  const nonsense = [
    'nonsense',
    'x'.repeat(2000),
    '-1',
    '::',
    '0.5',
    '10.0.0.0/33',
    'security@example.com',
    '，',
    '[',
    '%',
  ]
  for (const value of nonsense) {
    const problems = problemsOf({ PORTAL_MODE: 'demo', [env]: value })
    expect(problems.filter(problem => !/^[^\n]*[\u4e00-\u9fff][^\n]*$/.test(problem))).toEqual([])
    expect(problems.join()).not.toMatch(/invalid|expected|too (?:big|small)|must/i)
  }
})

test.each([
  ['TRUST_PROXY', 'nginx'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.0/'],
  ['TRUST_PROXY', '127.0.0.1, 0.0.0.0/0'],
  ['TRUST_PROXY', '::/0'],
  ['OPERATIONS_ADDRESSES', '10.0.0.0/'],
  ['DNS_SERVERS', 'dns.local'],
  ['SECURITY_CONTACT', 'security@example.com'],
  ['TAX_GOODS_NAME', '网'.repeat(91)],
  ['API_BASE', 'api.example.com/api'],
  ['API_BASE', 'https://'],
  ['BRAND_LATIN', '海易联'],
  ['SMS_ENDPOINT', 'https://'],
  ['IDENTITY_ENDPOINT', 'cloudauth aliyuncs com'],
])('%s=%s is refused', (env, value) => {
  expect(problemsOf({ [env]: value })).toEqual([expect.stringMatching(new RegExp(`^${env}：`))])
})

test('a message that two rules of a setting share is given once', () => {
  expect(
    problemsOf({ AUDIT_SYSLOG: 'tcp://x:1', ALERT_WECOM_URL: 'x' }).map(problem => problem.split('；').length),
  ).toEqual([1, 1])
})

test('lists of addresses may end with a comma', () => {
  expect(readConfig({ TRUST_PROXY: '127.0.0.1, ' }).trustProxy).toEqual(['127.0.0.1'])
  expect(readConfig({ DNS_SERVERS: '10.0.0.2, [fd00::2]:5353' }).dnsServers).toHaveLength(2)
})

test.each([
  ['http://portal.example.com', false],
  ['https://example.com/portal', false],
  ['https://example.com/?x', false],
  ['https://portal.example.com:8443/', true],
  ['http://127.0.0.1:8080', true],
  ['http://[::1]:8080', true],
])('production takes the public address %s: %s', (address, taken) => {
  expect(problemsOf({ ...production, PUBLIC_URL: address })).toEqual(
    taken ? [] : [expect.stringMatching(/^PUBLIC_URL：/)],
  )
})

test.each([
  ['::', 'http://127.0.0.1:8080'],
  ['::1', 'http://[::1]:8080'],
])('a demonstration on %s is at %s', (host, address) => {
  expect(readConfig({ PORTAL_MODE: 'demo', HOST: host }).publicUrl).toBe(address)
})

test('variables set by container platforms and shells are not taken for settings', () => {
  const names = ['HOSTNAME', 'PORTAL_SERVICE_HOST', 'PORTAL_PORT', 'PORTAL_PORT_8080_TCP', 'SMTP', 'PATH', 'LOGNAME']
  expect(problemsOf(Object.fromEntries(names.map(name => [name, 'x'])))).toEqual([])
})

test.each(['SECRET_KEY', 'METRICS_TOKEN', 'CHAT_SECRET'])('production refuses a weak %s', name => {
  expect(problemsOf({ ...production, [name]: 'a'.repeat(40) }).join()).toContain(`${name}：过于简单`)
})

test('a server reachable by others must set its mode explicitly', () => {
  expect(problemsOf({ HOST: '0.0.0.0' })).toEqual([expect.stringMatching(/^HOST：.*PORTAL_MODE=production/)])
  expect(problemsOf({ HOST: '0.0.0.0', PORTAL_MODE: 'demo' })).toEqual([])
})

test('production refuses the demonstration outbox', () => {
  const { SMS: _, ...rest } = production
  expect(problemsOf(rest).join()).toContain('SMS')
})

test('production without any payment gateway is refused, listing them', () => {
  const input = Object.entries(production).filter(([name]) => !name.startsWith('TRANSFER_'))
  const problems = problemsOf(Object.fromEntries(input)).join()
  for (const name of ['ALIPAY_', 'WECHAT_', 'TRANSFER_']) expect(problems).toContain(name)
})

test.each([
  ['alipay', alipayEnvironment],
  ['wechat', wechatEnvironment],
])('incomplete settings of %s are refused in any mode, naming the missing ones', (_name, whole) => {
  expect(problemsOf(whole)).toEqual([])
  for (const name of Object.keys(whole)) {
    const { [name as keyof typeof whole]: _, ...rest } = whole
    const problems = problemsOf(rest)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(name)
    if (Object.keys(whole).length > 1)
      expect(problemsOf({ [name]: whole[name as keyof typeof whole] })).toHaveLength(Object.keys(whole).length - 1)
  }
})

test('a key is accepted as PEM, PEM with escaped line ends or base64; others are refused by name', () => {
  const { ALIPAY_PRIVATE_KEY, ALIPAY_PUBLIC_KEY } = alipayEnvironment
  const read = readConfig(alipayEnvironment)
  expect(read.alipayPrivateKey).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
  expect(read.alipayPublicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n/)
  const pem = ALIPAY_PUBLIC_KEY.replaceAll('\\n', '\n')
  expect(readConfig({ ...alipayEnvironment, ALIPAY_PUBLIC_KEY: pem }).alipayPublicKey).toBe(read.alipayPublicKey)
  const pkcs1 = createPrivateKey(read.alipayPrivateKey ?? '')
    .export({ type: 'pkcs1', format: 'der' })
    .toString('base64')
  expect(readConfig({ ...alipayEnvironment, ALIPAY_PRIVATE_KEY: pkcs1 }).alipayPrivateKey).toBe(read.alipayPrivateKey)
  // systemd strips the backslashes of an unquoted value.
  const stripped = {
    ALIPAY_PRIVATE_KEY: read.alipayPrivateKey?.replaceAll('\n', 'n') ?? '',
    ALIPAY_PUBLIC_KEY: ALIPAY_PUBLIC_KEY.replaceAll('\\n', 'n'),
  }
  expect(problemsOf({ ...alipayEnvironment, ...stripped })).toEqual([
    expect.stringMatching(/^ALIPAY_PRIVATE_KEY：私钥里换行 \\n 的反斜杠不见了.*单引号/),
    expect.stringMatching(/^ALIPAY_PUBLIC_KEY：公钥里换行 \\n 的反斜杠不见了.*单引号/),
  ])
  // A public key is not a private one, and a truncated key is none at all.
  for (const wrong of [pem, ALIPAY_PRIVATE_KEY.slice(0, 200), 'x'])
    expect(problemsOf({ ...alipayEnvironment, ALIPAY_PRIVATE_KEY: wrong }).join()).toMatch(
      /^ALIPAY_PRIVATE_KEY：[^A-Za-z]* RSA /,
    )
})

test.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PORTAL_MODE', 'staging'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['SECRET_KEY', 'short'],
  ['STORAGE_PASSPHRASE', 'fifteen letters'],
  ['PUBLIC_URL', 'portal.example.com'],
  ['MOBILE_HOSTS', 'a=b=c'],
  ['SMS_PROOF_AFTER', '-1'],
  ['WECHAT_API_V3_KEY', '0123456789abcdef'],
])('%s=%s is refused by name', (name, value) => {
  const problems = problemsOf({ [name]: value })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(name)
  // zod's own messages are English. The literal values of a setting are not translated.
  expect(problems[0]).toMatch(/：.*[\u4e00-\u9fff]/)
  expect(problems[0]).not.toMatch(/invalid|expected|received|too (small|big)/i)
})

test('the mobile hosts are a map', () => {
  expect(readConfig({ MOBILE_HOSTS: 'www.a.cn=m.a.cn, b.cn=m.b.cn:8080' }).mobileHosts).toEqual({
    'www.a.cn': 'm.a.cn',
    'b.cn': 'm.b.cn:8080',
  })
})
