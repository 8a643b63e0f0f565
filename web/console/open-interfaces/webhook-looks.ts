import type { OutputOf } from '#contract/index.ts'
import type { StateLook } from '#web/ui/states.ts'

export type Webhook = OutputOf<'getWebhookList'>['list'][number]
export type Message = OutputOf<'getWebhookMessageList'>['list'][number]

export function webhookLook({ state, failing_since }: Webhook): StateLook {
  if (state === 'disabled')
    return failing_since ? { word: '送达失败，已停用', tone: 'bad' } : { word: '已停用', tone: 'idle' }
  return failing_since ? { word: '送达失败，正在重试', tone: 'warn' } : { word: '正常', tone: 'good' }
}

export const messageLooks = {
  pending: { word: '等待送达', tone: 'busy' },
  delivered: { word: '已送达', tone: 'good' },
  skipped: { word: '已跳过', tone: 'warn' },
} as const satisfies Record<Message['state'], StateLook>

export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => new URL(url).host
