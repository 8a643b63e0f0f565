import { beforeEach, describe, expect, test, vi } from 'vitest'
import { uploadMegabytes } from '#contract/uploads.ts'
import { uploadMegabytesOf } from '#web/ui/file-drop/limits.ts'
import { fakeBrowser } from '../testing/browser.ts'
import { loginOutcome } from './outcome.ts'
import { lineProblem, ruled, upper } from './rules.ts'

describe('where a login leads', () => {
  test.each([
    [1, { close: true, to: '/' }],
    [-2, { close: true, to: '/realname/no' }],
    [-1, { close: false, to: '/realname/yes' }],
    [0, { close: false, to: undefined }],
    [7, { close: false, to: undefined }],
  ])('user_status %i: %j', (status, outcome) => {
    expect(loginOutcome(status)).toEqual(outcome)
  })
})

describe('the countdown', () => {
  let countdown: typeof import('./code-countdown.ts')
  beforeEach(async () => {
    vi.resetModules()
    vi.useFakeTimers()
    countdown = await import('./code-countdown.ts')
    return () => vi.useRealTimers()
  })

  test('runs from 60, tells its watchers, and ends as 重新发送', () => {
    const told: string[] = []
    const unwatch = countdown.watchCountdown(() => told.push(countdown.codeLabel('register')))
    expect(countdown.codeLabel('register')).toBe('获取验证码')
    countdown.startCountdown('register')
    expect(countdown.codeLabel('register')).toBe('60 秒后重发')
    vi.advanceTimersByTime(1000)
    expect(countdown.secondsLeft('register')).toBe(59)
    vi.advanceTimersByTime(58_500)
    expect(countdown.codeLabel('register')).toBe('1 秒后重发')
    vi.advanceTimersByTime(1000)
    expect(countdown.codeLabel('register')).toBe('重新发送')
    expect(told.at(-1)).toBe('重新发送')
    expect(vi.getTimerCount()).toBe(0)
    unwatch()
  })

  test('takes the server’s seconds, and each purpose waits for itself', () => {
    countdown.startCountdown('forgotpwd', 37)
    expect(countdown.secondsLeft('forgotpwd')).toBe(37)
    expect(countdown.secondsLeft('register')).toBe(0)
    expect(countdown.codeLabel('phone')).toBe('获取验证码')
  })
})

describe('rules of forms', () => {
  test.each([
    ['', '请输入企业名称'],
    ['  ', '请输入企业名称'],
    [' 三个字 ', '企业名称至少4个字'],
    ['四个字的', undefined],
    ['长'.repeat(101), '企业名称最多100个字'],
  ])('a line %j: %s', (value, problem) => {
    expect(lineProblem('企业名称', 100, 4)(value)).toBe(problem)
  })

  test('an optional line may be empty', () => {
    expect(lineProblem('企业地址', 200, 0)('')).toBeUndefined()
  })

  test('a rule rejects with the message of its check, and takes an untouched field as empty', async () => {
    const rule = ruled(value => (value ? undefined : '请输入'))
    await expect(rule.validator(undefined, undefined)).rejects.toThrow('请输入')
    await expect(rule.validator(undefined, 'x')).resolves.toBeUndefined()
  })

  test('numbers are typed in capitals without blanks', () => {
    expect(upper('11010519491231 002x')).toBe('11010519491231002X')
  })
})

test('the upload limits are the contract’s', () => {
  expect(uploadMegabytesOf).toEqual(uploadMegabytes)
})

test.each([
  ['?code=HYL666', 'HYL666'],
  ['?code=abc12', null],
  ['?code=<script>', null],
  ['', null],
])('an address with %j keeps the invite code %s', async (search, kept) => {
  const { local } = fakeBrowser()
  const { keepInviteCode } = await import('./invite-code.ts')
  keepInviteCode(search)
  expect(local.getItem('invite_code')).toBe(kept)
})
