import { randomUUID } from 'node:crypto'
import { paths } from '#contract/paths.ts'
import { grouped } from '#contract/prices.ts'
import { Refusal } from '#server/core/refusal.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { OperatorContext, SomeOperations } from '#server/engines/operator-context.ts'
import { companyExists } from '#server/modules/accounts/operations.sql.ts'
import { giftTypes } from '#server/modules/coupons/coupons.sql.ts'
import { giveCoupon } from '#server/modules/coupons/gift.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'

/** The most types in a select; more would be unusable. */
const typesShown = 200

interface HoursChange {
  companyId: string
  /** Person-days, below zero when they are taken back. */
  days: number
  /** What the company and the audit read of it. */
  why: { note: string } | { reason: string }
  action: 'company.hours_gifted' | 'company.hours_taken_back'
  notice: { subject: string; title: string; text: string }
}

async function changeHours(
  { system, services }: OperatorContext,
  { companyId, days, why, action, notice }: HoursChange,
): Promise<{ balance: number }> {
  if (!(await companyExists(system, companyId))) throw new Refusal(-53021)
  const note = 'note' in why ? why.note : why.reason
  const balance = await creditService(system, { companyId, days, kind: 'gift', note })
  await notify(system, services, {
    to: { managersOfCompany: companyId },
    kind: 'gift_received',
    subject: `${notice.subject}:${randomUUID()}`,
    title: notice.title,
    text: `${notice.text} ${grouped(Math.abs(days))} 人天：${note}。现有 ${grouped(balance)} 人天可分配。`,
    link: `${paths.employees}?tab=ledger`,
  })
  await recordAudit(system, {
    action,
    target: `company:${companyId}`,
    before: { balance: balance - days },
    after: { balance, days, ...why },
  })
  return { balance }
}

export const companyGiftOperations = {
  giftCompanyHours: (context, { company_id: companyId, days, note }) =>
    changeHours(context, {
      ...{ companyId, days, why: { note }, action: 'company.hours_gifted' },
      notice: { subject: 'gift', title: '收到平台赠送的时长', text: '平台赠送了' },
    }),

  takeBackCompanyHours: (context, { company_id: companyId, days, reason }) =>
    changeHours(context, {
      ...{ companyId, days: -days, why: { reason }, action: 'company.hours_taken_back' },
      notice: { subject: 'taken_back', title: '平台收回了时长', text: '平台收回了' },
    }),

  getGiftCouponTypes: async ({ system }) => ({ list: await giftTypes(system, typesShown) }),

  async giftCompanyCoupon({ services }, { company_id: companyId, coupon_type_id }) {
    const { name, validUntil } = await giveCoupon(services, { couponType: coupon_type_id, to: { companyId } })
    return { name, valid_until: validUntil }
  },
} satisfies SomeOperations
