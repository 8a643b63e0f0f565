import type { OperationOutput } from '#contract/operations/index.ts'
import { proposals } from '#contract/operations/proposals.ts'
import type { Database } from '#server/database/database.ts'
import { isRefunding } from '#server/modules/access/line-state.ts'
import { skusForSale } from '#server/modules/catalogue/catalogue.sql.ts'
import { unusedCoupons } from '#server/modules/coupons/coupons.sql.ts'

/** The most entries of a drop-down. */
const most = 500

const { lines } = proposals.getProposalChoices.output.shape

export async function choicesOf(system: Database, companyId: string): Promise<OperationOutput<'getProposalChoices'>> {
  const [offered, renewable, coupons] = await Promise.all([
    skusForSale(system),
    system.rows(lines.element)`
      select id as svp_id, name, ends_at from line
      where company_id = ${companyId} and state <> 'released' and not ${isRefunding}
      order by ends_at, id limit ${most}`,
    unusedCoupons(system, companyId, most),
  ])
  return {
    skus: offered,
    lines: renewable,
    coupons: coupons.map(({ coupon_id, name, valid_until }) => ({ coupon_id, name, valid_until })),
  }
}
