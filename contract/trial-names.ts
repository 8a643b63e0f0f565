/** Days of a trial, which has one line, and service for some people. */
export const trialDays = 3
export const trialSeats = 2
export const trialPersonDays = trialDays * trialSeats

export const trialStates = ['requested', 'declined', 'active', 'ended'] as const
export type TrialState = (typeof trialStates)[number]
export const trialStateNames = {
  requested: '待处理',
  declined: '未通过',
  active: '试用中',
  ended: '已结束',
} as const satisfies Record<TrialState, string>
