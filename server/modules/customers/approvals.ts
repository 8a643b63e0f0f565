import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import { companyNamed } from '#server/modules/accounts/operations.sql.ts'
import { mostOff, mostOffText } from '#server/modules/coupons/most-off.ts'
import { lockType } from '#server/modules/coupons/types.sql.ts'

export const deferredCustomerOperations: DeferredOperationsFor<'giftCompanyHours' | 'giftCompanyCoupon'> = {
  giftCompanyHours: {
    async describe(database, { company_id, days, note }) {
      const company = await companyNamed(database, company_id)
      if (company === undefined) return undefined
      return { target: `company:${company_id}`, summary: `赠送 ${days} 人天给${company}：${note}`, value: days }
    },
    outcome: ({ balance }) => ({ result: `已赠送，现有 ${balance} 人天` }),
  },

  giftCompanyCoupon: {
    async describe(database, { company_id, coupon_type_id }) {
      const company = await companyNamed(database, company_id)
      const type = await lockType(database, coupon_type_id)
      if (company === undefined || !type) return undefined
      return {
        target: `company:${company_id}`,
        summary: `赠送优惠券“${type.name}”给${company}：${mostOffText(type)}`,
        value: mostOff(type),
      }
    },
    outcome: ({ name }) => ({ result: `已赠送“${name}”` }),
  },
}
