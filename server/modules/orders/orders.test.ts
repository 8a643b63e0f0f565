import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { day, daysAfter } from '#server/core/service-time.ts'
import { closeOverdue } from '#server/modules/sales/closing.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
import { openShop, type Shop } from './shop.fixture.ts'

const portal = await testPortal()
const { call, make, system, services } = portal
const hours = await make.sku({ product: 'hours', price: 5800 })
let company: TestCompany
let sid: string
let shop: Shop

beforeEach(async () => {
  ;({ company, sid, shop } = await openShop(portal, { managers: 1 }))
})

const stockOf = async ({ regionId }: { regionId: string | null }) =>
  (await system.row(z.object({ free: z.int(), reserved: z.int() }))`
  select free, reserved from address_stock where region_id = ${regionId}`) ?? { free: 0, reserved: 0 }
const couponState = async (id: string) =>
  (await system.row(z.object({ state: z.string() }))`select state from coupon where id = ${id}`)?.state
const steps = async (orderId: string) => (await shop.detail(orderId)).events.map(({ to }) => to)
const bind = (lineId: string) =>
  system.transaction(async transaction => {
    await transaction.change`
      update address_stock set reserved = reserved - 1 from line
      where line.id = ${lineId} and address_stock.region_id = line.region_id`
    const address = await transaction.row(z.object({ id: z.string() }))`
    update ip_address set state = 'bound' where id = (
      select ip_address.id from ip_address join line on line.region_id = ip_address.region_id
      where line.id = ${lineId} and ip_address.state = 'free' limit 1) returning id`
    await transaction.change`
      update line set state = 'active', ip_address_id = ${address?.id}, bound_at = now() where id = ${lineId}`
  })

describe('a paid order', () => {
  test('books its hours, uses its coupon, and notifies the managers once', async () => {
    const coupon = await make.coupon(company.id, { amount: 800 })
    const id = await shop.bought(hours, 3, coupon.id)
    expect(await shop.balance()).toBe(90)
    expect(await couponState(coupon.id)).toBe('used')
    expect(await steps(id)).toEqual(['pending', 'paid', 'fulfilled'])
    const detail = await shop.detail(id)
    expect(detail).toMatchObject({ state: 'fulfilled', payable: 16_600, operas: ['renew', 'refund'] })
    expect(detail.payments).toMatchObject([{ gateway: 'sandbox', state: 'paid', amount: 16_600 }])
    const { data } = await call('getServiceLedger', { kind: 'purchase' }, { sid })
    expect(data.list).toMatchObject([{ days: 90, note: `订单 ${detail.order_number}` }])
    for (const { account } of [company.owner, ...company.managers]) {
      const notices = await call('getNoticeList', {}, { sid: await make.session(account) })
      expect(notices.data.list).toMatchObject([{ kind: 'order_paid', link: expect.stringContaining(id) }])
    }
  })

  test('creates its lines without addresses, which stay reserved', async () => {
    const sku = await make.sku({ stock: 5, packages: [{ days: 90 }] })
    const id = await shop.bought(sku, 2)
    const { order_number, lines } = await shop.detail(id)
    const made = await shop.lines()
    expect(made.map(({ state, order_id }) => [state, order_id])).toEqual([
      ['unbound', id],
      ['unbound', id],
    ])
    expect(made.map(({ name }) => name)).toEqual([1, 2].map(place => `日本 东京-${order_number.slice(-4)}-0${place}`))
    for (const { ends_at } of made) expect(Math.abs(Date.parse(ends_at) - Date.now() - 90 * day)).toBeLessThan(10_000)
    expect(lines.map(({ svp_id }) => svp_id)).toEqual(made.map(line => line.id))
    expect(await stockOf(sku)).toEqual({ free: 5, reserved: 2 })
    const log = await system.rows(
      z.object({ action: z.string(), actor_name: z.string() }),
    )`select action, actor_name from line_log where company_id = ${company.id}`
    expect(log).toEqual(Array(2).fill({ action: 'bought', actor_name: '沙箱收银台' }))
  })

  test('extends the renewed lines to the chosen day or by the package’s days', async () => {
    const sku = await make.sku()
    await shop.bought(sku, 2)
    const [one, two] = await shop.lines()
    if (!one || !two) throw new Error('no lines')
    const renew = { kind: 'renewal' as const, svp_ids: [one.id, two.id] }
    const byDays = await shop.order({ ...renew, days: 30, request_key: 'renewal-by-days' })
    const detail = await shop.detail(byDays)
    const paid = await shop.payAtCashier(await shop.attempt(byDays))
    if (paid) await shop.settle(paid)
    const after = await shop.lines()
    expect(after.map(line => line.ends_at)).toEqual([one, two].map(line => daysAfter(line.ends_at, 30)))
    expect(detail.items.map(({ new_ends_at }) => new_ends_at)).toEqual(after.map(line => line.ends_at))
    const orders = await call('getOrderInfoBySvpId', { svp_id: one.id }, { sid })
    expect(orders.data.list.map(({ kind }) => kind)).toEqual(['renewal', 'purchase'])
    const other = await make.session((await make.company()).owner.account)
    expect((await call('getOrderInfoBySvpId', { svp_id: one.id }, { sid: other })).code).toBe(-52001)
  })

  test('is credited once when its payment is settled twice', async () => {
    const id = await shop.order(hours)
    const [first, second] = [await shop.attempt(id), await shop.tradeNumberOf(await shop.attempt(id, 'sandbox'))]
    const paid = await shop.payAtCashier(first)
    if (!paid) throw new Error('not paid')
    expect(await shop.settle(paid)).toBe('settled')
    expect(await shop.settle(paid)).toBe('repeated')
    expect(second.out_trade_no).toBe(paid.outTradeNo)
    expect(await shop.balance()).toBe(30)
  })
})

describe('an order that ends unpaid', () => {
  test('releases coupon and addresses when cancelled, and can be deleted and ordered again', async () => {
    const sku = await make.sku({ stock: 3 })
    const coupon = await make.coupon(company.id)
    const id = await shop.order(sku, 2, coupon.id)
    expect((await shop.opera(id, 'delete')).code).toBe(-49011)
    expect((await shop.opera(id, 'cancel')).data).toEqual({ order_id: id, state: 'cancelled', payment_id: null })
    expect(await stockOf(sku)).toEqual({ free: 3, reserved: 0 })
    expect(await couponState(coupon.id)).toBe('unused')
    expect((await shop.opera(id, 'cancel')).code).toBe(-49011)
    expect((await shop.opera(id, 'pay', { gateway: 'sandbox' })).code).toBe(-49011)
    const again = await shop.opera(id, 'renew', { request_key: 'order-again-1' })
    expect(again.data).toMatchObject({ state: 'pending' })
    expect(await shop.opera(id, 'renew', { request_key: 'order-again-1' })).toEqual(again)
    expect((await shop.detail(again.data.order_id)).items).toMatchObject([{ sku_id: sku.id, quantity: 2, days: 30 }])
    expect((await shop.opera(id, 'delete')).code).toBe(200)
    expect((await call('getOrderDetailByOrderId', { order_id: id }, { sid })).code).toBe(-49010)
    expect((await shop.opera(id, 'delete')).code).toBe(-49010)
    expect((await call('getOrderList', {}, { sid })).data.list.map(row => row.order_id)).toEqual([again.data.order_id])
  })

  test('is closed by its job after half an hour, not earlier', async () => {
    const id = await shop.order(hours)
    await shop.close(id)
    expect(await shop.state(id)).toBe('pending')
    await system.change`update shop_order set pays_until = now() - interval '1 second' where id = ${id}`
    expect((await shop.opera(id, 'pay', { gateway: 'sandbox' })).code).toBe(-50010)
    await shop.expire(id)
    expect((await shop.detail(id)).events.at(-1)).toMatchObject({ to: 'closed', actor_name: '系统' })
    expect((await shop.detail(id)).operas).toEqual(['renew', 'delete'])
  })

  test('is found by the sweep when overdue, however many there are', async () => {
    const open = await shop.order(hours)
    const id = await shop.order(hours)
    await system.change`update shop_order set pays_until = now() - interval '2 minutes' where id = ${id}`
    await closeOverdue(services)
    await expect.poll(() => shop.state(id)).not.toBe('pending')
    expect([await shop.state(id), await shop.state(open)]).toEqual(['closed', 'pending'])
  })

  test('is delivered if it was paid before it is closed', async () => {
    const id = await shop.order(hours)
    await shop.payAtCashier(await shop.attempt(id))
    await shop.expire(id)
    expect(await shop.state(id)).toBe('fulfilled')
    expect(await shop.balance()).toBe(30)
  })

  test('is revived by late money if coupon and addresses are still available, otherwise refunded', async () => {
    const sku = await make.sku({ stock: 1, price: 10_000 })
    const coupon = await make.coupon(company.id, { amount: 1000 })
    const late = async (id: string, paymentId: string) => {
      const { out_trade_no, amount } = await shop.tradeNumberOf(paymentId)
      return shop.settle({
        gateway: 'sandbox',
        outTradeNo: out_trade_no,
        amount,
        tradeNo: `late-${id}`,
        paidAt: new Date().toISOString(),
      })
    }
    const one = await shop.order(sku, 1, coupon.id)
    const first = await shop.attempt(one)
    await shop.expire(one)
    const two = await shop.order(sku, 1, coupon.id)
    const second = await shop.attempt(two)
    await shop.opera(two, 'cancel')
    expect(await late(one, first)).toBe('settled')
    expect(await steps(one)).toEqual(['pending', 'closed', 'paid', 'fulfilled'])
    expect([await couponState(coupon.id), await stockOf(sku)]).toEqual(['used', { free: 1, reserved: 1 }])
    // The first order now has the other order's coupon and address.
    expect(await late(two, second)).toBe('surplus')
    expect(await shop.state(two)).toBe('cancelled')
    await shop.sendRefunds()
    expect((await shop.detail(two)).refunds).toMatchObject([
      { state: expect.stringMatching(/sending|done|failed/), amount: 9000 },
    ])
    expect(await shop.lines()).toHaveLength(1)
  })
})

describe('refunding a whole order', () => {
  test('takes hours back when requested, returns them when rejected, and is final when done', async () => {
    const coupon = await make.coupon(company.id, { amount: 800 })
    const id = await shop.bought(hours, 1, coupon.id)
    expect((await shop.opera(id, 'refund')).code).toBe(-41003)
    expect((await shop.opera(id, 'refund', { reason: '买多了' })).data.state).toBe('refunding')
    expect(await shop.balance()).toBe(0)
    expect((await shop.opera(id, 'refund', { reason: '买多了' })).code).toBe(-49011)
    await shop.decide(id, false)
    expect([await shop.state(id), await shop.balance()]).toEqual(['fulfilled', 30])
    await shop.opera(id, 'refund', { reason: '还是买多了' })
    await shop.decide(id, true)
    expect([await shop.state(id), await shop.balance(), await couponState(coupon.id)]).toEqual([
      'refunded',
      0,
      'unused',
    ])
    expect(await steps(id)).toEqual(['pending', 'paid', 'fulfilled', 'refunding', 'fulfilled', 'refunding', 'refunded'])
    expect((await shop.detail(id)).refunds.map(({ state }) => state)).toEqual(['done', 'rejected'])
  })

  test('of hours that were assigned requires reclaiming them first', async () => {
    const id = await shop.bought(hours, 1)
    await call('setCompanyUserService', { employee_ids: [company.owner.id], days: 12 }, { sid })
    expect(await shop.opera(id, 'refund', { reason: '买多了' })).toMatchObject({ code: -49013, data: 12 })
    expect([await shop.state(id), await shop.balance()]).toEqual(['fulfilled', 18])
  })

  test('of unbound lines suspends them, then resumes them or releases them with their reservation', async () => {
    const sku = await make.sku({ stock: 4 })
    const id = await shop.bought(sku, 2)
    const states = async () => (await shop.lines()).map(({ state }) => state)
    await shop.opera(id, 'refund', { reason: '买多了' })
    expect([await states(), await stockOf(sku)]).toEqual([['suspended', 'suspended'], { free: 4, reserved: 2 }])
    // A line that may be taken back by a refund is not renewed.
    const [line] = await shop.lines()
    expect((await call('quoteOrder', { kind: 'renewal', svp_ids: [line?.id ?? ''], days: 30 }, { sid })).code).toBe(
      -52001,
    )
    await shop.decide(id, false)
    expect(await states()).toEqual(['unbound', 'unbound'])
    await shop.opera(id, 'refund', { reason: '买多了' })
    await shop.decide(id, true)
    expect([await states(), await stockOf(sku)]).toEqual([['released', 'released'], { free: 4, reserved: 0 }])
  })

  test('is refused once a line had an address or was renewed, or after a week', async () => {
    const sku = await make.sku({ stock: 4 })
    const [bound, renewed, old] = [await shop.bought(sku, 2), await shop.bought(sku), await shop.bought(hours)]
    const lines = await shop.lines()
    await bind(lines[0]?.id ?? '')
    expect((await shop.opera(bound, 'refund', { reason: '买多了' })).code).toBe(-49012)
    expect((await shop.lines()).map(({ state }) => state)).toEqual(['active', 'unbound', 'unbound'])
    const renewal = { kind: 'renewal' as const, svp_ids: [lines[2]?.id ?? ''], days: 30, request_key: 'renewed-line' }
    const renewing = await shop.order(renewal)
    const paid = await shop.payAtCashier(await shop.attempt(renewing))
    if (paid) await shop.settle(paid)
    expect((await shop.opera(renewed, 'refund', { reason: '买多了' })).code).toBe(-49012)
    // A renewal that has not begun can be refunded, and after it the line as well.
    const end = async () => (await shop.lines())[2]?.ends_at
    const before = (await end()) ?? ''
    expect((await shop.opera(renewing, 'refund', { reason: '买多了' })).code).toBe(200)
    expect(await end()).toBe(daysAfter(before, -30))
    await shop.decide(renewing, false)
    expect(await end()).toBe(before)
    await shop.opera(renewing, 'refund', { reason: '买多了' })
    await shop.decide(renewing, true)
    expect((await shop.opera(renewed, 'refund', { reason: '买多了' })).code).toBe(200)
    await system.change`update shop_order set paid_at = now() - interval '8 days' where id = ${old}`
    expect((await shop.opera(old, 'refund', { reason: '买多了' })).code).toBe(-49012)
    // The whole order can't be refunded; its unused days can.
    expect((await shop.detail(old)).operas).toEqual(['renew', 'refund'])
  })

  test('a renewal whose line was released before the payment is closed and refunded', async () => {
    const sku = await make.sku({ stock: 1 })
    const bought = await shop.bought(sku)
    const [line] = await shop.lines()
    const id = await shop.order({ kind: 'renewal', svp_ids: [line?.id ?? ''], days: 30, request_key: 'too-late-1' })
    const payment = await shop.attempt(id)
    await shop.opera(bought, 'refund', { reason: '买多了' })
    const paid = await shop.payAtCashier(payment)
    expect(paid && (await shop.settle(paid))).toBe('surplus')
    expect(await shop.state(id)).toBe('closed')
    expect((await shop.detail(id)).events.at(-1)?.note).toContain('专线不存在或已释放')
    await shop.sendRefunds()
    expect((await shop.detail(id)).refunds).toMatchObject([{ state: 'done' }])
  })
})

test('every call refuses another company’s order as unknown', async () => {
  const id = await shop.order(hours)
  const other = await make.session((await make.company()).owner.account)
  for (const opera of ['pay', 'cancel', 'delete', 'refund', 'renew'] as const)
    expect((await call('orderOpera', { order_id: id, opera }, { sid: other })).code).toBe(-49010)
  expect(await shop.state(id)).toBe('pending')
})

test('orders waiting for payment are on the first page', async () => {
  await shop.order(hours)
  const todo = async () =>
    (await call('getCompanyData', {}, { sid })).data.todo.find(({ kind }) => kind === 'order_pending')
  expect(await todo()).toMatchObject({ count: 1, text: '1 个订单等待支付' })
  await system.change`update shop_order set pays_until = now() where company_id = ${company.id}`
  expect(await todo()).toBeUndefined()
})
