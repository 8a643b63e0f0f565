/** Matches an amount in yuan as people type or paste it: with commas, a sign of the yuan, blanks around it, or in full width. */
export const yuanPattern = /^\s*[¥￥]?[\d０-９]{1,3}([,，]?[\d０-９]{3}){0,3}([.．][\d０-９]{1,2})?\s*$/

/** Converts a text that matches the pattern to fen. */
export const fenOf = (typed: string): number =>
  Math.round(Number(typed.normalize('NFKC').replaceAll(/[¥,]/g, '')) * 100)

/** Returns the fen of a keyword that may be an amount. */
export const amountIn = (keyword: string): number | undefined =>
  yuanPattern.test(keyword) ? fenOf(keyword) : undefined

/** Reports whether a keyword is a number (of an order, a payment, a refund) or an amount, rather than a name. */
export const isNumberOrAmount = (keyword: string): boolean =>
  yuanPattern.test(keyword) || /^[A-Z]?\d[\d\s-]{6,}(T\d*)?$/.test(keyword)
