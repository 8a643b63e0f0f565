import { listedRows } from '#contract/people.ts'
import { listedPage } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { inChina } from '#server/engines/health/in-china.ts'
import { type CenterType, centerTypes, claimedByCompany, countCoupons, listCoupons } from './coupons.sql.ts'
import { grantCoupon } from './coupons.ts'
import { categoryNames, withCategories } from './rules-shown.ts'

/** The most types that the coupon center shows. */
const shownTypes = 100

export const couponsCalls = {
  async getUserCouponTypeList({ system, company, membership: { companyId } }) {
    const [types, names] = await together(system, database => [
      centerTypes(database, shownTypes),
      categoryNames(database),
    ])
    const had = await claimedByCompany(
      company,
      companyId,
      types.map(({ coupon_type_id }) => coupon_type_id),
    )
    return {
      list: types.map(type => {
        const { open: _, claim_starts_at: __, ...shown } = withCategories(type, names)
        const claimed_by_company = had.get(type.coupon_type_id) ?? 0
        const reason = whyNot(type, claimed_by_company)
        return { ...shown, claimed_by_company, claimable: !reason, reason }
      }),
    }
  },

  async getCoupon({ system, membership, account }, { coupon_type_id }) {
    const { companyId } = membership
    return grantCoupon(system, {
      companyId,
      couponTypeId: coupon_type_id,
      source: 'center',
      claimedBy: `account:${account.id}`,
    })
  },

  async getUserCouponList({ company, membership: { companyId } }, { state, page, page_size }) {
    const [rows, counted, names] = await together(company, database => [
      listCoupons(database, companyId, { state, ...listedPage({ page, page_size }) }),
      countCoupons(database, companyId, listedRows),
      categoryNames(database),
    ])
    const counts = counted ?? { unused: 0, locked: 0, used: 0, expired: 0 }
    const all = counts.unused + counts.locked + counts.used + counts.expired
    return {
      list: rows.map(row => withCategories(row, names)),
      total: Math.min(state ? counts[state] : all, listedRows),
      counts,
    }
  },
} satisfies SomeHandlers

/** Returns the reason why `grantCoupon` would refuse; the decision remains with `grantCoupon`. */
function whyNot({ open, remaining, per_company, claim_starts_at }: CenterType, claimedByCompany: number): string {
  if (!open) {
    const starts = Date.parse(claim_starts_at)
    return starts > Date.now() ? `领取尚未开始，${inChina(starts)} 起` : '领取已结束'
  }
  if (claimedByCompany >= per_company) return per_company === 1 ? '已领取' : `已领取${claimedByCompany}张，达到上限`
  return remaining !== null && remaining <= 0 ? '已被领完' : ''
}
