import { expect, test } from 'vitest'
import { z } from 'zod'
import { runAs } from '#server/engines/activity/context.ts'
import { review } from '#server/modules/verification/identity.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, call, operate, services, system } = await testPortal()

/** Creates an account that registered with a code this many days ago, and becomes a company now. */
async function company(couponTypeId: string, days: number) {
  const promotionCode = await make.promotionCode()
  await system.change`update promotion_code set coupon_type_id = ${couponTypeId} where code = ${promotionCode}`
  const account = await make.account({ promotionCode })
  await system.change`
    update account set created_at = now() - make_interval(days => ${days}::integer),
      registered_at = now() - make_interval(days => ${days}::integer) where id = ${account.id}`
  await make.verification(account, { kind: 'company', state: 'under_review' })
  await runAs('test', () =>
    review(services, {
      phone: account.phone,
      decision: { state: 'approved', reason: null },
    }),
  )
  const sid = await make.session(account)
  const coupons = (await call('getUserCouponList', {}, { sid })).data.total
  return { company_id: (await call('getCompanyInfo', {}, { sid })).data.company_id, coupons }
}

test('a campaign that ended while the verification waited still gives its coupon to a company that registered within it', async () => {
  const { id } = await make.couponType({ way: 'promotion', claimEndsAt: new Date(Date.now() - 86_400_000) })
  await system.change`update coupon_type set claim_starts_at = now() - interval '9 days' where id = ${id}`
  expect((await company(id, 3)).coupons).toBe(1)
  // Registrations before its start or after its end have not earned it.
  expect((await company(id, 20)).coupons).toBe(0)
  expect((await company(id, 0)).coupons).toBe(0)
})

test('a welcome that cannot be given any more is on the customer’s page', async () => {
  const { id } = await make.couponType({ way: 'promotion', total: 1, name: '迎新券' })
  expect((await company(id, 0)).coupons).toBe(1)
  const { company_id, coupons } = await company(id, 0)
  expect(coupons).toBe(0)
  const audited = await system.rows(z.object({ actor: z.string(), after: z.unknown() }))`
    select actor, after from audit_entry where action = 'coupon.welcome_missed' and target = ${`company:${company_id}`}`
  expect(audited).toMatchObject([{ actor: 'portal', after: { reason: expect.stringContaining('迎新券：') } }])
  const { token } = await make.operator('support')
  const { list } = (await operate('getCompanyLog', { company_id, source: 'audit' }, { token })).data
  expect(list.map(({ action }) => action)).toContain('coupon.welcome_missed')
})
