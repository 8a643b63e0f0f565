import type { z } from 'zod'
import type { CouponRules } from '#contract/prices.ts'
import type { couponType } from '#contract/records/coupon-type.ts'
import { money } from '#server/core/yuan.ts'

type Rules = Pick<CouponRules, 'kind' | 'amount' | 'percent' | 'cap'>
type CouponType = z.output<typeof couponType.schema>

/** Returns the most fen that one coupon takes off; a percentage without a cap has no limit. */
export const mostOff = ({ kind, amount, cap }: Rules): number =>
  kind === 'amount' ? (amount ?? 0) : (cap ?? Number.POSITIVE_INFINITY)

/**
 * Returns the most fen that a type gives away once it is published: all of its coupons, which without a number of them have no limit.
 * Those that operators give are each decided when it is given.
 */
export const mostGiven = ({ total, way, ...rules }: Rules & Pick<CouponType, 'total' | 'way'>): number =>
  way === 'gift' ? mostOff(rules) : total === null ? Number.POSITIVE_INFINITY : total * mostOff(rules)

/** Says in words what one coupon takes off, for whoever decides about it. */
export function mostOffText(rules: Rules): string {
  if (rules.kind === 'amount') return `每张减 ${money(rules.amount ?? 0)}`
  return `每张减 ${rules.percent ?? 0}%，${rules.cap === null ? '不封顶' : `最多 ${money(rules.cap)}`}`
}
