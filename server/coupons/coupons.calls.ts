import { listedRows } from '#contract/people.ts'
import { listCategories } from '../catalogue/catalogue.sql.ts'
import type { Database } from '../database/database.ts'
import { listedPage } from '../database/listed.ts'
import type { HandlersFor } from '../http/context.ts'
import { hitLimit } from '../http/limits.ts'
import { orderedOf, quoteOf } from '../orders/quote.ts'
import { wantedOf } from '../orders/wanted.ts'
import {
  type Coupon,
  type CouponType,
  centerTypes,
  claimedByCompany,
  countCoupons,
  listCoupons,
} from './coupons.sql.ts'
import { consideredFor, grantCoupon } from './coupons.ts'

/** More than any center shows. */
const shownTypes = 100

export const couponsCalls: HandlersFor<
  'getUserCouponTypeList' | 'getCoupon' | 'getUserCouponList' | 'getUsableCoupon'
> = {
  async getUserCouponTypeList({ system, company, membership: { companyId } }) {
    const [types, names] = await Promise.all([centerTypes(system, shownTypes), categoryNames(system)])
    const had = await claimedByCompany(
      company,
      companyId,
      types.map(({ id }) => id),
    )
    return {
      list: types.map(type => {
        const claimed = had.get(type.id) ?? 0
        const reason = whyNot(type, claimed)
        return {
          coupon_type_id: type.id,
          ...rulesOf(type, names),
          claim_ends_at: type.claim_ends_at?.toISOString() ?? null,
          valid_until: type.valid_until?.toISOString() ?? null,
          valid_days: type.valid_days,
          remaining: type.total === null ? null : type.total - type.claimed,
          per_company: type.per_company,
          claimed_by_company: claimed,
          claimable: !reason,
          reason,
        }
      }),
    }
  },

  async getCoupon({ system, membership, account }, { coupon_type_id }) {
    const { companyId } = membership
    await hitLimit(system, `coupon-claims:${companyId}`, { max: 60, seconds: 60 })
    const coupon = await system.transaction(transaction =>
      grantCoupon(transaction, companyId, coupon_type_id, 'center', `account:${account.id}`),
    )
    return {
      coupon_id: coupon.id,
      valid_from: coupon.valid_from.toISOString(),
      valid_until: coupon.valid_until.toISOString(),
    }
  },

  async getUserCouponList({ company, membership: { companyId } }, { state, page, page_size }) {
    const [rows, counted, names] = await Promise.all([
      listCoupons(company, companyId, { state, ...listedPage({ page, page_size }) }),
      countCoupons(company, companyId, listedRows),
      categoryNames(company),
    ])
    const counts = counted ?? { unused: 0, locked: 0, used: 0, expired: 0 }
    const all = counts.unused + counts.locked + counts.used + counts.expired
    return {
      list: rows.map(row => ({
        coupon_id: row.id,
        coupon_type_id: row.coupon_type_id,
        ...rulesOf(row, names),
        state: row.shown,
        source: row.source,
        valid_from: row.valid_from.toISOString(),
        valid_until: row.valid_until.toISOString(),
        claimed_at: row.claimed_at.toISOString(),
        used_at: row.used_at?.toISOString() ?? null,
        order_id: row.order_id,
        order_number: row.order_number,
      })),
      total: Math.min(state ? counts[state] : all, listedRows),
      counts,
    }
  },

  async getUsableCoupon({ system, company, membership: { companyId } }, content) {
    const quote = await quoteOf(system, company, companyId, wantedOf(content))
    const [considered, names] = await Promise.all([
      consideredFor(company, companyId, await orderedOf(system, quote)),
      categoryNames(company),
    ])
    return {
      list: considered.map(({ coupon, discount, reason }) => ({
        coupon_id: coupon.id,
        ...rulesOf(coupon, names),
        valid_until: coupon.valid_until.toISOString(),
        usable: !reason,
        discount,
        reason,
      })),
    }
  },
}

/** Says beforehand what `grantCoupon` would refuse with; what counts is its word. */
function whyNot({ open, total, claimed, per_company, claim_starts_at }: CouponType, claimedByCompany: number): string {
  if (!open) return claim_starts_at.getTime() > Date.now() ? '领取尚未开始' : '领取已结束'
  if (claimedByCompany >= per_company) return per_company === 1 ? '已领取' : `已领取${claimedByCompany}张，达到上限`
  return total !== null && claimed >= total ? '已被领完' : ''
}

async function categoryNames(database: Database): Promise<Map<string, string>> {
  return new Map((await listCategories(database)).map(({ id, name }) => [id, name]))
}

const rulesOf = (rules: Coupon | CouponType, names: Map<string, string>) => ({
  name: rules.name,
  about: rules.about,
  kind: rules.kind,
  amount: rules.amount,
  percent: rules.percent,
  cap: rules.cap,
  threshold: rules.threshold,
  categories: (rules.category_ids ?? []).flatMap(id => names.get(id) ?? []),
  for_purchase: rules.for_purchase,
  for_renewal: rules.for_renewal,
})
