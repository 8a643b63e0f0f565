import type { OutputOf } from '#contract/index.ts'
import { couponDiscount } from '#contract/prices.ts'
import type { CouponSource } from '#contract/shop.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { money } from '#server/core/yuan.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { refuseViolation } from '#server/database/violation.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import {
  type Coupon,
  type CouponType,
  countClaim,
  findCoupon,
  findCouponType,
  holdCoupon,
  insertCoupon,
  type OrderedCoupon,
  spendCoupon,
  unusedCoupons,
} from './coupons.sql.ts'

/** The part of an order that matters to a coupon. */
export interface Ordered {
  kind: 'purchase' | 'renewal'
  /** `amount` is in fen, after the package's discount. */
  items: readonly { categoryId: string; amount: number }[]
  /** The result of `categoryAncestors`. */
  ancestors: ReadonlyMap<string, readonly string[]>
}

type Rules = Pick<
  Coupon,
  'kind' | 'amount' | 'percent' | 'cap' | 'threshold' | 'category_ids' | 'for_purchase' | 'for_renewal'
>

/** Returns the discount of a coupon by its rules, or why there is none. It ignores the coupon's time and state. */
export function discountOf(
  coupon: Rules,
  { items, kind, ancestors }: Ordered,
): { discount: number } | { reason: string } {
  if (kind === 'purchase' && !coupon.for_purchase) return { reason: '仅限续费使用' }
  if (kind === 'renewal' && !coupon.for_renewal) return { reason: '仅限新购使用' }
  const { category_ids } = coupon
  const amount = items
    .filter(({ categoryId }) => !category_ids || ancestors.get(categoryId)?.some(above => category_ids.includes(above)))
    .reduce((sum, item) => sum + item.amount, 0)
  if (category_ids && !amount) return { reason: '不适用于所选商品' }
  const discount = couponDiscount(coupon, amount)
  if (discount !== undefined) return { discount }
  if (amount <= 0) return { reason: '订单金额为零，无需使用' }
  return { reason: `满${money(coupon.threshold)}可用，还差${money(coupon.threshold - amount)}` }
}

/** Returns the reason why a coupon can't be used for any order now; empty when it can. */
function problemOf({ state, valid_from, valid_until }: Pick<Coupon, 'state' | 'valid_from' | 'valid_until'>): string {
  if (state === 'locked') return '已被其他订单占用'
  if (state === 'used') return '已使用'
  if (Date.parse(valid_until) <= Date.now()) return '已过期'
  return Date.parse(valid_from) > Date.now() ? '尚未到使用时间' : ''
}

/** Returns the discount of a coupon on an order now, or why it can't be used for it. */
export function usabilityOf(coupon: Coupon, ordered: Ordered): { discount: number } | { reason: string } {
  const reason = problemOf(coupon)
  return reason ? { reason } : discountOf(coupon, ordered)
}

/** The most coupons that are considered; the first to end are among them. */
const consideredCoupons = 200

export interface Considered {
  coupon: Coupon
  /** Fen; 0 when the coupon can't be used. */
  discount: number
  /** The reason why the coupon can't be used; empty when it can. */
  reason: string
}

/** Sorts the company's unused coupons for an order: the largest discount comes first, and those that can't be used last. */
export async function consideredFor(company: Database, companyId: string, ordered: Ordered): Promise<Considered[]> {
  return (await unusedCoupons(company, companyId, consideredCoupons))
    .map(coupon => ({ coupon, discount: 0, reason: '', ...usabilityOf(coupon, ordered) }))
    .sort(
      (a, b) =>
        Number(a.reason !== '') - Number(b.reason !== '') ||
        b.discount - a.discount ||
        Date.parse(a.coupon.valid_until) - Date.parse(b.coupon.valid_until),
    )
}

/**
 * Moves a coupon from unused to held by an order that is being placed, and returns its discount. Throws -49024 with the reason when
 * it can't be used for the order. It touches only the coupon: `database` is a transaction of the system, or the company's part of
 * one.
 */
export async function lockCoupon(
  database: Database,
  wanted: OrderedCoupon,
  ordered: Ordered,
): Promise<{ discount: number; coupon: Coupon }> {
  const { companyId, couponId } = wanted
  const coupon = orRefuse(await findCoupon(database, companyId, couponId), -49024, '优惠券不存在')
  const usable = usabilityOf(coupon, ordered)
  if ('reason' in usable) throw new Refusal(-49024, usable.reason)
  if (!(await holdCoupon(database, wanted, null))) {
    // Another order was faster, so the reason states the coupon's new state.
    const now = await findCoupon(database, companyId, couponId)
    throw new Refusal(-49024, (now && problemOf(now)) || '已被其他订单占用')
  }
  return { discount: usable.discount, coupon }
}

/**
 * Holds the coupon again for an order that is revived by a payment at `paidAt`, if no other order has the coupon and it was valid
 * then. Returns false otherwise.
 */
export const relockCoupon = async (database: Database, wanted: OrderedCoupon, paidAt: string): Promise<boolean> =>
  (await holdCoupon(database, wanted, paidAt)) === 1

/** Marks an order's coupon as used when the order is paid. The order is locked, so no concurrent change is possible. */
export async function useCoupon(database: Database, held: OrderedCoupon): Promise<void> {
  if (!(await spendCoupon(database, held)))
    throw new Error(`coupon ${held.couponId} is not held by order ${held.orderId}`)
}

interface Grant {
  companyId: string
  couponTypeId: string
  source: CouponSource
  claimedBy: string
  /** When the coupon was earned, if not now: the claim window is judged by it. */
  earnedAt?: string
}

/**
 * Grants a company one coupon of a type, in a transaction of the system. Throws -49020 for a type that is not granted this way,
 * -49021 outside of its time, -49022 when the last is gone, and -49023 when the company has reached its maximum; the transaction
 * must then be rolled back. An operator's gift ignores the claim window and whether the type is published.
 */
export async function grantCoupon(
  transaction: Database,
  { companyId, couponTypeId, source, claimedBy, earnedAt }: Grant,
): Promise<OutputOf<'getCoupon'>> {
  // The claim is counted first, because that locks the type, so that later reads of it and of the company's coupons stay valid.
  const counted = await countClaim(transaction, couponTypeId)
  const type = await findCouponType(transaction, couponTypeId)
  // Guard: a type that was published by its number of coupons was not approved for another way of getting it.
  if (!type || (source !== 'gift' && (type.way !== source || !type.published))) throw new Refusal(-49020)
  const over = type.valid_until !== null && Date.parse(type.valid_until) <= Date.now()
  if (over || (source !== 'gift' && !(earnedAt ? isOpenAt(type, earnedAt) : type.open))) throw new Refusal(-49021)
  if (!counted) throw new Refusal(-49022)
  const inserted = await asCompany(transaction, companyId, company =>
    insertCoupon(company, { companyId, type, source, claimedBy }),
  ).catch(refuseViolation(constraint => (constraint.includes('sequence') ? new Refusal(-49023) : undefined)))
  const coupon = orRefuse(inserted, -49023)
  const action = source === 'center' ? 'coupon.claimed' : 'coupon.received'
  await recordActivity(transaction, companyId, [{ action, id: coupon.coupon_id, name: type.name }])
  return coupon
}

const isOpenAt = ({ published, claim_starts_at, claim_ends_at }: CouponType, at: string): boolean =>
  published &&
  Date.parse(claim_starts_at) <= Date.parse(at) &&
  (claim_ends_at === null || Date.parse(claim_ends_at) > Date.parse(at))
