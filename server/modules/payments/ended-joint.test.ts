import { expect, test } from 'vitest'
import { openShop } from '#server/modules/orders/shop.fixture.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make } = portal
const hours = await make.sku({ product: 'hours', price: 5_800 })
const { sid, shop } = await openShop(portal)

const jointOf = async (order_ids: string[]) => (await call('payOrdersTogether', { order_ids }, { sid })).data.order_id

test('of two joint payments of the same orders the second can no longer be paid once the first has been', async () => {
  const orders = [await shop.order(hours), await shop.order(hours)]
  const [first, second] = [await jointOf(orders), await jointOf(orders)]
  const paid = await shop.payAtCashier(await shop.attempt(first))
  expect(paid && (await shop.settle(paid))).toBe('settled')
  for (const gateway of ['sandbox', 'transfer', 'balance'] as const)
    expect((await shop.opera(second, 'pay', { gateway })).code).toBe(-50022)
})

test('a joint payment still pays those of its orders that wait', async () => {
  const orders = [await shop.order(hours), await shop.order(hours)]
  const joint = await jointOf(orders)
  expect((await shop.opera(orders[0] ?? '', 'cancel')).code).toBe(200)
  const paid = await shop.payAtCashier(await shop.attempt(joint))
  expect(paid && (await shop.settle(paid))).toBe('settled')
  expect(await Promise.all(orders.map(shop.state))).toEqual(['cancelled', 'fulfilled'])
})
