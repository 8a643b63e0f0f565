import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { grantCoupon } from './coupons.ts'

/**
 * The coupon of the promotion code that brought a company, in the transaction in which the company comes into being: a
 * company comes into being once, and so it gets exactly one. A campaign that is over or has run out stops nobody.
 */
export async function welcomeCompany(transaction: Database, companyId: string): Promise<void> {
  const welcome = await transaction.row<{ coupon_type_id: string }>(sql`
    select coupon_type_id from company join promotion_code on code = company.promotion_code
    where company.id = ${companyId} and coupon_type_id is not null`)
  if (!welcome) return
  try {
    // A savepoint: what a refusal leaves half done goes, the company stays.
    await transaction.transaction(inner => grantCoupon(inner, companyId, welcome.coupon_type_id, 'promotion', '系统'))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
