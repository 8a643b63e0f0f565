import { grouped } from '#contract/prices.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import type { Evidence } from '#server/engines/approvals/evidence.ts'
import { companyEvidence } from '#server/modules/accounts/company-evidence.ts'
import { companyNamed } from '#server/modules/accounts/operations.sql.ts'
import { couponTypeEvidence } from '#server/modules/coupons/evidence.ts'
import { maxDiscount } from '#server/modules/coupons/max-discount.ts'
import { termsFacts, termsText } from '#server/modules/coupons/terms-text.ts'
import { lockType } from '#server/modules/coupons/types.sql.ts'
import { serviceBalance } from '#server/modules/people/hours/hours.ts'
import { couponsHeld, hoursGiven } from './given.sql.ts'
import { sumMoney } from './money.sql.ts'

export const deferredCustomerOperations: DeferredOperationsFor<'giftCompanyHours' | 'giftCompanyCoupon'> = {
  giftCompanyHours: {
    async describe(database, { company_id, days, note }) {
      const company = await companyNamed(database, company_id)
      if (company === undefined) return undefined
      return {
        target: `company:${company_id}`,
        companyId: company_id,
        summary: `赠送 ${grouped(days)} 人天给${company}：${note}`,
        value: days,
      }
    },
    async evidence(database, { company_id, days, note }) {
      const balance = await serviceBalance(database, company_id)
      const gifted = await hoursGiven(database, company_id)
      return [
        ...(await companyEvidence(database, company_id)),
        { label: '时长', value: `现有 ${grouped(balance)} 人天，赠送后 ${grouped(balance + days)} 人天` },
        { label: '此前赠送', value: gifted.times ? `${gifted.times} 次，共 ${grouped(gifted.days)} 人天` : '没有' },
        { label: '说明', value: note },
        await moneyEvidence(database, company_id),
      ]
    },
    outcome: ({ balance }) => ({ result: `已赠送，现有 ${grouped(balance)} 人天` }),
  },

  giftCompanyCoupon: {
    async describe(database, { company_id, coupon_type_id }) {
      const company = await companyNamed(database, company_id)
      const type = await lockType(database, coupon_type_id)
      if (company === undefined || !type) return undefined
      return {
        target: `company:${company_id}`,
        companyId: company_id,
        summary: `赠送优惠券“${type.name}”给${company}：${termsText(type)}`,
        facts: termsFacts(type),
        value: maxDiscount(type),
      }
    },
    async evidence(database, { company_id, coupon_type_id }) {
      const held = await couponsHeld(database, company_id, coupon_type_id)
      return [
        ...(await companyEvidence(database, company_id)),
        ...(await couponTypeEvidence(database, coupon_type_id)),
        { label: '该企业已有', value: `这种 ${held.same} 张，未使用的优惠券共 ${held.unused} 张` },
        await moneyEvidence(database, company_id),
      ]
    },
    outcome: ({ name }) => ({ result: `已赠送“${name}”` }),
  },
}

/** The company's payments show whether a gift is in proportion; only roles that may read money see them. */
async function moneyEvidence(database: Database, companyId: string): Promise<Evidence> {
  const { received, refunded } = await sumMoney(database, companyId)
  return { label: '累计收款', value: `${money(received)}，已退 ${money(refunded)}`, roles: ['finance'] }
}
