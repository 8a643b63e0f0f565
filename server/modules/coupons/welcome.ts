import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { grantCoupon } from './coupons.ts'

const couponTypeId = z.object({ coupon_type_id: id })

/**
 * Gives a company the coupon of the promotion code that brought it, in the transaction that creates the company. A
 * company is created once, so it gets exactly one. A campaign that is over or has run out stops nobody.
 */
export async function welcomeCompany(transaction: Database, companyId: string): Promise<void> {
  const welcome = await transaction.row(couponTypeId)`
    select coupon_type_id from company join promotion_code on code = company.promotion_code
    where company.id = ${companyId} and coupon_type_id is not null`
  if (!welcome) return
  try {
    // The savepoint undoes what a refusal leaves half done, and the company stays.
    await transaction.transaction(inner => grantCoupon(inner, companyId, welcome.coupon_type_id, 'promotion', '系统'))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
