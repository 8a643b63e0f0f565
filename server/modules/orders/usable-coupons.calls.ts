import type { SomeHandlers } from '#server/engines/context.ts'
import { consideredFor } from '#server/modules/coupons/coupons.ts'
import { categoryNames, withCategories } from '#server/modules/coupons/rules-shown.ts'
import { orderRequestOf } from './order-request.ts'
import { orderedOf, quoteOf } from './quote.ts'

export const usableCouponsCalls = {
  async getUsableCoupon({ system, company, membership: { companyId } }, content) {
    const quote = await quoteOf(system, company, companyId, orderRequestOf(content))
    const [considered, names] = await Promise.all([
      consideredFor(company, companyId, await orderedOf(system, quote)),
      categoryNames(company),
    ])
    return {
      list: considered.map(({ coupon: { state: _, valid_from: __, ...coupon }, discount, reason }) => ({
        ...withCategories(coupon, names),
        usable: !reason,
        discount,
        reason,
      })),
    }
  },
} satisfies SomeHandlers
