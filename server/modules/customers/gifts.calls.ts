import { randomUUID } from 'node:crypto'
import { paths } from '#contract/paths.ts'
import { grouped } from '#contract/prices.ts'
import { Refusal } from '#server/core/refusal.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { companyExists } from '#server/modules/accounts/operations.sql.ts'
import { giftTypes } from '#server/modules/coupons/coupons.sql.ts'
import { giveCoupon } from '#server/modules/coupons/gift.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'

/** The company's own ledger names the platform, not the operator. */
const actorName = '平台'
/** The most types in a select; more would be unusable. */
const typesShown = 200

export const companyGiftOperations = {
  async giftCompanyHours(context, { request_key: _, ...content }) {
    const { services, actor } = context
    const { company_id: companyId, days, note } = content
    if (!(await companyExists(context.system, companyId))) throw new Refusal(-53021)
    const balance = await creditService(context.system, { companyId, days, kind: 'gift', actorName, note })
    await notify(context.system, services, {
      to: { managersOfCompany: companyId },
      kind: 'gift_received',
      subject: `gift:${randomUUID()}`,
      title: '收到平台赠送的时长',
      text: `平台赠送了 ${grouped(days)} 人天：${note}。现有 ${grouped(balance)} 人天可分配。`,
      link: `${paths.employees}?tab=ledger`,
    })
    await recordAudit(context.system, {
      actor,
      action: 'company.hours_gifted',
      target: `company:${companyId}`,
      before: { balance: balance - days },
      after: { balance, days, note },
    })
    return { balance }
  },

  async takeBackCompanyHours(context, { request_key: _, ...content }) {
    const { services, actor } = context
    const { company_id: companyId, days, reason } = content
    if (!(await companyExists(context.system, companyId))) throw new Refusal(-53021)
    const balance = await creditService(context.system, {
      companyId,
      days: -days,
      kind: 'gift',
      actorName,
      note: reason,
    })
    await notify(context.system, services, {
      to: { managersOfCompany: companyId },
      kind: 'gift_received',
      subject: `taken_back:${randomUUID()}`,
      title: '平台收回了时长',
      text: `平台收回了 ${grouped(days)} 人天：${reason}。现有 ${grouped(balance)} 人天可分配。`,
      link: `${paths.employees}?tab=ledger`,
    })
    await recordAudit(context.system, {
      actor,
      action: 'company.hours_taken_back',
      target: `company:${companyId}`,
      before: { balance: balance + days },
      after: { balance, days: -days, reason },
    })
    return { balance }
  },

  getGiftCouponTypes: async ({ system }) => ({ list: await giftTypes(system, typesShown) }),

  async giftCompanyCoupon(context, { request_key: _, ...content }) {
    const { services, actor } = context
    const { company_id: companyId, coupon_type_id } = content
    const { name, validUntil } = await giveCoupon(
      { ...services, system: context.system },
      { couponType: coupon_type_id, to: { companyId }, actor },
    )
    return { name, valid_until: validUntil }
  },
} satisfies SomeOperations
