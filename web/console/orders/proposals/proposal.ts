import type { OutputOf } from '#contract/index.ts'

export type Proposal = OutputOf<'getProposal'>

/** The codes for a proposal whose state or price has changed since. */
export const outdatedBy = [-49008, -59301, -59302]
