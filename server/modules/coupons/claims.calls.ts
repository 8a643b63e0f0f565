import { listedRows } from '#contract/people.ts'
import { listedPage } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { claimsOf, countClaims } from './claims.sql.ts'

export const couponClaimOperations = {
  async getCouponClaimList({ system }, { page, page_size, ...filters }) {
    const [list, found] = await together(system, database => [
      claimsOf(database, filters, listedPage({ page, page_size })),
      countClaims(database, filters, listedRows),
    ])
    return { list, total: found, more: found > listedRows }
  },
} satisfies SomeOperations
