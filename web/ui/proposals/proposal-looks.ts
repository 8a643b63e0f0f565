import { type ProposalState, proposalStateNames } from '#contract/proposal-names.ts'
import type { StateLook } from '../states.ts'

export const proposalLooks = {
  draft: { word: proposalStateNames.draft, tone: 'idle' },
  sent: { word: proposalStateNames.sent, tone: 'busy' },
  accepted: { word: proposalStateNames.accepted, tone: 'good' },
  declined: { word: proposalStateNames.declined, tone: 'bad' },
  expired: { word: proposalStateNames.expired, tone: 'idle' },
  withdrawn: { word: proposalStateNames.withdrawn, tone: 'idle' },
} as const satisfies Record<ProposalState, StateLook>
