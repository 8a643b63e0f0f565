import { proposalStateNames } from '#contract/proposal-names.ts'
import { looksOf } from '../states.ts'

export const proposalLooks = looksOf(proposalStateNames, {
  draft: 'idle',
  sent: 'busy',
  accepted: 'good',
  declined: 'bad',
  expired: 'idle',
  withdrawn: 'idle',
})
