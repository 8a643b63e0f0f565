import { type TrialState, trialStateNames } from '#contract/trial-names.ts'
import type { StateLook } from './states.ts'

export const trialLooks = {
  requested: { word: trialStateNames.requested, tone: 'busy' },
  declined: { word: trialStateNames.declined, tone: 'bad' },
  active: { word: trialStateNames.active, tone: 'good' },
  ended: { word: trialStateNames.ended, tone: 'idle' },
} as const satisfies Record<TrialState, StateLook>
