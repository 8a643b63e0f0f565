import type { z } from 'zod'
import type { couponType } from '#contract/records/coupon-type.ts'
import { maxDiscount } from './max-discount.ts'

/** The fields of a type that an operator sets. */
type Terms = Omit<z.output<typeof couponType.schema>, 'coupon_type_id' | 'claimed' | 'created_at' | 'revision'>

/** Reports whether a limit is removed or raised; null stands for none. */
const raised = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after > before)

const instant = (at: string | null) => (at === null ? null : Date.parse(at))

/** Category ids form a set; null stands for all. */
const moreCategories = (before: string[] | null, after: string[] | null): boolean =>
  before !== null && (after === null || after.some(id => !before.includes(id)))

/**
 * Reports whether a published type gives away more than was approved when it was published: a larger discount, more coupons, for
 * more orders or for longer. Another way of getting it always does, because it decides how the publishing was evaluated
 * (`maxLiability`).
 */
export const widens = (before: Terms, after: Terms): boolean =>
  after.way !== before.way ||
  after.kind !== before.kind ||
  maxDiscount(after) > maxDiscount(before) ||
  // Below its cap the percentage decides.
  (after.percent ?? 0) > (before.percent ?? 0) ||
  raised(before.total, after.total) ||
  after.per_company > before.per_company ||
  after.threshold < before.threshold ||
  moreCategories(before.category_ids, after.category_ids) ||
  (after.for_purchase && !before.for_purchase) ||
  (after.for_renewal && !before.for_renewal) ||
  raised(instant(before.claim_ends_at), instant(after.claim_ends_at)) ||
  // One of the two is null: a type has either days or a date.
  raised(before.valid_days, after.valid_days) ||
  raised(instant(before.valid_until), instant(after.valid_until))
