import type { Duty } from '#contract/duty-names.ts'

/** Returns a duty, with its limitation, in the form stored in the browser for the frame rendered before the scripts. */
export const reachOf = (duty: Duty, limited: boolean): string => (limited ? `${duty}-limited` : duty)
