import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { runAs } from '#server/engines/activity/context.ts'
import { review } from '#server/modules/verification/identity.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
import { giveBackCoupon } from './coupons.sql.ts'
import { discountOf, lockCoupon, type Ordered, relockCoupon, useCoupon } from './coupons.ts'
import { giveCoupon } from './gift.ts'

const { call, make, system, services } = await testPortal()
const day = 86_400_000
let company: TestCompany
let sid: string
beforeEach(async () => {
  company = await make.company({ managers: 1 })
  sid = await make.session(company.owner.account)
})

const claim = (coupon_type_id: string, as = sid) => call('getCoupon', { coupon_type_id }, { sid: as })
const claimed = async (typeId: string) =>
  system.row(z.object({ claimed: z.int(), coupons: z.int() }))`
  select claimed, (select count(*)::integer from coupon where coupon_type_id = ${typeId}) as coupons
  from coupon_type where id = ${typeId}`

describe('the discount of a coupon', () => {
  const rules = {
    kind: 'amount' as 'amount' | 'percent',
    amount: 5000 as number | null,
    percent: null as number | null,
    cap: null as number | null,
    threshold: 0,
    category_ids: null as string[] | null,
    for_purchase: true,
    for_renewal: true,
  }
  const ancestors = new Map([
    ['leaf', ['leaf', 'root']],
    ['other', ['other']],
  ])
  const ordered = (kind: Ordered['kind'], ...items: [string, number][]): Ordered => ({
    kind,
    items: items.map(([categoryId, amount]) => ({ categoryId, amount })),
    ancestors,
  })

  test('depends on kind, threshold, cap and category, and never exceeds its items’ price', () => {
    expect(discountOf(rules, ordered('purchase', ['leaf', 20_000]))).toEqual({ discount: 5000 })
    expect(discountOf(rules, ordered('purchase', ['leaf', 3000]))).toEqual({ discount: 3000 })
    const percentage = { ...rules, kind: 'percent' as const, amount: null, percent: 10, cap: 3000 }
    expect(discountOf(percentage, ordered('renewal', ['leaf', 19_999]))).toEqual({ discount: 1999 })
    expect(discountOf(percentage, ordered('renewal', ['leaf', 90_000]))).toEqual({ discount: 3000 })
    // Only items in the coupon's categories count towards the threshold and are discounted.
    const ofRoot = { ...rules, category_ids: ['root'], threshold: 10_000 }
    expect(discountOf(ofRoot, ordered('purchase', ['leaf', 9000], ['other', 90_000]))).toEqual({
      reason: '满¥100.00可用，还差¥10.00',
    })
    expect(discountOf(ofRoot, ordered('purchase', ['leaf', 10_000], ['other', 1]))).toEqual({ discount: 5000 })
    expect(discountOf(ofRoot, ordered('purchase', ['other', 90_000]))).toEqual({ reason: '不适用于所选商品' })
  })

  test('does not apply to another kind of order or to a free one', () => {
    expect(discountOf({ ...rules, for_purchase: false }, ordered('purchase', ['leaf', 1]))).toEqual({
      reason: '仅限续费使用',
    })
    expect(discountOf({ ...rules, for_renewal: false }, ordered('renewal', ['leaf', 1]))).toEqual({
      reason: '仅限新购使用',
    })
    expect(discountOf(rules, ordered('purchase', ['leaf', 0]))).toEqual({ reason: '订单金额为零，无需使用' })
  })
})

describe('claiming a coupon', () => {
  test('keeps the rules of its type, and lets it expire at the end of its last day in China', async () => {
    const type = await make.couponType({
      name: '专线八五折',
      percent: 15,
      cap: 20_000,
      threshold: 10_000,
      validDays: 7,
    })
    const answer = await claim(type.id)
    expect(answer).toMatchObject({ code: 200, msg: '领取成功' })
    const until = new Date(answer.data.valid_until)
    expect(until.getTime() - Date.now()).toBeGreaterThanOrEqual(7 * day - 2000)
    expect(until.getTime() - Date.now()).toBeLessThan(8 * day)
    expect(new Date(until.getTime() + 8 * 3_600_000).toISOString()).toContain('T23:59:59')
    await system.change`update coupon_type set percent = 1, name = '改名' where id = ${type.id}`
    const { data } = await call('getUserCouponList', {}, { sid })
    expect(data.list).toEqual([
      expect.objectContaining({ name: '专线八五折', percent: 15, cap: 20_000, threshold: 10_000, state: 'unused' }),
    ])
    expect(await claimed(type.id)).toEqual({ claimed: 1, coupons: 1 })
  })

  test('is refused for each reason without counting as a claim', async () => {
    const refused = [
      [await make.couponType({ way: 'gift' }), -49020],
      [await make.couponType({ published: false }), -49020],
      [{ id: randomUUID() }, -49020],
      [await make.couponType({ claimStartsAt: new Date(Date.now() + day) }), -49021],
      [await make.couponType({ claimEndsAt: new Date(Date.now() - 1000) }), -49021],
      [await make.couponType({ validUntil: new Date(Date.now() - 1000) }), -49021],
    ] as const
    for (const [type, code] of refused) {
      expect((await claim(type.id)).code).toBe(code)
      expect((await claimed(type.id))?.claimed ?? 0).toBe(0)
    }
    const once = await make.couponType({ total: 2 })
    expect((await claim(once.id)).code).toBe(200)
    expect((await claim(once.id)).code).toBe(-49023)
    expect(await claimed(once.id)).toEqual({ claimed: 1, coupons: 1 })
    const other = await make.session((await make.company()).owner.account)
    expect((await claim(once.id, other)).code).toBe(200)
    const third = await make.session((await make.company()).owner.account)
    expect((await claim(once.id, third)).code).toBe(-49022)
  })

  // Guard: `claimed < total` in countClaim; without it the check of the table answers 500 instead.
  test('gives the last coupon to one of 200 concurrent claims', async () => {
    const type = await make.couponType({ total: 1, perCompany: 1000 })
    const claimers = await Promise.all(
      Array.from({ length: 8 }, async () => make.session((await make.company()).owner.account)),
    )
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => claim(type.id, claimers[index % claimers.length])),
    )
    const codes = Map.groupBy(answers, ({ code }) => code)
    expect([...codes].map(([code, all]) => [code, all.length]).sort()).toEqual([
      [-49022, 199],
      [200, 1],
    ])
    expect(await claimed(type.id)).toEqual({ claimed: 1, coupons: 1 })
  }, 30_000)

  // Guard: `had.count < per_company` in insertCoupon, computed after countClaim has locked the type. Without it both get one.
  test('gives a company’s last allowed coupon to one of two concurrent managers', async () => {
    const other = await make.session(company.managers[0]?.account ?? company.owner.account)
    for (let round = 0; round < 10; round++) {
      const type = await make.couponType({ perCompany: 1 })
      const answers = await Promise.all([claim(type.id), claim(type.id, other)])
      expect(answers.map(({ code }) => code).sort()).toEqual([-49023, 200])
      expect(await claimed(type.id)).toEqual({ claimed: 1, coupons: 1 })
    }
  })

  test('is offered in the center, or shown with the reason why not', async () => {
    await system.change`update coupon_type set published = false`
    const category = await make.category({ name: '企业专线' })
    const types = {
      免费领: await make.couponType({ name: '免费领', categoryIds: [category.id], total: 5 }),
      已领: await make.couponType({ name: '已领' }),
      领完: await make.couponType({ name: '领完', total: 1 }),
      未开始: await make.couponType({ name: '未开始', claimStartsAt: new Date(Date.now() + day) }),
    }
    await make.couponType({ name: '赠送', way: 'gift' })
    await make.couponType({ name: '结束', claimEndsAt: new Date(Date.now() - 1000) })
    await claim(types.已领.id)
    await claim(types.领完.id, await make.session((await make.company()).owner.account))
    const { data } = await call('getUserCouponTypeList', {}, { sid })
    expect(data.list.map(({ name, claimable, reason, remaining }) => [name, claimable, reason, remaining])).toEqual([
      ['免费领', true, '', 5],
      ['已领', false, '已领取', null],
      ['领完', false, '已被领完', 0],
      ['未开始', false, expect.stringMatching(/^领取尚未开始，\d{4}-\d\d-\d\d \d\d:\d\d 起$/), null],
    ])
    expect(data.list[0]?.categories).toEqual(['企业专线'])
    for (const { coupon_type_id, claimable } of data.list)
      expect((await claim(coupon_type_id)).code === 200).toBe(claimable)
  })
})

describe('holding, using and returning a coupon', () => {
  const ordered: Ordered = { kind: 'purchase', items: [{ categoryId: 'x', amount: 10_000 }], ancestors: new Map() }
  const stateOf = async (id: string) =>
    system.row(
      z.object({ state: z.string(), order_id: z.string().nullable() }),
    )`select state, order_id from coupon where id = ${id}`

  test('follow the state of the order', async () => {
    const coupon = await make.coupon(company.id)
    const order = await make.order(company, { state: 'pending' })
    const held = { companyId: company.id, couponId: coupon.id, orderId: order.id }
    const lock = () => system.transaction(t => lockCoupon(t, held, ordered))
    expect((await lock()).discount).toBe(5000)
    await expect(lock()).rejects.toMatchObject({ code: -49024, data: '已被其他订单占用' })
    expect(await giveBackCoupon(system, { ...held, orderId: randomUUID() })).toBe(0)
    expect(await giveBackCoupon(system, held)).toBe(1)
    expect(await stateOf(coupon.id)).toEqual({ state: 'unused', order_id: null })
    expect(await relockCoupon(system, held, new Date().toISOString())).toBe(true)
    expect(await relockCoupon(system, held, new Date().toISOString())).toBe(false)
    await useCoupon(system, held)
    await expect(useCoupon(system, held)).rejects.toThrow('not held')
    await expect(lock()).rejects.toMatchObject({ data: '已使用' })
  })

  test('are refused for another company’s coupon or outside its period, except when payment was in time', async () => {
    const orderId = (await make.order(company, { state: 'pending' })).id
    const wanted = (couponId: string) => ({ companyId: company.id, couponId, orderId })
    const tried = (couponId: string) => lockCoupon(system, wanted(couponId), ordered)
    const other = await make.coupon((await make.company()).id)
    await expect(tried(other.id)).rejects.toMatchObject({ code: -49024, data: '优惠券不存在' })
    const early = await make.coupon(company.id, {
      validFrom: new Date(Date.now() + day),
      validUntil: new Date(Date.now() + 2 * day),
    })
    await expect(tried(early.id)).rejects.toMatchObject({ data: '尚未到使用时间' })
    const late = await make.coupon(company.id, {
      validFrom: new Date(Date.now() - 2 * day),
      validUntil: new Date(Date.now() - 60_000),
    })
    await expect(tried(late.id)).rejects.toMatchObject({ data: '已过期' })
    expect(await relockCoupon(system, wanted(late.id), new Date().toISOString())).toBe(false)
    expect(await relockCoupon(system, wanted(late.id), new Date(Date.now() - 120_000).toISOString())).toBe(true)
  })

  // Guard: `state = 'unused'` in holdCoupon. Without it several orders hold the one coupon.
  test('gives a coupon to one of several concurrent orders', async () => {
    const coupon = await make.coupon(company.id)
    const of = { companyId: company.id, couponId: coupon.id }
    const orders: string[] = []
    for (let index = 0; index < 8; index++) orders.push((await make.order(company, { state: 'pending' })).id)
    for (let round = 0; round < 15; round++) {
      const results = await Promise.allSettled(
        orders.map(orderId => system.transaction(t => lockCoupon(t, { ...of, orderId }, ordered))),
      )
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const result of results)
        if (result.status === 'rejected')
          expect(result.reason).toMatchObject({ code: -49024, data: '已被其他订单占用' })
      const orderId = (await stateOf(coupon.id))?.order_id ?? ''
      expect(await giveBackCoupon(system, { ...of, orderId })).toBe(1)
    }
  })

  test('are listed by state with counts; expiry depends on the time alone', async () => {
    const order = await make.order(company, { state: 'fulfilled', number: `N${randomUUID().slice(0, 8)}` })
    await make.coupon(company.id)
    const past = { validFrom: new Date(Date.now() - 2 * day), validUntil: new Date(Date.now() - 1000) }
    await make.coupon(company.id, past)
    await make.coupon(company.id, { state: 'used', orderId: order.id })
    await make.coupon(company.id, { state: 'locked', orderId: order.id, ...past })
    const list = async (state?: 'unused' | 'locked' | 'used' | 'expired') =>
      (await call('getUserCouponList', { ...(state && { state }) }, { sid })).data
    const counts = { unused: 1, expired: 1, used: 1, locked: 1 }
    expect(await list()).toMatchObject({ total: 4, counts })
    for (const state of ['unused', 'expired', 'used', 'locked'] as const) {
      const found = await list(state)
      expect([found.total, found.counts, found.list.map(each => each.state)]).toEqual([1, counts, [state]])
    }
    expect((await list('used')).list[0]).toMatchObject({ order_id: order.id, order_number: order.number })
    expect((await call('getUserCouponList', { page: 2, page_size: 3 }, { sid })).data.list).toHaveLength(1)
  })
})

test('for an order the coupons are listed by discount, largest first, with why one cannot be used', async () => {
  const sku = await make.sku({ product: 'hours', price: 6000, packages: [{ days: 90, discountPercent: 10 }] })
  const usable = async (quantity = 2) =>
    (
      await call(
        'getUsableCoupon',
        { kind: 'purchase', items: [{ sku_id: sku.id, package_type_id: sku.packageId, quantity }] },
        { sid },
      )
    ).data.list
  await make.coupon(company.id, { name: '减十', amount: 1000 })
  await make.coupon(company.id, { name: '九折', percent: 10 })
  await make.coupon(company.id, { name: '满四百', amount: 9000, threshold: 40_000 })
  await make.coupon(company.id, { name: '续费', forPurchase: false })
  await make.coupon(company.id, { name: '过期', validUntil: new Date(Date.now() - 1000) })
  await make.coupon((await make.company()).id, { name: '别人的', amount: 20_000 })
  // Two seats for 90 days, less ten percent: ¥324.
  expect((await usable()).map(({ name, discount, usable, reason }) => [name, discount, usable, reason])).toEqual([
    ['九折', 3240, true, ''],
    ['减十', 1000, true, ''],
    ['满四百', 0, false, '满¥400.00可用，还差¥76.00'],
    ['续费', 0, false, '仅限续费使用'],
  ])
  expect((await usable(3)).map(({ name }) => name)).toEqual(['满四百', '九折', '减十', '续费'])
  const refused = await call(
    'getUsableCoupon',
    { kind: 'purchase', items: [{ sku_id: sku.id, package_type_id: sku.id, quantity: 1 }] },
    { sid },
  )
  expect(refused.code).toBe(-49003)
})

describe('the welcome coupon of a promotion code', () => {
  const apply = async (couponTypeId: string) => {
    const promotionCode = await make.promotionCode()
    await system.change`update promotion_code set coupon_type_id = ${couponTypeId} where code = ${promotionCode}`
    const account = await make.account({ promotionCode })
    await make.verification(account, { kind: 'company', state: 'under_review' })
    return account
  }
  const approve = (phone: string) =>
    runAs('test', () => review(services, { phone, decision: { state: 'approved', reason: null } }))

  // Guard: any of three suffices: `decide`, one company for a credit code, and one employment for an account.
  test('is given exactly once when the company is created, however often it is approved', async () => {
    const type = await make.couponType({ way: 'promotion', amount: 10_000 })
    const account = await apply(type.id)
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => approve(account.phone)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const as = await make.session(account)
    const { data } = await call('getUserCouponList', {}, { sid: as })
    expect(data.list).toMatchObject([{ source: 'promotion', amount: 10_000, state: 'unused' }])
    expect(await claimed(type.id)).toEqual({ claimed: 1, coupons: 1 })
  })

  test('does not block creating a company when its campaign has run out, ended or changed its way', async () => {
    const gone = await make.couponType({ way: 'promotion', total: 1 })
    await make.coupon(company.id, { couponTypeId: gone.id })
    const over = await make.couponType({ way: 'promotion', claimEndsAt: new Date(Date.now() - 1000) })
    // A type for gifts: an operator decides about each company's gift separately.
    const giftOnly = await make.couponType({ way: 'gift' })
    for (const type of [gone, over, giftOnly]) {
      const account = await apply(type.id)
      await approve(account.phone)
      const { code, data } = await call('getUserCouponList', {}, { sid: await make.session(account) })
      expect([code, data.total]).toEqual([200, 0])
    }
    expect(await claimed(gone.id)).toEqual({ claimed: 1, coupons: 1 })
  })
})

test('an operator’s gift is found by name or id, audited, and refused in plain words', async () => {
  const name = `周年礼${randomUUID()}`
  const type = await make.couponType({ way: 'gift', name, perCompany: 2, claimEndsAt: new Date(Date.now() - 1000) })
  const gift = (couponType: string, creditCode = company.creditCode) =>
    runAs('cli:test', () => giveCoupon(services, { couponType, to: { creditCode } }))
  expect(await gift(name)).toMatchObject({ companyName: company.name, name })
  await gift(type.id)
  await expect(gift(name)).rejects.toThrow('已达到每家企业的领取上限')
  await expect(gift('没有这种')).rejects.toThrow('没有名为“没有这种”的优惠券类型')
  await expect(gift(name, '91440300MAXX000000')).rejects.toThrow('没有统一社会信用代码')
  await make.couponType({ name })
  await expect(gift(name)).rejects.toThrow('有多种优惠券都叫')
  const { data } = await call('getUserCouponList', {}, { sid })
  expect(data.list.map(({ source }) => source)).toEqual(['gift', 'gift'])
  const audited = await system.rows(z.object({ actor: z.string() }))`
  select actor from audit_entry where action = 'coupon.given' and target = ${`company:${company.id}`}`
  expect(audited).toEqual([{ actor: 'cli:test' }, { actor: 'cli:test' }])
})
