import { randomUUID } from 'node:crypto'
import { giftTypes } from '../coupons/coupons.sql.ts'
import { giveCoupon } from '../coupons/gift.ts'
import { creditService } from '../hours/hours.ts'
import { Refusal } from '../http/envelope.ts'
import { notify } from '../notices/notices.ts'
import { recordAudit } from '../operations/audit.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { once } from '../operations/once.ts'
import { companyExists } from './operations.sql.ts'

/** Whom the company's own ledger names. */
const actorName = '平台'
/** More types than a select is of use with. */
const typesShown = 200

export const companyGiftOperations: OperationHandlersFor<
  'giftCompanyHours' | 'takeBackCompanyHours' | 'getGiftCouponTypes' | 'giftCompanyCoupon'
> = {
  giftCompanyHours: (context, { request_key, ...content }) =>
    once(context, { operation: 'giftCompanyHours', request_key, content }, async transaction => {
      const { services, actor } = context
      const { company_id: companyId, days, note } = content
      if (!(await companyExists(transaction, companyId))) throw new Refusal(-53021)
      const balance = await creditService(transaction, { companyId, days, kind: 'gift', actorName, note })
      await notify(transaction, services, {
        to: { managersOfCompany: companyId },
        kind: 'gift_received',
        subject: `gift:${randomUUID()}`,
        title: '收到平台赠送的时长',
        text: `平台赠送了 ${days} 人天：${note}。现有 ${balance} 人天可分配。`,
        link: '/control/employeetime?tab=ledger',
      })
      await recordAudit(transaction, {
        actor,
        action: 'company.hours_gifted',
        target: `company:${companyId}`,
        before: { balance: balance - days },
        after: { balance, days, note },
      })
      return { balance }
    }),

  takeBackCompanyHours: (context, { request_key, ...content }) =>
    once(context, { operation: 'takeBackCompanyHours', request_key, content }, async transaction => {
      const { actor } = context
      const { company_id: companyId, days, reason } = content
      if (!(await companyExists(transaction, companyId))) throw new Refusal(-53021)
      const balance = await creditService(transaction, {
        companyId,
        days: -days,
        kind: 'correction',
        actorName,
        note: reason,
      })
      await recordAudit(transaction, {
        actor,
        action: 'company.hours_taken_back',
        target: `company:${companyId}`,
        before: { balance: balance + days },
        after: { balance, days: -days, reason },
      })
      return { balance }
    }),

  async getGiftCouponTypes({ system }) {
    const types = await giftTypes(system, typesShown)
    return {
      list: types.map(({ id, name, about, total, claimed, per_company }) => ({
        coupon_type_id: id,
        name,
        about,
        left: total === null ? null : total - claimed,
        per_company,
      })),
    }
  },

  giftCompanyCoupon: (context, { request_key, ...content }) =>
    once(context, { operation: 'giftCompanyCoupon', request_key, content }, async transaction => {
      const { services, actor } = context
      const { company_id: companyId, coupon_type_id } = content
      const given = await giveCoupon({ system: transaction }, { couponType: coupon_type_id, to: { companyId }, actor })
      await notify(transaction, services, {
        to: { managersOfCompany: companyId },
        kind: 'gift_received',
        subject: `coupon:${given.couponId}`,
        title: '收到平台赠送的优惠券',
        text: `平台赠送了一张“${given.name}”，可在购买时使用。`,
        link: '/control/couponlist',
      })
      return { name: given.name, valid_until: given.validUntil.toISOString() }
    }),
}
