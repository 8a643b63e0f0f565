import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { OperationInput } from '#contract/operations/index.ts'
import { untilBlocked } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { countClaim } from './coupons.sql.ts'

const { system, call, operate, make } = await testPortal()
// Decisions about coupons are tested in kept-coupons.test.ts.
await system.change`update approval_policy set threshold = null where kind = 'coupon'`

let token: string
let company: Awaited<ReturnType<typeof make.company>>
let sid: string
beforeEach(async () => {
  token = (await make.operator('finance')).token
  company = await make.company()
  sid = await make.session(company.owner.account)
})

const fields: OperationInput<'setCouponType'> = {
  name: '满减券',
  about: '',
  kind: 'amount',
  amount: 2000,
  percent: null,
  cap: null,
  threshold: 10_000,
  category_ids: null,
  for_purchase: true,
  for_renewal: false,
  total: 5,
  per_company: 1,
  way: 'center',
  claim_starts_at: new Date(Date.now() - 1000).toISOString(),
  claim_ends_at: null,
  valid_from: null,
  valid_until: null,
  valid_days: 30,
  published: true,
  sort: 0,
}
const set = (input: Partial<OperationInput<'setCouponType'>>) =>
  operate('setCouponType', { ...fields, ...input }, { token })
const detail = async (coupon_type_id: string) =>
  (await operate('getCouponTypeDetail', { coupon_type_id }, { token })).data
const audited = (target: string) =>
  system.rows(z.object({ action: z.string(), before: z.unknown(), after: z.unknown() }))`
  select action, before, after from audit_entry where target = ${target} order by id`

describe('a coupon type', () => {
  test('is created for the center, claimed there, and changed only where no promise is broken', async () => {
    const { data, code } = await set({})
    expect(code).toBe(200)
    const { coupon_type_id } = data
    expect((await call('getCoupon', { coupon_type_id }, { sid })).code).toBe(200)

    const { revision, figures, state } = await detail(coupon_type_id)
    expect({ figures, state }).toEqual({
      figures: { claimed: 1, unused: 1, locked: 0, used: 0, expired: 0, discount: 0 },
      state: 'open',
    })
    const change = (input: Partial<typeof fields>) => set({ coupon_type_id, revision, ...input })
    for (const input of [{ amount: 3000 }, { threshold: 0 }, { valid_days: 60 }, { way: 'gift' as const }])
      expect((await change(input)).code, JSON.stringify(input)).toBe(-53500)
    expect((await change({ total: null, about: '限量', per_company: 2 })).code).toBe(200)
    // Another operator's page still shows the old revision.
    expect(await change({ total: 100 })).toMatchObject({
      code: -53022,
      data: { revision: revision + 1, saved_by: expect.stringContaining('finance'), saved_at: expect.any(String) },
    })
    const now = await detail(coupon_type_id)
    expect(now).toMatchObject({ total: null, about: '限量', per_company: 2 })
    await make.coupon((await make.company()).id, { couponTypeId: coupon_type_id })
    expect(await set({ coupon_type_id, revision: now.revision, total: 1 })).toMatchObject({ code: -53501, data: 2 })

    expect((await operate('setCouponTypePublished', { coupon_type_id, published: false }, { token })).code).toBe(200)
    expect((await call('getUserCouponTypeList', {}, { sid })).data.list).not.toContainEqual(
      expect.objectContaining({ coupon_type_id }),
    )
    expect(await audited(`coupon_type:${coupon_type_id}`)).toMatchObject([
      { action: 'coupon_type.added', after: { amount: 2000 } },
      { action: 'coupon_type.changed', before: { total: 5, about: '', per_company: 1 }, after: { total: null } },
      { action: 'coupon_type.withdrawn', after: { published: false } },
    ])
  })

  test('does not count an instant written without fractions of a second as a change', async () => {
    const fixed = { valid_days: null, valid_from: '2026-01-01T00:00:00Z', valid_until: '2036-01-01T00:00:00Z' }
    const { coupon_type_id } = (await set(fixed)).data
    expect((await call('getCoupon', { coupon_type_id }, { sid })).code).toBe(200)
    expect((await set({ ...fixed, coupon_type_id, revision: 0, about: '说明' })).code).toBe(200)
    expect((await audited(`coupon_type:${coupon_type_id}`)).at(-1)).toMatchObject({
      before: { about: '' },
      after: { about: '说明' },
    })
  })

  // Guard: the lock under which the count is read (lockType); without it the change was seen to go through.
  test('waits for a first claim under way before its rules change', async () => {
    const { coupon_type_id } = (await set({})).data
    let changing: ReturnType<typeof set> | undefined
    await system.transaction(async transaction => {
      await countClaim(transaction, coupon_type_id)
      changing = set({ coupon_type_id, revision: 0, amount: 1 })
      await untilBlocked(system)
    })
    expect((await changing)?.code).toBe(-53500)
  })

  test('reports invalid values at the field concerned', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString()
    const cases: [Partial<typeof fields>, string][] = [
      [{ amount: null }, 'amount'],
      [{ kind: 'percent', amount: null }, 'percent'],
      [{ kind: 'percent', percent: 10 }, 'kind'],
      [{ for_purchase: false }, 'for_purchase'],
      [{ claim_ends_at: '2020-01-01T00:00:00Z' }, 'claim_ends_at'],
      [{ valid_until: soon }, 'valid_days'],
      [{ valid_days: null, valid_from: soon, valid_until: soon }, 'valid_until'],
      // The text of the earlier one is the greater.
      [
        { valid_days: null, valid_from: '2036-01-01T00:00:00.500Z', valid_until: '2036-01-01T00:00:00Z' },
        'valid_until',
      ],
      [{ category_ids: ['00000000-0000-7000-8000-000000000000'] }, 'category_ids'],
    ]
    for (const [input, field] of cases)
      expect(await set(input), JSON.stringify(input)).toMatchObject({ code: -41003, data: field })
  })
})

test('figures cover all companies, total discounts, and claims with their orders', async () => {
  const { id } = await make.couponType({ amount: 1500 })
  const other = await make.company()
  const order = await make.order(other, { amount: 9000, couponDiscount: 1500 })
  await make.coupon(company.id, { couponTypeId: id })
  await make.coupon(other.id, { couponTypeId: id, state: 'used', orderId: order.id })
  await make.coupon((await make.company()).id, { couponTypeId: id })
  await system.change`
    update coupon set valid_from = now() - interval '2 days', valid_until = now() - interval '1 day'
    where coupon_type_id = ${id} and company_id not in (${company.id}, ${other.id})`
  const { data } = await operate('getCouponTypeList', { way: 'center' }, { token })
  expect(data.list.find(type => type.coupon_type_id === id)?.figures).toEqual({
    claimed: 3,
    unused: 1,
    locked: 0,
    used: 1,
    expired: 1,
    discount: 1500,
  })
  const claims = (input: object) => operate('getCouponClaimList', { coupon_type_id: id, ...input }, { token })
  expect((await claims({})).data.total).toBe(3)
  expect((await claims({ state: 'used' })).data.list).toMatchObject([
    { company_id: other.id, order_number: order.number, discount: 1500 },
  ])
  expect((await claims({ state: 'expired' })).data.total).toBe(1)
  expect((await claims({ keyword: company.creditCode })).data.list).toMatchObject([{ company_id: company.id }])
})
