import type { OutputOf } from '#contract/index.ts'
import type { StateLook } from '#web/ui/states.ts'

export type LogStream = NonNullable<OutputOf<'getLogStream'>['stream']>

export function logStreamLook({ state, failing_since }: LogStream): StateLook {
  if (state === 'off') return { word: '已关闭', tone: 'idle' }
  if (state === 'paused') return { word: '送达失败，已暂停', tone: 'bad' }
  return failing_since ? { word: '送达失败，等待重试', tone: 'warn' } : { word: '正常', tone: 'good' }
}

export const placeOf = ({ host, port }: Pick<LogStream, 'host' | 'port'>): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
