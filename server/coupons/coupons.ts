import { couponDiscount } from '#contract/prices.ts'
import type { CouponSource } from '#contract/shop.ts'
import { asCompany, violatedConstraint } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { money } from '../integrations/gateways/yuan.ts'
import {
  type Coupon,
  countClaim,
  findCoupon,
  findCouponType,
  freeCoupon,
  holdCoupon,
  insertCoupon,
  spendCoupon,
  unusedCoupons,
} from './coupons.sql.ts'

/** What is ordered, as far as a coupon minds. */
export interface Ordered {
  kind: 'purchase' | 'renewal'
  /** `amount`: fen, the package's discount taken off. */
  items: readonly { categoryId: string; amount: number }[]
  /** `categoryAncestors`. */
  ancestors: ReadonlyMap<string, readonly string[]>
}

type Rules = Pick<
  Coupon,
  'kind' | 'amount' | 'percent' | 'cap' | 'threshold' | 'category_ids' | 'for_purchase' | 'for_renewal'
>

/** What a coupon takes off an order by its rules, or why it takes off nothing. Its time and state are another matter. */
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

/** Why a coupon can't be put on an order at this moment, whatever is ordered; empty when it can. */
function problemOf({ state, valid_from, valid_until }: Pick<Coupon, 'state' | 'valid_from' | 'valid_until'>): string {
  if (state === 'locked') return '已被其他订单占用'
  if (state === 'used') return '已使用'
  if (valid_until.getTime() <= Date.now()) return '已过期'
  return valid_from.getTime() > Date.now() ? '尚未到使用时间' : ''
}

/** What a coupon would take off an order now, or why it can't be used for it. */
export function usabilityOf(coupon: Coupon, ordered: Ordered): { discount: number } | { reason: string } {
  const reason = problemOf(coupon)
  return reason ? { reason } : discountOf(coupon, ordered)
}

/** Nobody looks through more; those that end first are among them. */
const consideredCoupons = 200

export interface Considered {
  coupon: Coupon
  /** Fen; 0 when it can't be used. */
  discount: number
  /** Why it can't be used; empty when it can. */
  reason: string
}

/** The company's unused coupons for what is ordered: the one that takes off most first, at last those that can't be used. */
export async function consideredFor(company: Database, companyId: string, ordered: Ordered): Promise<Considered[]> {
  return (await unusedCoupons(company, companyId, consideredCoupons))
    .map(coupon => ({ coupon, discount: 0, reason: '', ...usabilityOf(coupon, ordered) }))
    .sort(
      (a, b) =>
        Number(a.reason !== '') - Number(b.reason !== '') ||
        b.discount - a.discount ||
        a.coupon.valid_until.getTime() - b.coupon.valid_until.getTime(),
    )
}

/**
 * Unused → held by an order that is being made; answers what it takes off. Throws -49024 with the reason when it can't be
 * used for it. Touches the coupon alone: `database` is a transaction, the system's or the company's part of it.
 */
export async function lockCoupon(
  database: Database,
  companyId: string,
  couponId: string,
  { orderId, ...ordered }: Ordered & { orderId: string },
): Promise<{ discount: number; coupon: Coupon }> {
  const coupon = await findCoupon(database, companyId, couponId)
  if (!coupon) throw new Refusal(-49024, '优惠券不存在')
  const usable = usabilityOf(coupon, ordered)
  if ('reason' in usable) throw new Refusal(-49024, usable.reason)
  if (!(await holdCoupon(database, companyId, couponId, orderId, null))) {
    // Somebody was faster: say what became of it.
    const now = await findCoupon(database, companyId, couponId)
    throw new Refusal(-49024, (now && problemOf(now)) || '已被其他订单占用')
  }
  return { discount: usable.discount, coupon }
}

/**
 * The coupon of an order that comes back to life with money that was paid at `paidAt`: held again if nobody has it and it
 * was good then. False when it can't be had.
 */
export const relockCoupon = async (
  database: Database,
  companyId: string,
  couponId: string,
  orderId: string,
  paidAt: Date,
): Promise<boolean> => (await holdCoupon(database, companyId, couponId, orderId, paidAt)) === 1

/** Held by this order → used, when the order is paid. The order is locked: nobody else can have changed it. */
export async function useCoupon(
  database: Database,
  companyId: string,
  couponId: string,
  orderId: string,
): Promise<void> {
  if (!(await spendCoupon(database, companyId, couponId, orderId)))
    throw new Error(`coupon ${couponId} is not held by order ${orderId}`)
}

/** Back to the company when its order ends or its money went back; past its time it shows as expired. False: was not the order's. */
export const giveBackCoupon = async (
  database: Database,
  companyId: string,
  couponId: string,
  orderId: string,
): Promise<boolean> => (await freeCoupon(database, companyId, couponId, orderId)) === 1

/**
 * Gives a company one coupon of a type, in a transaction of the system's. Throws -49020 for a type that is not given this
 * way, -49021 outside of its time, -49022 when the last is gone, -49023 when the company has as many as it may; and the
 * transaction has to go with it. An operator's gift minds neither window nor shelf.
 */
export async function grantCoupon(
  transaction: Database,
  companyId: string,
  couponTypeId: string,
  source: CouponSource,
  by: string,
): Promise<{ id: string; valid_from: Date; valid_until: Date }> {
  // Counted first: that locks the type, and what is read of it and of the company's coupons afterwards stands.
  const counted = await countClaim(transaction, couponTypeId)
  const type = await findCouponType(transaction, couponTypeId)
  if (!type || (source === 'center' && (type.way !== 'center' || !type.published))) throw new Refusal(-49020)
  const over = type.valid_until !== null && type.valid_until.getTime() <= Date.now()
  if (over || (source !== 'gift' && !type.open)) throw new Refusal(-49021)
  if (!counted) throw new Refusal(-49022)
  try {
    const coupon = await asCompany(transaction, companyId, company =>
      insertCoupon(company, { companyId, type, source, claimedBy: by }),
    )
    if (!coupon) throw new Refusal(-49023)
    return coupon
  } catch (error) {
    if (violatedConstraint(error)?.includes('sequence')) throw new Refusal(-49023)
    throw error
  }
}
