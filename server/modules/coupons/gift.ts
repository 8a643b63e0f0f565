import sql from 'sql-template-tag'
import { z } from 'zod'
import { codes } from '#contract/codes.ts'
import { id } from '#contract/fields.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { Refusal } from '#server/core/refusal.ts'
import { loggedAs, providerName } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { Services } from '#server/engines/services.ts'
import { couponTypesNamed, findCouponType } from './coupons.sql.ts'
import { grantCoupon } from './coupons.ts'
import { notifyOfGift } from './gift-notice.ts'

/** Explains to the operator why a coupon could not be given. */
export class GiftProblem extends OperatorProblem {}

interface Gift {
  /** The type's id, or its name if it is unique. */
  couponType: string
  /** The company's credit code as typed, or its id. */
  to: { creditCode: string } | { companyId: string }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const receiver = z.object({ id, name: z.string() })

/** Gives a company a coupon as an operator's gift, and notifies its managers. */
export async function giveCoupon(services: Pick<Services, 'system' | 'config' | 'jobs'>, { couponType, to }: Gift) {
  const { system } = services
  return system.transaction(async transaction => {
    const company = await transaction.row(receiver)`
      select id, name from company
      where ${'companyId' in to ? sql`id = ${to.companyId}` : sql`credit_code = ${to.creditCode} and closed_at is null`}`
    if (!company)
      throw new GiftProblem('companyId' in to ? '企业不存在' : `没有统一社会信用代码为 ${to.creditCode} 的企业`)
    const byId = uuid.test(couponType) ? await findCouponType(transaction, couponType) : undefined
    const [type, another] = byId ? [byId] : await couponTypesNamed(transaction, couponType)
    if (!type) throw new GiftProblem(`没有名为“${couponType}”的优惠券类型`)
    if (another) throw new GiftProblem(`有多种优惠券都叫“${couponType}”，请写明编号`)
    const grant = () =>
      grantCoupon(transaction, {
        companyId: company.id,
        couponTypeId: type.coupon_type_id,
        source: 'gift',
        claimedBy: providerName,
      })
    const coupon = await loggedAs(providerName, grant).catch((error: unknown) => {
      throw error instanceof Refusal ? new GiftProblem(codes[error.code]) : error
    })
    await notifyOfGift(transaction, services, company.id, coupon.coupon_id)
    await recordAudit(transaction, {
      action: 'coupon.given',
      target: `company:${company.id}`,
      after: { coupon_id: coupon.coupon_id, coupon_type_id: type.coupon_type_id, name: type.name },
    })
    return { couponId: coupon.coupon_id, companyName: company.name, name: type.name, validUntil: coupon.valid_until }
  })
}
