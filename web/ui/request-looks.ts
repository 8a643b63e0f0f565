import { type RequestKind, type RequestState, requestKindNames } from '#contract/request-names.ts'
import type { StateLook } from './states.ts'

export const requestLooks = {
  open: { word: '待处理', tone: 'busy' },
  approved: { word: '已同意', tone: 'good' },
  refused: { word: '未通过', tone: 'bad' },
  withdrawn: { word: '已撤回', tone: 'idle' },
  lapsed: { word: '已过期', tone: 'idle' },
} as const satisfies Record<RequestState, StateLook>

/** The look of a request that was granted and whose grant was undone since. */
export const undoneAfterGrant = { word: '同意后撤销', tone: 'idle' } as const satisfies StateLook

interface Requested {
  kind: RequestKind
  days: number | null
  device_name: string | null
}

/** Names what is requested: 增加时长 30 天. */
export const requestTitle = ({ kind, days, device_name }: Requested): string =>
  [requestKindNames[kind], days && `${days} 天`, device_name && `「${device_name}」`].filter(Boolean).join(' ')
