import type { z } from 'zod'
import type { CouponRules } from '#contract/prices.ts'
import type { couponType } from '#contract/records/coupon-type.ts'
import { money } from '#server/core/yuan.ts'

type Rules = Pick<CouponRules, 'kind' | 'amount' | 'percent' | 'cap'>
type CouponType = z.output<typeof couponType.schema>

/** Returns the largest discount of one coupon in fen; a percentage without a cap has no limit. */
export const maxDiscount = ({ kind, amount, cap }: Rules): number =>
  kind === 'amount' ? (amount ?? 0) : (cap ?? Number.POSITIVE_INFINITY)

/**
 * Returns the most fen that a type gives away once it is published: all of its coupons, without a limit if their number has none.
 * Coupons that operators give are each decided separately.
 */
export const maxLiability = ({ total, way, ...rules }: Rules & Pick<CouponType, 'total' | 'way'>): number =>
  way === 'gift' ? maxDiscount(rules) : total === null ? Number.POSITIVE_INFINITY : total * maxDiscount(rules)

/** Describes the discount of one coupon for the operator who decides about it. */
export function discountText(rules: Rules): string {
  if (rules.kind === 'amount') return `每张减 ${money(rules.amount ?? 0)}`
  return `每张减 ${rules.percent ?? 0}%，${rules.cap === null ? '不封顶' : `最多 ${money(rules.cap)}`}`
}
