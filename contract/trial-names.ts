/** A trial: one line, and hours for some people, for a few days. */
export const trialDays = 3
export const trialSeats = 2
/** The person-days that a trial gives. */
export const trialPersonDays = trialDays * trialSeats

export const trialStates = ['requested', 'declined', 'active', 'ended'] as const
export type TrialState = (typeof trialStates)[number]
export const trialStateNames = {
  requested: '待处理',
  declined: '未通过',
  active: '试用中',
  ended: '已结束',
} as const satisfies Record<TrialState, string>
