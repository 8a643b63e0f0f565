/** Matches an amount in yuan as people type or paste it: with commas, a sign of the yuan, blanks around it, or in full width. */
export const yuanPattern = /^\s*[¥￥]?[\d０-９]{1,3}([,，]?[\d０-９]{3}){0,3}([.．][\d０-９]{1,2})?\s*$/

/** Converts a text that matches the pattern to fen. */
export const fenOf = (typed: string): number =>
  Math.round(Number(typed.normalize('NFKC').replaceAll(/[¥,]/g, '')) * 100)
