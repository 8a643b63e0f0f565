/** Names and limits of proposals. Browser and server share this file, so it must not import zod. */

export const proposalStates = ['draft', 'sent', 'accepted', 'declined', 'expired', 'withdrawn'] as const
export type ProposalState = (typeof proposalStates)[number]
/** Companies see no drafts. */
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

/** The most days for which a proposal's price holds, counted from the day on which it is sent. */
export const longestProposal = 90
export const proposalNote = 500
