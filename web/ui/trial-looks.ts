import type { TrialState } from '#contract/trial-names.ts'
import type { StateLook } from './states.ts'

export const trialLooks = {
  requested: { word: '待处理', tone: 'busy' },
  declined: { word: '未通过', tone: 'bad' },
  active: { word: '试用中', tone: 'good' },
  ended: { word: '已结束', tone: 'idle' },
} as const satisfies Record<TrialState, StateLook>
