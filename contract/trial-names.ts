/** A trial: one line, and hours for some people, for a few days. */
export const trialDays = 3
export const trialSeats = 2
/** The person-days that a trial gives. */
export const trialPersonDays = trialDays * trialSeats

export const trialStates = ['requested', 'declined', 'active', 'ended'] as const
export type TrialState = (typeof trialStates)[number]
