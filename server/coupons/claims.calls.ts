import { listedRows } from '#contract/people.ts'
import { listedPage } from '../database/listed.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { claimsOf, countClaims } from './claims.sql.ts'

export const couponClaimOperations: OperationHandlersFor<'getCouponClaimList'> = {
  async getCouponClaimList({ system }, { page, page_size, ...filters }) {
    const [claims, found] = await Promise.all([
      claimsOf(system, filters, listedPage({ page, page_size })),
      countClaims(system, filters, listedRows),
    ])
    const list = claims.map(claim => ({
      ...claim,
      claimed_at: claim.claimed_at.toISOString(),
      valid_until: claim.valid_until.toISOString(),
      used_at: claim.used_at?.toISOString() ?? null,
    }))
    return { list, total: found, more: found > listedRows }
  },
}
