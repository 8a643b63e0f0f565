import { trialStateNames } from '#contract/trial-names.ts'
import { looksOf } from './states.ts'

export const trialLooks = looksOf(trialStateNames, {
  requested: 'busy',
  declined: 'bad',
  active: 'good',
  ended: 'idle',
})
