/** The words for proposals. Browser and server share this file, so it has no zod. */

export const proposalStates = ['draft', 'sent', 'accepted', 'declined', 'expired', 'withdrawn'] as const
export type ProposalState = (typeof proposalStates)[number]
/** A company sees no draft. */
export const sentProposalStates = [
  'sent',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
] as const satisfies ProposalState[]
export const proposalStateNames: Record<ProposalState, string> = {
  draft: '草稿',
  sent: '待确认',
  accepted: '已接受',
  declined: '已拒绝',
  expired: '已过期',
  withdrawn: '已撤回',
}

/** A proposal's price holds for so many days at most, counted from the day it is sent. */
export const longestProposal = 90
export const proposalNote = 500
