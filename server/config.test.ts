import { expect, test } from 'vitest'
import { ConfigError, deriveKey, readConfig } from './config.ts'

const problemsOf = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const production = {
  PORTAL_MODE: 'production',
  PUBLIC_URL: 'https://portal.example.com/',
  SECRET_KEY: 'k'.repeat(32),
  STORAGE_PASSPHRASE: 'p'.repeat(16),
  SUPPORT_PHONE: '0755-00000000',
  SUPPORT_QR_TEXT: 'https://example.com/chat',
  OFFICE_ADDRESS: '深圳',
  COPYRIGHT: '某某公司',
  ICP_NUMBER: '粤ICP备00000000号',
  SMS: 'aliyun',
  SMS_ACCESS_KEY_ID: 'id',
  SMS_ACCESS_KEY_SECRET: 'secret',
  SMS_SIGN_NAME: '海易联',
  SMS_CODE_TEMPLATE: 'SMS_1',
  SMS_NOTICE_TEMPLATE: 'SMS_2',
}

test('a demonstration needs nothing', () => {
  expect(readConfig({})).toMatchObject({ mode: 'demo', port: 8080, host: '127.0.0.1', brandName: '海易联' })
})

test('production with everything starts', () => {
  expect(readConfig(production)).toMatchObject({ mode: 'production', publicUrl: 'https://portal.example.com' })
})

test.each(Object.keys(production).filter(name => !['PORTAL_MODE', 'SMS'].includes(name)))(
  'production without %s refuses and names it',
  name => {
    const { [name as keyof typeof production]: _, ...rest } = production
    expect(problemsOf(rest).join()).toContain(name)
  },
)

test('production refuses the demonstration outbox', () => {
  const { SMS: _, ...rest } = production
  expect(problemsOf(rest).join()).toContain('SMS')
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
])('%s=%s is refused by name', (name, value) => {
  const problems = problemsOf({ [name]: value })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(name)
})

test('the mobile hosts are a map', () => {
  expect(readConfig({ MOBILE_HOSTS: 'www.a.cn=m.a.cn, b.cn=m.b.cn:8080' }).mobileHosts).toEqual({
    'www.a.cn': 'm.a.cn',
    'b.cn': 'm.b.cn:8080',
  })
})

test('each use has a key of its own', () => {
  const config = { secretKey: 'k'.repeat(32) }
  expect(deriveKey(config, 'a')).toEqual(deriveKey(config, 'a'))
  expect(deriveKey(config, 'a')).not.toEqual(deriveKey(config, 'b'))
})
