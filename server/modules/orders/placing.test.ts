import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import { priceOf } from '#contract/prices.ts'
import { orderMinutes } from '#contract/shop.ts'
import { day, dayInChina, endOfDay } from '#server/core/service-time.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, system } = await testPortal()
const packages = [{ days: 30 }, { days: 90, discountPercent: 5 }]
const hours = await make.sku({ product: 'hours', price: 5800, packages })
let company: TestCompany
let sid: string
let key = 0

beforeEach(async () => {
  company = await make.company({ managers: 1 })
  sid = await make.session(company.owner.account)
})

const newKey = () => `key-of-test-${++key}`
const item = (of: { id: string; packageIds: string[] }, quantity = 1, pack = 0) => ({
  sku_id: of.id,
  package_type_id: of.packageIds[pack] ?? '',
  quantity,
})
const quote = (input: InputOf<'quoteOrder'>) => call('quoteOrder', input, { sid })
const create = (input: Omit<InputOf<'createOrder'>, 'request_key'> & { request_key?: string }, as = sid) =>
  call('createOrder', { request_key: newKey(), ...input }, { sid: as })
const buy = (of: { id: string; packageIds: string[] }, quantity = 1, more = {}) =>
  create({ kind: 'purchase', items: [item(of, quantity)], ...more })
const detail = async (order_id: string) => (await call('getOrderDetailByOrderId', { order_id }, { sid })).data
const stockOf = async ({ regionId }: { regionId: string | null }) =>
  (await system.row(z.object({ free: z.int(), reserved: z.int() }))`
  select free, reserved from address_stock where region_id = ${regionId}`) ?? { free: 0, reserved: 0 }
const couponState = async (id: string) =>
  (await system.row(
    z.object({ state: z.string(), order_id: z.string().nullable() }),
  )`select state, order_id from coupon where id = ${id}`) ?? expect.unreachable()

/** Creates a line of the company with an end, as a paid order would have left it. */
async function makeLine(of: Awaited<ReturnType<typeof make.sku>>, endsAt: Date, state = 'unbound') {
  const order = await make.order(company)
  const line = await system.row(z.object({ id: z.string() }))`
  insert into line (company_id, name, sku_id, region_id, access_way_id, state, starts_at, ends_at, order_id)
  values (${company.id}, '东京一号', ${of.id}, ${of.regionId}, ${of.accessWayId}, ${state}, now(), ${endsAt}, ${order.id})
  returning id`
  return line?.id ?? ''
}

describe('quotes', () => {
  test('for hours include list price, package and coupon, to the same fen as prices.ts', async () => {
    const coupon = await make.coupon(company.id, { amount: 5000, threshold: 10_000 })
    const requested = { kind: 'purchase' as const, items: [item(hours, 3, 1)] }
    const { code, data } = await quote({ ...requested, coupon_id: coupon.id })
    expect(code).toBe(200)
    const price = priceOf({ price: 5800, days: 90, discountPercent: 5, quantity: 3 })
    expect(data).toMatchObject({
      product: 'hours',
      list_amount: price.list,
      package_discount: price.list - price.payable,
      coupon_discount: 5000,
      payable: price.payable - 5000,
      coupon_problem: '',
      best_coupon: { coupon_id: coupon.id, discount: 5000 },
      short: [],
    })
    expect(data.items).toMatchObject([
      { name: '员工时长', days: 90, quantity: 3, unit_price: price.unit, amount: price.payable, svp_id: null },
    ])
    expect((await call('getOrderList', {}, { sid })).data.total).toBe(0)
    expect((await quote(requested)).data).toMatchObject({ coupon_discount: 0, coupon_problem: '' })
  })

  test('say why a coupon does not apply, and name the best one', async () => {
    const small = await make.coupon(company.id, { amount: 100 })
    const best = await make.coupon(company.id, { percent: 50, cap: 700, name: '半价券' })
    const dear = await make.coupon(company.id, { amount: 9000, threshold: 100_000_00 })
    const { data } = await quote({ kind: 'purchase', items: [item(hours)], coupon_id: dear.id })
    expect(data).toMatchObject({ coupon_discount: 0, payable: 5800 })
    expect(data.coupon_problem).toContain('满')
    expect(data.best_coupon).toEqual({ coupon_id: best.id, name: '半价券', discount: 700 })
    const other = await make.coupon((await make.company()).id)
    expect((await quote({ kind: 'purchase', items: [item(hours)], coupon_id: other.id })).data.coupon_problem).not.toBe(
      '',
    )
    expect((await quote({ kind: 'purchase', items: [item(hours)], coupon_id: small.id })).data.coupon_discount).toBe(
      100,
    )
  })

  test('name goods out of stock, also where two bandwidths share a stock', async () => {
    const narrow = await make.sku({ stock: 3 })
    const { goodsId, regionId, accessWayId } = narrow
    const wide = await make.sku({ goodsId, regionId: regionId ?? '', accessWayId: accessWayId ?? '', bandwidth: 50 })
    const { data } = await quote({ kind: 'purchase', items: [item(narrow, 2), item(wide, 2)] })
    expect(data.short).toEqual([
      { sku_id: narrow.id, stock: 3 },
      { sku_id: wide.id, stock: 3 },
    ])
    expect((await quote({ kind: 'purchase', items: [item(narrow, 2), item(wide, 1)] })).data.short).toEqual([])
  })

  test('are refused for items that cannot be ordered', async () => {
    const line = await make.sku()
    const gone = await make.sku({ published: false })
    const purchase = (...items: InputOf<'quoteOrder'>['items'] & object) => quote({ kind: 'purchase', items })
    expect((await purchase(item(gone))).code).toBe(-49002)
    expect((await purchase({ ...item(hours), package_type_id: line.packageId })).code).toBe(-49003)
    expect((await purchase(item(hours), item(line))).code).toBe(-49004)
    expect(await purchase(item(line, 201))).toMatchObject({ code: -41003, data: 'items' })
    expect(await quote({ kind: 'purchase' })).toMatchObject({ code: -41003, data: 'items' })
    expect(await quote({ kind: 'renewal' })).toMatchObject({ code: -41003, data: 'svp_ids' })
    expect(await quote({ kind: 'purchase', items: [item(hours)], days: 3 })).toMatchObject({ data: 'days' })
    expect((await quote({ kind: 'renewal', svp_ids: [line.id], days: 30 })).code).toBe(-52001)
    expect(await quote({ kind: 'renewal', svp_ids: [line.id] })).toMatchObject({ code: -41003, data: 'days' })
  })
})

describe('renewal quotes', () => {
  test('by days extend from each line’s end, or from now if ended, with the package’s discount', async () => {
    const sku = await make.sku({ price: 3000, packages })
    const later = new Date(Date.now() + 10 * day)
    const [running, ended] = [await makeLine(sku, later), await makeLine(sku, new Date(Date.now() - day))]
    const { data } = await quote({ kind: 'renewal', svp_ids: [running, ended], days: 100 })
    expect(data.items.map(each => [each.svp_id, each.days, each.discount_percent, each.amount])).toEqual([
      [running, 100, 5, 9500],
      [ended, 100, 5, 9500],
    ])
    expect(data.items[0]?.new_ends_at).toBe(new Date(later.getTime() + 100 * day).toISOString())
    expect(Math.abs(Date.parse(data.items[1]?.new_ends_at ?? '') - Date.now() - 100 * day)).toBeLessThan(10_000)
  })

  test('to one day charge each line for its missing days, so that all end together', async () => {
    const sku = await make.sku({ price: 3000, packages })
    const until = dayInChina(Date.now() + 40 * day)
    const end = Date.parse(endOfDay(until))
    const lines = [await makeLine(sku, new Date(end - 10 * day)), await makeLine(sku, new Date(end - 30 * day - 1))]
    const { data } = await quote({ kind: 'renewal', svp_ids: lines, until })
    expect(data.items.map(({ days, amount, new_ends_at }) => [days, amount, new_ends_at])).toEqual([
      [10, 1000, endOfDay(until)],
      [31, 3100, endOfDay(until)],
    ])
    const beyond = await makeLine(sku, new Date(end + day))
    expect((await quote({ kind: 'renewal', svp_ids: [beyond], until })).code).toBe(-49005)
    expect(await quote({ kind: 'renewal', svp_ids: lines, until: '9999-12-31' })).toMatchObject({ data: 'until' })
  })

  test('are refused for a released line or another company’s', async () => {
    const sku = await make.sku()
    const released = await makeLine(sku, new Date(Date.now() + day), 'released')
    expect((await quote({ kind: 'renewal', svp_ids: [released], days: 30 })).code).toBe(-52001)
    const line = await makeLine(sku, new Date(Date.now() + day))
    const other = await make.session((await make.company()).owner.account)
    expect((await create({ kind: 'renewal', svp_ids: [line], days: 30 }, other)).code).toBe(-52001)
  })
})

describe('placing an order', () => {
  test('reserves addresses and coupon, waits half an hour for payment, and describes its content', async () => {
    const sku = await make.sku({ stock: 5, price: 10_000 })
    const coupon = await make.coupon(company.id, { amount: 1000 })
    const days = [dayInChina(Date.now())]
    const { code, data } = await buy(sku, 2, { coupon_id: coupon.id })
    days.push(dayInChina(Date.now()))
    expect(code).toBe(200)
    expect(data).toMatchObject({ state: 'pending', payable: 19_000 })
    expect(data.order_number).toMatch(new RegExp(`^(${days.join('|').replaceAll('-', '')})\\d{10}$`))
    expect(Math.abs(Date.parse(data.pays_until) - Date.now() - orderMinutes * 60_000)).toBeLessThan(60_000)
    expect(await stockOf(sku)).toEqual({ free: 5, reserved: 2 })
    expect(await couponState(coupon.id)).toEqual({ state: 'locked', order_id: data.order_id })
    expect(await detail(data.order_id)).toMatchObject({
      state: 'pending',
      kind: 'purchase',
      product: 'line',
      subject: '线路 日本 东京 5 Mbps，2 条 × 30 天',
      list_amount: 20_000,
      coupon_discount: 1000,
      payable: 19_000,
      buyer_name: `员工${company.owner.account.phone.slice(-4)}`,
      operas: ['pay', 'cancel'],
      items: [{ sku_id: sku.id, quantity: 2, days: 30, amount: 20_000, unit_price: 10_000, region_name: '日本 东京' }],
      coupon: { coupon_id: coupon.id, name: '立减券', valid_until: expect.stringMatching(/^2.*Z$/) },
      events: [{ from: null, to: 'pending' }],
      lines: [],
      payments: [],
      refunds: [],
      invoice: null,
    })
  })

  test('is all or nothing: too few addresses leave neither order nor held coupon', async () => {
    const sku = await make.sku({ stock: 1 })
    const coupon = await make.coupon(company.id)
    expect(await buy(sku, 2, { coupon_id: coupon.id })).toMatchObject({ code: -49006, data: 1 })
    expect(await stockOf(sku)).toEqual({ free: 1, reserved: 0 })
    expect((await couponState(coupon.id)).state).toBe('unused')
    expect((await call('getOrderList', {}, { sid })).data.total).toBe(0)
  })

  test('with a repeated key returns the same order, and with other content an error', async () => {
    const sku = await make.sku({ stock: 1 })
    const coupon = await make.coupon(company.id)
    const request_key = newKey()
    const first = await buy(sku, 1, { request_key, coupon_id: coupon.id })
    // Neither stock nor coupon is left and the price has changed, but it is still the same order.
    await system.change`update sku set price = 1, list_price = 1 where id = ${sku.id}`
    const again = await buy(sku, 1, { request_key, coupon_id: coupon.id, payable: first.data.payable })
    expect(again.data).toEqual(first.data)
    expect((await buy(sku, 2, { request_key, coupon_id: coupon.id })).code).toBe(-49007)
    expect((await buy(sku, 1, { request_key })).code).toBe(-49007)
    // The same key of another company is a different key.
    const other = await make.session((await make.company()).owner.account)
    expect((await create({ kind: 'purchase', items: [item(hours)], request_key }, other)).code).toBe(200)
  })

  test('at an outdated price is refused with the new price', async () => {
    expect(await buy(hours, 1, { payable: 5799 })).toMatchObject({ code: -49008, data: 5800 })
    expect((await buy(hours, 1, { payable: 5800 })).code).toBe(200)
  })

  test('that costs nothing delivers at once', async () => {
    const coupon = await make.coupon(company.id, { amount: 100_000 })
    const { data } = await buy(hours, 2, { coupon_id: coupon.id })
    expect(data).toMatchObject({ state: 'fulfilled', payable: 0 })
    expect((await couponState(coupon.id)).state).toBe('used')
    expect((await call('getServiceBalance', {}, { sid })).data.balance).toBe(60)
    expect((await detail(data.order_id)).events.map(({ to }) => to)).toEqual(['pending', 'paid', 'fulfilled'])
    // Nothing was paid, so there is nothing to refund.
    expect((await detail(data.order_id)).operas).toEqual(['renew'])
  })

  test('refuses a coupon of another company, one in use and one below its threshold', async () => {
    const [other, dear] = [
      await make.coupon((await make.company()).id),
      await make.coupon(company.id, { threshold: 9_999_999 }),
    ]
    expect((await buy(hours, 1, { coupon_id: other.id })).code).toBe(-49024)
    expect((await buy(hours, 1, { coupon_id: dear.id })).code).toBe(-49024)
    const coupon = await make.coupon(company.id)
    expect((await buy(hours, 1, { coupon_id: coupon.id })).code).toBe(200)
    expect(await buy(hours, 1, { coupon_id: coupon.id })).toMatchObject({ code: -49024, data: '已被其他订单占用' })
  })
})

// Guard: the unique key of (company, request_key), which `on conflict do nothing` waits for; without it each request creates an
// order.
test('a hundred concurrent requests with one idempotency key place one order', async () => {
  const sku = await make.sku({ stock: 200 })
  const request_key = newKey()
  const answers = await Promise.all(Array.from({ length: 100 }, () => buy(sku, 1, { request_key })))
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ data }) => data.order_id)).size).toBe(1)
  expect((await call('getOrderList', {}, { sid })).data.total).toBe(1)
  expect((await stockOf(sku)).reserved).toBe(1)
})

// Guard: `free - reserved >= count` in reserve; without it the table's own check answers 500 to all but one.
test('fifty orders for the last address at once: one of them gets it', async () => {
  const sku = await make.sku({ stock: 1 })
  const answers = await Promise.all(Array.from({ length: 50 }, () => buy(sku)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(answers.filter(({ code, data }) => code === -49006 && Number(data) === 0)).toHaveLength(49)
  expect(await stockOf(sku)).toEqual({ free: 1, reserved: 1 })
})

// Guard: `state = 'unused'` in holdCoupon; without it the later order takes the coupon from the earlier one.
test('a coupon that another order takes while this one is placed is refused', async () => {
  const coupon = await make.coupon(company.id)
  const { data } = await buy(hours)
  const taken = sql`update coupon set state = 'locked', order_id = ${data.order_id} where id = ${coupon.id}`
  const answer = await overtakenBy(system, [taken], () => buy(hours, 1, { coupon_id: coupon.id }))
  expect(answer.code).toBe(-49024)
  expect(await couponState(coupon.id)).toEqual({ state: 'locked', order_id: data.order_id })
})

test('twenty orders with the last coupon at once: one of them gets it', async () => {
  const coupon = await make.coupon(company.id)
  const answers = await Promise.all(Array.from({ length: 20 }, () => buy(hours, 1, { coupon_id: coupon.id })))
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([...Array(19).fill(-49024), 200])
  const [won] = answers.filter(({ code }) => code === 200)
  expect(await couponState(coupon.id)).toEqual({ state: 'locked', order_id: won?.data.order_id })
})
