/**
 * The purpose of a verification code. Each purpose has its own countdown, which lives as long as the page, so that a dialog can be
 * closed meanwhile.
 */
export type CodePurpose = 'register' | 'forgotpwd' | 'login' | 'phone' | 'admin'

/** Seconds between two codes unless the server names another number. */
export const codeWait = 60

const ends = new Map<CodePurpose, number>()
const sent = new Set<CodePurpose>()
const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

export const secondsLeft = (purpose: CodePurpose, now = Date.now()): number =>
  Math.max(0, Math.ceil(((ends.get(purpose) ?? 0) - now) / 1000))

function tick(): void {
  for (const listener of listeners) listener()
  const running = [...ends.values()].some(end => end > Date.now())
  if (running) return
  clearInterval(ticking)
  ticking = undefined
}

export function startCountdown(purpose: CodePurpose, seconds = codeWait): void {
  ends.set(purpose, Date.now() + seconds * 1000)
  sent.add(purpose)
  ticking ??= setInterval(tick, 500)
  tick()
}

/** The text of the button: 获取验证码, then the seconds, then 重新发送. */
export function codeLabel(purpose: CodePurpose): string {
  const seconds = secondsLeft(purpose)
  if (seconds) return `${seconds} 秒后重发`
  return sent.has(purpose) ? '重新发送' : '获取验证码'
}

export function watchCountdown(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
