/** Matches an amount in yuan as people type it, with commas allowed. */
export const yuanPattern = /^\d{1,3}(,?\d{3}){0,3}(\.\d{1,2})?$/

/** Converts a text that matches the pattern to fen. */
export const fenOf = (typed: string): number => Math.round(Number(typed.replaceAll(',', '')) * 100)
