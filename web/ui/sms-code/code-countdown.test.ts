import { beforeEach, describe, expect, test, vi } from 'vitest'

describe('the countdown', () => {
  let countdown: typeof import('./code-countdown.ts')
  beforeEach(async () => {
    vi.resetModules()
    vi.useFakeTimers()
    countdown = await import('./code-countdown.ts')
  })

  test('runs from 60, notifies its subscribers, and ends as 重新发送', () => {
    const labels: string[] = []
    const unwatch = countdown.watchCountdown(() => labels.push(countdown.codeLabel('register')))
    expect(countdown.codeLabel('register')).toBe('获取验证码')
    countdown.startCountdown('register')
    expect(countdown.codeLabel('register')).toBe('60 秒后重发')
    vi.advanceTimersByTime(1000)
    expect(countdown.secondsLeft('register')).toBe(59)
    vi.advanceTimersByTime(58_500)
    expect(countdown.codeLabel('register')).toBe('1 秒后重发')
    vi.advanceTimersByTime(1000)
    expect(countdown.codeLabel('register')).toBe('重新发送')
    expect(labels.at(-1)).toBe('重新发送')
    expect(vi.getTimerCount()).toBe(0)
    unwatch()
  })

  test('uses the server’s seconds, separately for each purpose', () => {
    countdown.startCountdown('forgotpwd', 37)
    expect(countdown.secondsLeft('forgotpwd')).toBe(37)
    expect(countdown.secondsLeft('register')).toBe(0)
    expect(countdown.codeLabel('phone')).toBe('获取验证码')
  })
})
