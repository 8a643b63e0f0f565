import { expect, test } from 'vitest'
import { z } from 'zod'
import { runAs } from '#server/engines/activity/context.ts'
import { testPortal } from '#server/testing/portal.ts'
import { applyDuePrices } from './pricing.ts'

const portal = await testPortal()
const { make, operate, call, system, services } = portal
const { token } = await make.operator('finance')
const owner = await make.operator('owner')
const company = await make.company()
const sid = await make.session(company.owner.account)

const of = (sku: { id: string }, from: number, to: number) => ({
  sku_id: sku.id,
  old_price: from,
  old_list_price: from,
  price: to,
  list_price: to,
})

let keys = 0
const newKey = () => `price-race-${++keys}`

test('an order at an outdated price is refused and told the new price', async () => {
  const sku = await make.sku({ product: 'hours', price: 5800 })
  const content = {
    kind: 'purchase' as const,
    items: [{ sku_id: sku.id, package_type_id: sku.packageId, quantity: 2 }],
  }
  const quoted = await call('quoteOrder', content, { sid })
  expect(quoted.data.payable).toBe(11_600)
  const requested = await operate('requestPrices', { skus: [of(sku, 5800, 6400)] }, { token })
  await operate(
    'decideApproval',
    { approval_id: requested.data.approval_id, decision: 'confirm' },
    { token: owner.token },
  )
  const order = { ...content, payable: 11_600, request_key: newKey() }
  const refused = await call('createOrder', order, { sid })
  expect([refused.code, refused.data]).toEqual([-49008, 12_800])
  expect((await call('createOrder', { ...order, payable: 12_800 }, { sid })).code).toBe(200)
})

// Guards: the catalogue's version in `orderInsertion`, without which the second order costs what the first did, and in `placeOrder`
// the second read before a refusal, without which the new package is not found.
test('cached prices of an earlier order are neither charged nor used to refuse an order once they have changed', async () => {
  const sku = await make.sku({ product: 'hours', price: 5800 })
  const buy = async (packageId: string, payable?: number) => {
    const items = [{ sku_id: sku.id, package_type_id: packageId, quantity: 1 }]
    return call('createOrder', { kind: 'purchase', items, payable, request_key: newKey() }, { sid })
  }
  expect((await buy(sku.packageId)).data.payable).toBe(5800)
  await system.change`update sku set price = 6400, list_price = 6400 where id = ${sku.id}`
  expect((await buy(sku.packageId)).data.payable).toBe(6400)
  await system.change`update sku set price = 7000, list_price = 7000 where id = ${sku.id}`
  expect(await buy(sku.packageId, 6400)).toMatchObject({ code: -49008, data: 7000 })
  expect((await buy(sku.packageId, 7000)).code).toBe(200)
  const added = await system.row(z.object({ id: z.string() }))`
    insert into package_type (category_id, days, discount_percent) values (${sku.categoryId}, 45, 0) returning id`
  expect((await buy(added?.id ?? '')).code).toBe(200)
  await system.change`update goods set published = false where id = ${sku.goodsId}`
  expect((await buy(sku.packageId)).code).toBe(-49002)
})

// Guard: the single transaction of applyDuePrices, and skusWithPackages, which reads prices and discounts in one statement. If skus
// and packages were changed in two transactions, or packages were read after the skus, orders would mix the two.
test('orders placed during a price and discount change see either all old or all new prices', async () => {
  const rounds = 24
  const one = await make.sku({ product: 'hours', price: 10_000 })
  const two = await make.sku({ product: 'hours', price: 20_000, categoryId: one.categoryId })
  const content = {
    kind: 'purchase' as const,
    items: [one, two].map(({ id }) => ({ sku_id: id, package_type_id: one.packageId, quantity: 1 })),
  }
  const orders = async (change: Promise<unknown>) => {
    let over = false
    void change.finally(() => {
      over = true
    })
    const buy = async () => {
      while (!over) {
        expect((await call('createOrder', { ...content, request_key: newKey() }, { sid })).code).toBe(200)
        // A company may have only a few orders that wait for payment.
        await system.change`update shop_order set hidden = true where state = 'pending' and not hidden`
      }
    }
    await Promise.all([buy(), buy(), buy(), change])
  }
  for (let round = 0; round < rounds; round++) {
    const [was, will] = round % 2 ? [2, 1] : [1, 2]
    // The prices double while a discount of 40 % starts, and both are reverted.
    const requested = await operate(
      'requestPrices',
      {
        skus: [of(one, 10_000 * was, 10_000 * will), of(two, 20_000 * was, 20_000 * will)],
        packages: [{ package_type_id: one.packageId, old_discount: 40 * (was - 1), discount_percent: 40 * (will - 1) }],
        ...(round % 3 === 0 && { holds_from: new Date(Date.now() + 3_600_000).toISOString() }),
      },
      { token },
    )
    expect(requested.code, requested.msg).toBe(200)
    const { approval_id } = requested.data
    const confirm = operate('decideApproval', { approval_id, decision: 'confirm' }, { token: owner.token })
    await orders(
      confirm.then(async ({ code, msg }) => {
        expect(code, msg).toBe(200)
        // Rounding by half a millisecond could move the current instant into the future.
        await system.change`update price_change set holds_from = now() - interval '1 second' where state = 'scheduled'`
        await runAs('portal', () => applyDuePrices(services))
      }),
    )
  }
  const placed = await system.rows(z.object({ prices: z.string(), orders: z.int() }))`
  select prices, count(*)::integer as orders from (
    select string_agg(price || '-' || discount_percent, ' ' order by position) as prices
    from order_item where sku_id in (${one.id}, ${two.id}) group by order_id) as placed
  group by prices order by prices`
  expect(placed.map(({ prices }) => prices)).toEqual(['10000-0 20000-0', '20000-40 40000-40'])
  expect(Math.min(...placed.map(({ orders }) => orders))).toBeGreaterThan(rounds / 2)
}, 60_000)
