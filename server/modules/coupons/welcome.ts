import { z } from 'zod'
import { codes } from '#contract/codes.ts'
import { id, instant } from '#contract/fields.ts'
import { Refusal } from '#server/core/refusal.ts'
import { systemName } from '#server/core/system-name.ts'
import type { Database } from '#server/database/database.ts'
import { asSystem, loggedAs } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { grantCoupon } from './coupons.ts'

const promised = z.object({ coupon_type_id: id, name: z.string(), earned_at: instant, again: z.boolean() })

/**
 * Gives a company the coupon of the promotion code that its owner registered with, in the transaction that creates the company. A company is
 * created once, so it gets exactly one. It was earned when the owner registered with the code: a campaign that ended while the
 * verification waited still counts. One that has run out stops nobody, and the back office is notified. A company that was closed
 * and registered again is not welcomed twice.
 */
export async function welcomeCompany(transaction: Database, companyId: string): Promise<void> {
  const welcome = await transaction.row(promised)`
    select coupon_type_id, coupon_type.name,
      coalesce(account.registered_at, account.created_at) as earned_at,
      exists (select from company closed join coupon on coupon.company_id = closed.id and source = 'promotion'
        where closed.credit_code = company.credit_code and closed.closed_at is not null) as again
    from company
    join employee owner on owner.company_id = company.id and owner.role = 'owner'
    join account on account.id = owner.account_id
    join promotion_code on code = account.promotion_code
    join coupon_type on coupon_type.id = coupon_type_id
    where company.id = ${companyId}`
  if (!welcome) return
  const { coupon_type_id, name, earned_at, again } = welcome
  if (again) return missed(transaction, companyId, `${name}：同一信用代码的企业在注销之前领过欢迎券`)
  try {
    // The savepoint undoes what a refusal leaves half done; the company stays.
    await transaction.transaction(inner =>
      loggedAs(systemName, () =>
        grantCoupon(inner, {
          companyId,
          couponTypeId: coupon_type_id,
          source: 'promotion',
          claimedBy: systemName,
          earnedAt: earned_at,
        }),
      ),
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await missed(transaction, companyId, `${name}：${codes[error.code]}`)
  }
}

const missed = (transaction: Database, companyId: string, reason: string) =>
  // Nobody decided this: it follows from the approval of the company.
  asSystem(() =>
    recordAudit(transaction, { action: 'coupon.welcome_missed', target: `company:${companyId}`, after: { reason } }),
  )
