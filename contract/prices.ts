/** Price calculations shared by server, console and price page, because each must arrive at the same fen. */

/**
 * Returns the fen for a quantity over a period: the 30-day price pro rata, less the package's discount. It is rounded once per
 * unit, so that ten units cost ten times as much as one.
 */
export function priceOf(input: { price: number; days: number; discountPercent: number; quantity: number }) {
  const whole = (input.price * input.days) / 30
  const unit = Math.round((whole * (100 - input.discountPercent)) / 100)
  return { unit, list: Math.round(whole) * input.quantity, payable: unit * input.quantity }
}

/** Returns the discount of the longest package that is not longer than the renewal; 0 below the shortest. */
export function discountFor(days: number, packages: readonly { days: number; discount_percent: number }[]): number {
  return packages.reduce((best, each) => (each.days <= days && each.days > best.days ? each : best), {
    days: 0,
    discount_percent: 0,
  }).discount_percent
}

export interface CouponRules {
  kind: 'amount' | 'percent'
  /** Fen. */
  amount: number | null
  percent: number | null
  /** Fen. */
  cap: number | null
  /** Fen. */
  threshold: number
}

/**
 * Returns the fen that a coupon takes off the sum of its categories' items after the packages' discounts, or `undefined` below its
 * threshold. It never exceeds that sum, and fractions of a fen are rounded down.
 */
export function couponDiscount(rules: CouponRules, amount: number): number | undefined {
  if (amount < rules.threshold || amount <= 0) return undefined
  const off = rules.kind === 'amount' ? (rules.amount ?? 0) : Math.floor((amount * (rules.percent ?? 0)) / 100)
  return Math.min(off, rules.cap ?? off, amount)
}

/** Formats a number with separators: 12,345. */
export const grouped = (value: number | string): string =>
  String(value).replace(/^-?\d+/, whole => whole.replace(/\B(?=(\d{3})+$)/g, ','))

/** Formats fen as ¥1,234.50 or −¥1,234.50, on pages, in documents and in messages alike. */
export function money(fen: number): string {
  const [whole = '', part] = (Math.abs(fen) / 100).toFixed(2).split('.')
  return `${fen < 0 ? '−' : ''}¥${grouped(whole)}.${part}`
}

/** Writes a number that is counted no further than `most`: 2,000+. */
export const groupedUpTo = (value: number, most: number): string => `${grouped(value)}${value >= most ? '+' : ''}`
