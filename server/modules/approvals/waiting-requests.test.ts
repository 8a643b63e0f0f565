import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { approvalsOn } from '#server/testing/approvals.ts'
import { largeCoupon } from '#server/testing/large-coupon.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, operate, system } = portal
const { setPolicy, resetPolicies, kept } = approvalsOn(portal)
const owner = await make.operator('owner')
// There must be an operator who may decide.
await make.operator('owner')

beforeEach(async () => {
  await resetPolicies()
  for (const kind of ['hours', 'coupon', 'extension', 'balance'] as const) await setPolicy(kind, 0)
})

const gifted = z.object({ id: z.string() })
const key = () => ({ request_key: randomUUID() })

test('a request about the same thing that waits already is named with who made it', async () => {
  const company = await make.company()
  const hours = { company_id: company.id, days: 30, note: '故障补偿', ...key() }
  await kept('giftCompanyHours', hours, owner)
  const sku = await make.sku({ stock: 3 })
  const trial = { company_id: company.id, sku_id: sku.id, reason: '展会上谈的' }
  expect(await operate('openTrial', trial, owner)).toMatchObject({
    code: -53012,
    msg: expect.stringMatching(/赠送 30 人天给.*：故障补偿（.+提交）/),
  })
})

test('requests that wait about a coupon type are shown on its page and on the page of its gift', async () => {
  await make.couponType({ way: 'gift' })
  const type = await make.couponType({ way: 'gift', amount: 7000, published: false })
  const finance = await make.operator('finance')
  await kept('setCouponTypePublished', { coupon_type_id: type.id, published: true }, owner)
  const waiting = { summary: expect.stringContaining('每张减 ¥70.00'), requested_by: expect.any(String) }
  const detail = await operate('getCouponTypeDetail', { coupon_type_id: type.id }, finance)
  expect(detail.data.waiting).toMatchObject(waiting)
  const { list } = (await operate('getCouponTypeList', {}, finance)).data
  expect(list.find(({ coupon_type_id }) => coupon_type_id === type.id)?.waiting).toMatchObject(waiting)
  expect(list.find(({ coupon_type_id }) => coupon_type_id !== type.id)?.waiting).toBeNull()
  const gift = await system.row(gifted)`
    insert into coupon_gift (coupon_type_id, operator_id, total) values (${type.id}, ${finance.id}, 1) returning id`
  expect((await operate('getCouponGift', { gift_id: gift?.id ?? '' }, finance)).data.waiting).toMatchObject(waiting)
})

test('a waiting new coupon type is shown beside the list, which has no row of it yet; a waiting change is shown at its row', async () => {
  const finance = await make.operator('finance')
  const type = await make.couponType({ way: 'gift', amount: 7000, published: false })
  await kept('setCouponTypePublished', { coupon_type_id: type.id, published: true }, owner)
  const approval_id = await kept('setCouponType', { ...largeCoupon, name: '全新的一种', published: true }, owner)
  const waiting = { approval_id, summary: expect.stringContaining('全新的一种'), requested_by: expect.any(String) }
  for (const input of [{}, { keyword: '没有这个' }])
    expect((await operate('getCouponTypeList', input, finance)).data.waiting_new).toMatchObject([waiting])
  await system.change`update approval set state = 'withdrawn', decided_at = now() where id = ${approval_id}`
  expect((await operate('getCouponTypeList', {}, finance)).data.waiting_new).toEqual([])
})
