import type { Duty } from '#contract/duty-names.ts'

/** The duties, and their limited kinds, as the browser keeps them for the frame that is drawn before the scripts. */
export const reachOf = (duty: Duty, limited: boolean): string => (limited ? `${duty}-limited` : duty)
