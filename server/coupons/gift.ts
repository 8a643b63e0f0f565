import sql from 'sql-template-tag'
import { codes } from '#contract/codes.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { recordAudit } from '../operations/audit.ts'
import { OperatorProblem } from '../operations/problem.ts'
import type { Services } from '../services.ts'
import { couponTypesNamed, findCouponType } from './coupons.sql.ts'
import { grantCoupon } from './coupons.ts'

/** Why a coupon could not be given; the text is for the operator. */
export class GiftProblem extends OperatorProblem {}

type Gift = {
  /** The type's id, or its name when only one bears it. */
  couponType: string
  /** Operator or command line, for the audit. */
  actor: string
} & ({ creditCode: string } | { companyId: string })

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function companyOf(transaction: Database, gift: Gift) {
  const company = await transaction.row<{ id: string; name: string }>(
    'companyId' in gift
      ? sql`select id, name from company where id = ${gift.companyId}`
      : sql`select id, name from company where credit_code = ${gift.creditCode}`,
  )
  if (company) return company
  throw new GiftProblem('companyId' in gift ? '没有这家企业' : `没有统一社会信用代码为 ${gift.creditCode} 的企业`)
}

/** An operator's gift to a company. */
export async function giveCoupon({ system }: Pick<Services, 'system'>, gift: Gift) {
  const { couponType, actor } = gift
  return system.transaction(async transaction => {
    const company = await companyOf(transaction, gift)
    const byId = uuid.test(couponType) ? await findCouponType(transaction, couponType) : undefined
    const [type, another] = byId ? [byId] : await couponTypesNamed(transaction, couponType)
    if (!type) throw new GiftProblem(`没有名为“${couponType}”的优惠券类型`)
    if (another) throw new GiftProblem(`有多种优惠券都叫“${couponType}”，请写明编号`)
    const coupon = await grantCoupon(transaction, company.id, type.id, 'gift', '平台').catch((error: unknown) => {
      throw error instanceof Refusal ? new GiftProblem(codes[error.code]) : error
    })
    await recordAudit(transaction, {
      actor,
      action: 'coupon.given',
      target: `company:${company.id}`,
      after: { coupon_id: coupon.id, coupon_type_id: type.id, name: type.name },
    })
    return { companyName: company.name, name: type.name, validUntil: coupon.valid_until }
  })
}
