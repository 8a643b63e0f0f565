import { listedRows } from '#contract/people.ts'
import { listedPage } from '#server/database/listed.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { claimsOf, countClaims } from './claims.sql.ts'

export const couponClaimOperations = {
  async getCouponClaimList({ system }, { page, page_size, ...filters }) {
    const [list, found] = await Promise.all([
      claimsOf(system, filters, listedPage({ page, page_size })),
      countClaims(system, filters, listedRows),
    ])
    return { list, total: found, more: found > listedRows }
  },
} satisfies SomeOperations
