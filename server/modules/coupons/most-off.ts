import type { CouponRules } from '#contract/prices.ts'
import { money } from '#server/core/yuan.ts'

type Rules = Pick<CouponRules, 'kind' | 'amount' | 'percent' | 'cap'>

/** Returns the most fen that one coupon takes off; a percentage without a cap has no limit. */
export const mostOff = ({ kind, amount, cap }: Rules): number =>
  kind === 'amount' ? (amount ?? 0) : (cap ?? Number.POSITIVE_INFINITY)

/** Returns the same in words for the person who decides about it. */
export function mostOffText(rules: Rules): string {
  if (rules.kind === 'amount') return `每张减 ${money(rules.amount ?? 0)}`
  return `每张减 ${rules.percent ?? 0}%，${rules.cap === null ? '不封顶' : `最多 ${money(rules.cap)}`}`
}
