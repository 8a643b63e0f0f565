import { beforeEach, expect, test } from 'vitest'
import { maxPending, maxPendingByToken, transferDays } from '#contract/shop.ts'
import { day } from '#server/core/service-time.ts'
import { creditBalance } from '#server/modules/balance/balance.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, system } = await testPortal()
let company: TestCompany
let token: string
let sid: string
let key = 0

beforeEach(async () => {
  company = await make.company()
  sid = await make.session(company.owner.account)
  token = (await make.apiToken(company, { name: '续费程序', scopes: ['orders:read', 'orders:change'] })).secret
})

const lineEnding = (days: number) =>
  make.line(company, { bound: true, endsAt: new Date(Date.now() + days * day) }).then(({ id }) => id)
const renew = (svp_ids: string[], as: { token: string } | { sid: string } = { token }) =>
  call('createOrder', { kind: 'renewal', svp_ids, days: 30, request_key: `key-of-token-${++key}` }, as)
const noticesOfOrders = async () =>
  (await call('getNoticeList', {}, { sid })).data.list.filter(({ kind }) => kind === 'order_waiting')
const daysToPay = ({ data }: Awaited<ReturnType<typeof renew>>) => (Date.parse(data.pays_until) - Date.now()) / day

test('a renewal waits three days, but no longer than its lines are kept, and never less than usual', async () => {
  expect(daysToPay(await renew([await lineEnding(10)]))).toBeCloseTo(transferDays, 2)
  expect(daysToPay(await renew([await lineEnding(10), await lineEnding(-1)]))).toBeCloseTo(2, 2)
  expect(daysToPay(await renew([await lineEnding(-3)]))).toBeCloseTo(1 / 48, 2)
  expect(daysToPay(await renew([await lineEnding(10)], { sid }))).toBeCloseTo(1 / 48, 2)
})

test('a line whose renewal is unpaid is not ordered again, not even concurrently, until that order has ended', async () => {
  const [one, two] = [await lineEnding(5), await lineEnding(5)]
  const answers = await Promise.all([1, 2, 3].map(() => renew([one, two])))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([-49017, -49017, 200])
  const { order_id, order_number } = answers.find(({ code }) => code === 200)?.data ?? expect.unreachable()
  expect(await renew([two])).toMatchObject({ code: -49017, data: order_number })
  expect(await noticesOfOrders()).toHaveLength(1)
  expect((await call('orderOpera', { order_id, opera: 'cancel' }, { sid })).code).toBe(200)
  expect((await renew([two])).code).toBe(200)
})

test('a person may order the line all the same, and the same key finds the same order', async () => {
  const svp_ids = [await lineEnding(5)]
  const input = { kind: 'renewal' as const, svp_ids, days: 30, request_key: 'the-same-key' }
  const first = await call('createOrder', input, { token })
  expect((await call('createOrder', input, { token })).data).toEqual(first.data)
  expect((await renew(svp_ids, { sid })).code).toBe(200)
})

test('the notice of a waiting order is settled once the order is paid or has ended', async () => {
  const unread = async () => (await noticesOfOrders()).filter(({ read }) => !read).length
  const first = (await renew([await lineEnding(5)])).data.order_id
  const second = (await renew([await lineEnding(5)])).data.order_id
  expect(await unread()).toBe(2)
  expect((await call('orderOpera', { order_id: first, opera: 'cancel' }, { sid })).code).toBe(200)
  expect(await unread()).toBe(1)
  const money = { kind: 'correction', companyId: company.id, amount: 100_000, note: '' } as const
  await system.transaction(transaction => creditBalance(transaction, money))
  const payment = { order_id: second, opera: 'pay', gateway: 'balance' } as const
  expect((await call('orderOpera', payment, { sid })).code).toBe(200)
  expect(await unread()).toBe(0)
})

test('half of the orders that may wait are left to people', async () => {
  for (let number = 0; number < maxPendingByToken; number++) expect((await renew([await lineEnding(5)])).code).toBe(200)
  const line = await lineEnding(5)
  expect(await renew([line])).toMatchObject({ code: -49014, data: maxPendingByToken })
  for (let number = maxPendingByToken; number < maxPending; number++)
    expect((await renew([line], { sid })).code).toBe(200)
  expect(await renew([line], { sid })).toMatchObject({ code: -49014, data: maxPending })
})

test('managers are notified of a token’s orders, except free ones', async () => {
  const sku = await make.sku({ product: 'hours', price: 5800 })
  const items = [{ sku_id: sku.id, package_type_id: sku.packageIds[0] ?? '', quantity: 1 }]
  const buy = () => call('createOrder', { kind: 'purchase', items, request_key: `key-of-token-${++key}` }, { token })
  const { data } = await buy()
  expect(await noticesOfOrders()).toMatchObject([
    {
      title: '订单待支付',
      text: expect.stringMatching(new RegExp(`^接口令牌「续费程序」下了订单 ${data.order_number}.*58\\.00`)),
      link: expect.stringContaining(data.order_number),
    },
  ])
  // The order belongs to the token, and not to the manager who created the token.
  const { list } = (await call('getOrderList', {}, { sid })).data
  expect(list).toMatchObject([{ buyer_name: '接口令牌「续费程序」' }])
  await system.change`update sku set price = 0 where id = ${sku.id}`
  expect((await buy()).data.state).toBe('fulfilled')
  expect(await noticesOfOrders()).toHaveLength(1)
})
