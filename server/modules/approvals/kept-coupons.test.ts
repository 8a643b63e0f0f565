import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeEach, expect, test, vi } from 'vitest'
import { countOf } from '#server/database/count-rows.ts'
import { approvalsOn } from '#server/testing/approvals.ts'
import { largeCoupon } from '#server/testing/large-coupon.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, operate, system } = portal
const { setPolicy, resetPolicies, forgetUse, kept, decide, listed } = approvalsOn(portal)

const support = await make.operator('support')
const owner = await make.operator('owner')
const secondOwner = await make.operator('owner')
const finance = await make.operator('finance')

beforeEach(resetPolicies)

const couponsOf = async (company_id: string) =>
  (await operate('getCompanyOverview', { company_id }, support)).data.coupons.counts.unused

test('a single coupon counts by its maximum discount; a percentage without a cap counts as any amount', async () => {
  await setPolicy('coupon', 5000)
  const company = await make.company()
  const give = async (rules: Parameters<typeof make.couponType>[0]) => {
    const type = await make.couponType({ way: 'gift', ...rules })
    return { company_id: company.id, coupon_type_id: type.id, request_key: randomUUID() }
  }
  for (const small of [{ amount: 4999 }, { percent: 90, cap: 4999 }]) {
    expect((await operate('giftCompanyCoupon', await give(small), support)).code).toBe(200)
    await forgetUse()
  }
  for (const large of [{ amount: 5000 }, { percent: 1 }, { percent: 1, cap: 5000 }]) {
    const before = await couponsOf(company.id)
    const approval_id = await kept('giftCompanyCoupon', await give(large), support)
    expect(await couponsOf(company.id)).toBe(before)
    expect((await decide(approval_id, finance)).code).toBe(200)
    expect(await couponsOf(company.id)).toBe(before + 1)
  }
})

// Guard: requireAsDescribed. Without it a coupon of the larger sum is given on a confirmation of the smaller one.
test('a coupon whose type has changed since the request is not given', async () => {
  await setPolicy('coupon', 5000)
  const company = await make.company()
  const type = await make.couponType({ way: 'gift', amount: 5000 })
  const gift = { company_id: company.id, coupon_type_id: type.id, request_key: randomUUID() }
  const approval_id = await kept('giftCompanyCoupon', gift, support)
  await system.change`update coupon_type set amount = 500000 where id = ${type.id}`
  const answer = await decide(approval_id, finance)
  expect(answer).toMatchObject({ code: -53020, msg: expect.stringContaining('每张减 ¥5,000.00') })
  expect(await couponsOf(company.id)).toBe(0)
})

test('a coupon that is for other categories than at the request is not published', async () => {
  await setPolicy('coupon', 5000)
  const [lines, hours] = [await make.category({ name: '专线' }), await make.category({ name: '时长' })]
  const draft = { ...largeCoupon, category_ids: [lines.id], published: false }
  const { coupon_type_id } = (await operate('setCouponType', draft, finance)).data
  const approval_id = await kept('setCouponTypePublished', { coupon_type_id, published: true }, finance)
  expect((await listed(approval_id, owner))?.summary).toContain('限 专线')
  const other = { ...draft, category_ids: [hours.id], coupon_type_id, revision: 0 }
  expect((await operate('setCouponType', other, finance)).code).toBe(200)
  expect(await decide(approval_id, owner)).toMatchObject({ code: -53020, msg: expect.stringContaining('限 时长') })
  expect((await operate('getCouponTypeDetail', { coupon_type_id }, finance)).data.published).toBe(false)
})

// Guard: the facts of a request, which are compared instead of its wording.
test('a coupon is published after a category was renamed, and an earlier request says why it cannot be carried out', async () => {
  await setPolicy('coupon', 5000)
  const category = await make.category({ name: '专线' })
  const publish = async (name: string) => {
    const draft = { ...largeCoupon, name, category_ids: [category.id], published: false }
    const { coupon_type_id } = (await operate('setCouponType', draft, finance)).data
    return kept('setCouponTypePublished', { coupon_type_id, published: true }, finance)
  }
  const [approval_id, older] = [await publish('新年券'), await publish('老券')]
  await system.change`update approval set facts = null where id = ${older}`
  await system.change`update category set name = '国际专线' where id = ${category.id}`
  expect((await decide(approval_id, owner)).code).toBe(200)
  expect(await decide(older, owner)).toMatchObject({
    code: -53020,
    msg: expect.stringContaining('或程序升级后说法不同'),
  })
})

test('a list of companies counts by its total', async () => {
  await setPolicy('coupon', 10_000)
  const company = await make.company()
  // The first list's job may have given the company its coupon by the time the second one is previewed.
  const type = await make.couponType({ way: 'gift', amount: 5000, perCompany: 2 })
  const previewed = async (list: { creditCode: string }[]) => {
    const boundary = 'x'
    const part = (head: string, body: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`
    const body = Buffer.from(
      `${part('name="coupon_type_id"', type.id)}${part('name="file"; filename="x.txt"', list.map(({ creditCode }) => creditCode).join('\n'))}--${boundary}--\r\n`,
    )
    const answer = await portal.post('/operations/coupons/previewCouponGift', body, {
      headers: {
        authorization: 'operations-web 1201',
        cookie: `operator=${finance.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    })
    return (JSON.parse(answer.body) as { data: { gift_id: string } }).data
  }
  const one = await previewed([company])
  expect((await operate('giveCouponGift', one, finance)).code).toBe(200)
  // Another operator's list with the same company adds to what the company was given.
  await system.change`delete from approval_use`
  const same = await previewed([company])
  await operate(
    'decideApproval',
    {
      approval_id: await kept('giveCouponGift', same, finance),
      decision: 'withdraw',
    },
    finance,
  )
  const two = await previewed([await make.company(), await make.company()])
  const approval_id = await kept('giveCouponGift', two, finance)
  expect((await listed(approval_id, owner))?.summary).toContain('向 2 家企业各赠送一张优惠券“立减券”：每张减 ¥50.00')
  const { data: waiting } = await operate('getCouponGift', two, finance)
  expect(waiting.state).toBe('previewed')
  expect((await decide(approval_id, secondOwner)).code).toBe(200)
  const { data: begun } = await operate('getCouponGift', two, finance)
  expect(begun.state).not.toBe('previewed')
})

test('publishing by either call, and enlarging a published type, need a second operator', async () => {
  await setPolicy('coupon', 10_000)
  const modest = { ...largeCoupon, name: '小额券', amount: 999, published: true }
  expect((await operate('setCouponType', modest, finance)).code).toBe(200)
  await forgetUse()
  // Ten of ¥10, or an unlimited number, reach the threshold.
  for (const total of [10, null]) {
    const many = { ...modest, name: `很多张 ${total}`, amount: 1000, total }
    await decide(await kept('setCouponType', many, finance), owner, 'reject')
  }
  const draft = await operate('setCouponType', { ...largeCoupon, published: false }, finance)
  expect(draft.code).toBe(200)
  const { coupon_type_id } = draft.data
  const publish = { coupon_type_id, published: true }
  const approval_id = await kept('setCouponTypePublished', publish, finance)
  const detail = async () => (await operate('getCouponTypeDetail', { coupon_type_id }, finance)).data
  expect((await detail()).published).toBe(false)
  expect((await decide(approval_id, owner)).code).toBe(200)
  expect((await detail()).published).toBe(true)

  const set = async (input: object) => ({
    ...largeCoupon,
    coupon_type_id,
    revision: (await detail()).revision,
    published: true,
    ...input,
  })
  expect((await operate('setCouponType', await set({ about: '限时', amount: 400_000 }), finance)).code).toBe(200)
  const larger = await kept('setCouponType', await set({ amount: 900_000 }), finance)
  expect((await detail()).amount).toBe(400_000)
  expect((await decide(larger, owner)).code).toBe(200)
  expect((await detail()).amount).toBe(900_000)
  expect((await operate('setCouponTypePublished', { coupon_type_id, published: false }, finance)).code).toBe(200)

  const made = await kept('setCouponType', { ...largeCoupon, name: '新的大额券', published: true }, finance)
  expect((await decide(made, owner)).code).toBe(200)
  const { data } = await operate('getCouponTypeList', { keyword: '新的大额券' }, finance)
  expect(data.list).toMatchObject([{ published: true, amount: 500_000 }])
})

/** Creates a published type of ¥4,999 that operators give: one coupon stays below the threshold, an unlimited number does not. */
async function publishedGift() {
  await setPolicy('coupon', 500_000)
  const gift = { ...largeCoupon, amount: 499_900, total: null, way: 'gift' as const, published: true }
  const { coupon_type_id } = (await operate('setCouponType', gift, finance)).data
  await forgetUse()
  return { ...gift, coupon_type_id, revision: 0 }
}

// Guard: `widens` compares the way. Without it one operator puts any number of coupons on general offer.
test.each(['center', 'promotion'] as const)('a type that operators give comes to the %s by two', async way => {
  const gift = await publishedGift()
  const approval_id = await kept('setCouponType', { ...gift, way }, finance)
  expect((await listed(approval_id, owner))?.summary).toMatch(/¥4,999.*不限张数/)
  expect((await decide(approval_id, owner)).code).toBe(200)
})

test('a change that makes a published coupon type give more needs the same approval as its publication; one that makes it give less does not', async () => {
  await setPolicy('coupon', 1)
  const [one, other] = [await make.category(), await make.category()]
  const narrow = {
    ...largeCoupon,
    kind: 'percent' as const,
    amount: null,
    percent: 10,
    cap: 5000,
    threshold: 10_000,
    category_ids: [one.id],
    for_renewal: false,
    claim_ends_at: '2036-01-01T00:00:00Z',
    published: true,
  }
  const type = await operate(
    'decideApproval',
    {
      approval_id: await kept('setCouponType', narrow, finance),
      decision: 'confirm',
    },
    owner,
  )
  expect(type.code).toBe(200)
  const { data } = await operate('getCouponTypeList', { keyword: narrow.name }, finance)
  const { coupon_type_id = '', revision = 0 } = data.list[0] ?? {}
  const wider: Partial<typeof narrow>[] = [
    { percent: 20 },
    { cap: 6000 },
    { threshold: 9999 },
    { category_ids: [one.id, other.id] },
    { for_renewal: true },
    { total: 11 },
    { per_company: 2 },
    { valid_days: 31 },
    { claim_ends_at: '2036-01-01T00:00:01Z' },
  ]
  for (const input of [...wider, { cap: null }, { category_ids: null }, { total: null }, { claim_ends_at: null }]) {
    const approval_id = await kept('setCouponType', { ...narrow, coupon_type_id, revision, ...input }, finance)
    await decide(approval_id, owner, 'reject')
  }
  const less = {
    percent: 5,
    cap: 100,
    threshold: 20_000,
    total: 5,
    valid_days: 7,
    claim_ends_at: '2035-01-01T00:00:00Z',
  }
  expect((await operate('setCouponType', { ...narrow, coupon_type_id, revision, ...less }, finance)).code).toBe(200)
})

// Guard: `widens` compares `for_purchase` and `valid_until`. Without it one operator opens a coupon to all orders, or for years.
test('extending a published type to purchases or to a later date needs a second operator', async () => {
  await setPolicy('coupon', 1)
  const until = (valid_until: string | null) => ({ valid_until, valid_days: valid_until === null ? 3650 : null })
  const narrow = { ...largeCoupon, for_purchase: false, ...until('2036-01-01T00:00:00Z'), published: true }
  expect((await decide(await kept('setCouponType', { ...narrow, name: '续费券' }, finance), owner)).code).toBe(200)
  const { data } = await operate('getCouponTypeList', { keyword: '续费券' }, finance)
  const { coupon_type_id = '', revision = 0 } = data.list[0] ?? {}
  const set = (input: object) => ({ ...narrow, name: '续费券', coupon_type_id, revision, ...input })
  for (const wider of [{ for_purchase: true }, until('2036-01-01T00:00:01Z'), until(null)])
    await decide(await kept('setCouponType', set(wider), finance), owner, 'reject')
  expect((await operate('setCouponType', set(until('2035-01-01T00:00:00Z')), finance)).code).toBe(200)
})

// Guard: the handler's check for a gift under way. Without it each company gets the coupon of the larger sum.
test('the terms of a gift that has begun stay as they were decided', async () => {
  const gift = { ...(await publishedGift()), published: false }
  await system.change`
    insert into coupon_gift (coupon_type_id, operator_id, total, state, started_at)
    values (${gift.coupon_type_id}, ${finance.id}, 1, 'running', now())`
  expect((await operate('setCouponType', { ...gift, amount: 500 }, finance)).code).toBe(-53506)
  expect((await operate('setCouponType', { ...gift, about: '说明' }, finance)).code).toBe(200)
})

// Guard: an operation that may be kept is one transaction, also without an idempotency key (`perform`). Without it the larger
// coupon is published on the evaluation of the smaller.
test('a type that changes while it is published is published as it was counted', async () => {
  await setPolicy('coupon', 5000)
  const type = await make.couponType({ amount: 100, total: 10, published: false })
  let publishing: Promise<{ code: number }> | undefined
  let enlarging: Promise<number> | undefined
  const waiting = (count: number) =>
    vi.waitUntil(
      async () =>
        (await countOf(
          system,
          sql`select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
        )) === count,
      { interval: 10 },
    )
  await system.transaction(async transaction => {
    await transaction.change`update coupon_type set sort = sort where id = ${type.id}`
    publishing = operate(
      'setCouponTypePublished',
      { coupon_type_id: type.id, published: true },
      { ...finance, keyed: false },
    )
    await waiting(1)
    enlarging = system.change`update coupon_type set amount = 900000 where id = ${type.id} and not published`
    await waiting(2)
  })
  expect([(await publishing)?.code, await enlarging]).toEqual([200, 0])
})
