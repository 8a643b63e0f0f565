import type { OutputOf } from '#contract/index.ts'
import type { StateLook } from '#web/ui/states.ts'

export type Token = OutputOf<'getApiTokenList'>['list'][number]

export const tokenLooks = {
  active: { word: '可用', tone: 'good' },
  expired: { word: '已到期', tone: 'bad' },
  revoked: { word: '已撤销', tone: 'idle' },
  ended: { word: '创建者已不是管理员', tone: 'bad' },
} as const satisfies Record<Token['state'], StateLook>
