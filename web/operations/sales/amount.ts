/** What a person types as an amount in yuan, commas allowed. */
export const yuanPattern = /^\d{1,3}(,?\d{3}){0,3}(\.\d{1,2})?$/

/** Fen, of what the pattern takes. */
export const fenOf = (typed: string): number => Math.round(Number(typed.replaceAll(',', '')) * 100)
