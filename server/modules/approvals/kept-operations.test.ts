import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { countOf } from '#server/database/count-rows.ts'
import { approvalsOn, halfIn } from '#server/testing/approvals.ts'
import type { TestOperator } from '#server/testing/make-operators.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, operate, system } = portal
const { setPolicy, resetPolicies, forgetUse, kept, decide, listed } = approvalsOn(portal)

const support = await make.operator('support')
const network = await make.operator('network')
const owner = await make.operator('owner')
const secondOwner = await make.operator('owner')
const finance = await make.operator('finance')

beforeEach(resetPolicies)

describe('coupons', () => {
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

  // The guard is requireAsDescribed. Without it the coupon of the larger sum is given on the word for the smaller one.
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

  test('a list of companies counts by its total', async () => {
    await setPolicy('coupon', 10_000)
    const companies = [await make.company(), await make.company()]
    const type = await make.couponType({ way: 'gift', amount: 5000 })
    const previewed = async (list: typeof companies) => {
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
    const one = await previewed(companies.slice(0, 1))
    expect((await operate('giveCouponGift', one, finance)).code).toBe(200)
    // Another operator's list with the same company adds to what it was given.
    await system.change`delete from approval_use`
    const same = await previewed([companies[0] ?? (await make.company())])
    await system.change`update coupon_gift_row set outcome = 'ready' where gift_id = ${same.gift_id}`
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

  const fields = {
    name: '大额券',
    about: '',
    kind: 'amount' as const,
    amount: 500_000,
    percent: null,
    cap: null,
    threshold: 0,
    category_ids: null,
    for_purchase: true,
    for_renewal: true,
    total: 10,
    per_company: 1,
    way: 'center' as const,
    claim_starts_at: new Date().toISOString(),
    claim_ends_at: null,
    valid_from: null,
    valid_until: null,
    valid_days: 30,
    sort: 0,
  }

  test('publishing by either call, and enlarging a published type, need a second operator', async () => {
    await setPolicy('coupon', 10_000)
    const modest = { ...fields, name: '小额券', amount: 999, published: true }
    expect((await operate('setCouponType', modest, finance)).code).toBe(200)
    await forgetUse()
    // Ten of ¥10, or any number of them, come to the threshold.
    for (const total of [10, null]) {
      const many = { ...modest, name: `很多张 ${total}`, amount: 1000, total }
      await decide(await kept('setCouponType', many, finance), owner, 'reject')
    }
    const draft = await operate('setCouponType', { ...fields, published: false }, finance)
    expect(draft.code).toBe(200)
    const { coupon_type_id } = draft.data
    const publish = { coupon_type_id, published: true }
    const approval_id = await kept('setCouponTypePublished', publish, finance)
    const detail = async () => (await operate('getCouponTypeDetail', { coupon_type_id }, finance)).data
    expect((await detail()).published).toBe(false)
    expect((await decide(approval_id, owner)).code).toBe(200)
    expect((await detail()).published).toBe(true)

    const set = async (input: object) => ({
      ...fields,
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

    const made = await kept('setCouponType', { ...fields, name: '新的大额券', published: true }, finance)
    expect((await decide(made, owner)).code).toBe(200)
    const { data } = await operate('getCouponTypeList', { keyword: '新的大额券' }, finance)
    expect(data.list).toMatchObject([{ published: true, amount: 500_000 }])
  })
})

test('a line is extended when a second operator confirms', async () => {
  await setPolicy('extension', 7)
  const company = await make.company()
  const order = await make.order(company)
  const sku = await make.sku({ stock: 1 })
  const line = await make.line(company, { sku, orderId: order.id, bound: true })
  const which = { company_id: company.id, line_id: line.id }
  const endsAt = async () => Date.parse((await operate('getOperatedLine', which, network)).data.ends_at)
  const before = await endsAt()
  const longer = { ...which, days: 7, reason: '故障补偿', request_key: randomUUID() }
  const approval_id = await kept('extendLine', longer, network)
  expect(await endsAt()).toBe(before)
  expect((await decide(approval_id, finance)).code).toBe(200)
  expect((await endsAt()) - before).toBe(7 * 86_400_000)
})

test('a wrong amount is written off when a second operator confirms', async () => {
  const company = await make.company()
  const order = await make.order(company, { state: 'pending' })
  const out_trade_no = `P${order.number}`
  await system.change`
    insert into payment (company_id, order_id, gateway, out_trade_no, amount, expires_at, problem, arrived_amount)
    values (${company.id}, ${order.id}, 'sandbox', ${out_trade_no}, ${order.payable}, now(), '到账 ¥50.00', 5000)`
  const problem = async () =>
    (
      await system.row(
        z.object({ problem: z.string().nullable() }),
      )`select problem from payment where out_trade_no = ${out_trade_no}`
    )?.problem
  const approval_id = await kept('settleWrongPayment', { out_trade_no, reason: '已在别处处理' }, finance)
  expect(await problem()).toBe('到账 ¥50.00')
  expect((await listed(approval_id, owner))?.summary).toContain('核销异常款项 ¥50.00')
  expect((await decide(approval_id, owner)).code).toBe(200)
  expect(await problem()).toBe(null)
})

describe('operators', () => {
  const rolesOf = async (id: string) =>
    (await system.row(z.object({ roles: z.array(z.string()) }))`select roles from operator where id = ${id}`)?.roles

  test('a new password is shown once in halves to requester and confirmer, and stored nowhere', async () => {
    const name = `fresh-${randomUUID().slice(0, 8)}`
    const approval_id = await kept('setOperator', { name, display_name: '小新', roles: ['finance'] }, owner)
    expect((await operate('logIn', { name, password: 'whatever' })).code).toBe(-41001)
    expect((await listed(approval_id, secondOwner))?.summary).toBe(`新增操作员 小新（${name}），角色：财务`)
    expect((await decide(approval_id, finance)).code, 'finance is no role of this policy').toBe(-41017)
    const second = halfIn((await decide(approval_id, secondOwner)).data.once)
    expect(await listed(approval_id, owner)).toMatchObject({ result: '已新增', half: true })
    expect(await listed(approval_id, secondOwner)).toMatchObject({ half: false })

    const take = (by: TestOperator) => operate('takePasswordHalf', { approval_id }, by)
    expect((await take(secondOwner)).code, 'the confirmer has the other one').toBe(-53021)
    const answers = await Promise.all([take(owner), take(owner)])
    expect(answers.map(({ code }) => code).sort()).toEqual([-53021, 200])
    const first = halfIn(answers.find(({ code }) => code === 200)?.data.once)
    expect(await listed(approval_id, owner)).toMatchObject({ half: false })

    expect((await operate('logIn', { name, password: second })).code).toBe(-41001)
    expect((await operate('logIn', { name, password: first + second })).code).toBe(200)
    const stored = await countOf(
      system,
      sql`
        select count(*) from (select approval::text as text from approval union all select audit_entry::text from audit_entry)
        where text like ${`%${first}%`} or text like ${`%${second}%`}`,
    )
    expect(stored).toBe(0)
  })

  test('adding roles, resetting and re-enabling wait; removing roles and disabling do not', async () => {
    const other = await make.operator('support')
    const profile = { operator_id: other.id, name: other.name, display_name: '同事' }
    const more = await kept('setOperator', { ...profile, roles: ['support', 'finance'] }, owner)
    expect(await rolesOf(other.id)).toEqual(['support'])
    expect((await decide(more, secondOwner)).code).toBe(200)
    expect(await rolesOf(other.id)).toEqual(['support', 'finance'])
    expect((await operate('setOperator', { ...profile, roles: ['finance'] }, owner)).code).toBe(200)

    const reset = await kept('resetOperator', { operator_id: other.id, totp: false }, owner)
    expect((await decide(reset, secondOwner)).data).toMatchObject({
      result: '已重置',
      once: expect.stringMatching(/首个密码的后半 [a-z2-9]{10}，/),
    })
    const state = (state: 'active' | 'disabled') => ({ operator_id: other.id, state })
    expect((await operate('setOperatorState', state('disabled'), owner)).code).toBe(200)
    const back = await kept('setOperatorState', state('active'), owner)
    expect((await operate('getSelf', {}, { token: await make.operatorSession(other.id) })).code).toBe(-41004)
    expect((await decide(back, secondOwner)).code).toBe(200)
    expect((await operate('getSelf', {}, { token: await make.operatorSession(other.id) })).code).toBe(200)
  })
})
