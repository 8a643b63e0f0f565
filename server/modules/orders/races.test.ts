import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { asCompany } from '#server/database/as-company.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { deliverOrder, endOrder, lockOrder, orderOf, takeBack } from './orders.ts'
import { placeOrder } from './placing.ts'
import { openShop, type Shop } from './shop.fixture.ts'

const portal = await testPortal()
const { call, make, system, services } = portal
const hours = await make.sku({ product: 'hours', price: 5800 })
let company: TestCompany
let sid: string
let shop: Shop

beforeEach(async () => {
  ;({ company, sid, shop } = await openShop(portal))
})

const delivery = { note: '', paidAt: new Date().toISOString() }
const lock = async (transaction: typeof system, id: string) =>
  (await lockOrder(transaction, company.id, id)) ?? expect.unreachable()

// Guard: `state = 'pending'` in setEnded and `state = …` in setPaid, behind lockOrder. Without the first, a later cancel or closing
// ends a paid order, and its hours stay; without the second, an ended order is paid as well.
test('a cancel, a payment and a closing at once: a paid order is fulfilled or refunded', async () => {
  const outcomes = new Set<string>()
  let fulfilled = 0
  for (let round = 0; round < 60; round++) {
    const id = await shop.order(hours)
    const payment = await shop.attempt(id)
    await system.change`update shop_order set pays_until = now() where id = ${id}`
    const { out_trade_no: outTradeNo, amount } = await shop.tradeNumberOf(payment)
    // Either a cancel finds money that the cashier knows of, or our notification precedes the cashier's knowledge.
    const pay = async () => {
      const notified = {
        gateway: 'sandbox' as const,
        outTradeNo,
        amount,
        tradeNo: `told-${round}-${outTradeNo}`,
        paidAt: new Date().toISOString(),
      }
      const paid = round % 2 ? await shop.payAtCashier(payment) : notified
      if (paid) await Promise.all([shop.settle(paid), shop.settle(paid)])
    }
    const acts = [pay, () => shop.opera(id, 'cancel'), () => shop.close(id)]
    // They start in each order, together or some milliseconds apart.
    const turned = [...acts.slice(round % 3), ...acts.slice(0, round % 3)]
    await Promise.all(
      turned.map(async (act, place) => {
        await new Promise(resolve => setTimeout(resolve, place * (round % 5) * 2))
        await act()
      }),
    )
    const { state, payments, refunds } = await shop.detail(id)
    const paid = payments.filter(each => each.state === 'paid').length
    expect(state === 'fulfilled' ? paid - refunds.length : 0).toBe(paid - refunds.length)
    expect(['fulfilled', 'cancelled', 'closed']).toContain(state)
    if (state === 'fulfilled') {
      fulfilled += 1
      expect(paid).toBe(1)
    }
    outcomes.add(`${state} ${paid}`)
    expect(await shop.balance()).toBe(fulfilled * 30)
  }
  expect(outcomes.size).toBeGreaterThan(1)
}, 60_000)

// Guard: `for no key update` in findForUpdate; without it both read 'pending'. Then `state = …` in setPaid: without that as well,
// both deliver.
test('of two concurrent deliveries under the order’s lock one delivers and the other reports it', async () => {
  for (let round = 1; round <= 10; round++) {
    const id = await shop.order(hours)
    const outcomes = await Promise.all(
      [1, 2].map(() =>
        system.transaction(async transaction =>
          deliverOrder(transaction, services, await lock(transaction, id), delivery),
        ),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['already', 'delivered'])
    expect(await shop.balance()).toBe(30 * round)
  }
})

// Guard: `state = …` in setPaid. Both have the order as it was before: nothing else keeps the second from delivering.
test('two deliveries of an order read without its lock: one delivers', async () => {
  const id = await shop.order(hours)
  const order = (await orderOf(system, company.id, id)) ?? expect.unreachable()
  const outcomes = await Promise.all(
    [1, 2].map(() => system.transaction(transaction => deliverOrder(transaction, services, order, delivery))),
  )
  expect(outcomes.toSorted()).toEqual(['already', 'delivered'])
  expect(await shop.balance()).toBe(30)
})

// Guard: `state = 'pending'` in setEnded; without it the second one releases addresses that are another order's.
test('an order ended twice concurrently releases its addresses once', async () => {
  const sku = await make.sku({ stock: 10 })
  const [id] = [await shop.order(sku, 2), await shop.order(sku, 4)]
  const order = (await orderOf(system, company.id, id ?? '')) ?? expect.unreachable()
  const ended = await Promise.all(
    (['cancelled', 'closed'] as const).map(to =>
      system.transaction(transaction => endOrder(transaction, services, order, { to, note: '测试' })),
    ),
  )
  expect(ended.toSorted()).toEqual([false, true])
  const stock = await system.row(
    z.object({ reserved: z.int() }),
  )`select reserved from address_stock where region_id = ${sku.regionId}`
  expect(stock).toEqual({ reserved: 4 })
})

// Guard: `days + x >= 0` in changeBalance. Without it, days that were assigned are refunded too.
test('of a concurrent refund and assignment of the same days one is refused', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await shop.bought(hours)
    const [refund, assignment] = await Promise.all([
      shop.opera(id, 'refund', { reason: '买多了' }),
      call('setCompanyUserService', { employee_ids: [company.owner.id], days: 30 }, { sid }),
    ])
    expect([refund.code === 200, assignment.code === 200].toSorted()).toEqual([false, true])
    expect([-49013, 200]).toContain(refund.code)
    expect(await shop.balance()).toBe(0)
  }
})

// Guard: `state = 'fulfilled'` in setRefunding; without it the hours are taken twice.
test('a refund requested twice concurrently takes the hours once', async () => {
  const id = await shop.bought(hours)
  await shop.bought(hours)
  const order = (await orderOf(system, company.id, id)) ?? expect.unreachable()
  const requested = await Promise.allSettled(
    [1, 2].map(() =>
      system.transaction(transaction => asCompany(transaction, company.id, own => takeBack(own, order, { note: '' }))),
    ),
  )
  expect(requested.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await shop.balance()).toBe(30)
})

// Guard: the lines' locks in takeBackLines and renewLines, and `not isRefunding` in extendLines. Without them a line can be
// refunded whose renewal was paid.
test('of a concurrent refund of lines and payment of their renewal at most one succeeds', async () => {
  const sku = await make.sku({ stock: 20 })
  for (let round = 0; round < 8; round++) {
    const bought = await shop.bought(sku)
    const line = (await shop.lines()).find(({ order_id }) => order_id === bought)?.id ?? ''
    const renewal = await shop.order({
      kind: 'renewal',
      svp_ids: [line],
      days: 30,
      request_key: `race-${round}-renewal`,
    })
    const paid = (await shop.payAtCashier(await shop.attempt(renewal))) ?? expect.unreachable()
    const [verdict, refund] = await Promise.all([shop.settle(paid), shop.opera(bought, 'refund', { reason: '买多了' })])
    expect([
      ['settled', -49012],
      ['surplus', 200],
    ]).toContainEqual([verdict, refund.code])
  }
})

// Guard: the order of locks in reserveAddressesAtLast; without it orders of two places in opposite order deadlock.
test('concurrent orders for several places in opposite order all succeed without a deadlock', async () => {
  const [one, two] = [await make.sku({ stock: 60 }), await make.sku({ stock: 60 })]
  const item = (of: typeof one) => ({ sku_id: of.id, package_type_id: of.packageId, quantity: 1 })
  // The orders of one company are placed one after the other, and half of these would wait for payment.
  const buyers = [sid]
  while (buyers.length < 4) buyers.push(await make.session((await make.company()).owner.account))
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      call(
        'createOrder',
        {
          kind: 'purchase',
          items: index % 2 ? [item(one), item(two)] : [item(two), item(one)],
          request_key: `both-directions-${index}`,
        },
        { sid: buyers[(index >> 1) % 4] ?? sid },
      ),
    ),
  )
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
})

// Guard: lockPlacing before the count in orderInsertion. Without the lock each of the thirty sees the orders that were committed
// before it began, and more than twenty are placed.
test('of thirty concurrent orders twenty may wait for payment; cancelling one makes room', async () => {
  const items = [{ sku_id: hours.id, quantity: 1, package_type_id: hours.packageIds[0] ?? '' }]
  const place = () => call('createOrder', { kind: 'purchase', items, request_key: randomUUID() }, { sid })
  const answers = await Promise.all(Array.from({ length: 30 }, place))
  const placed = answers.filter(({ code }) => code === 200)
  expect(placed).toHaveLength(20)
  const refused = { code: -49014, data: 20, msg: '待支付的订单过多，请先支付或取消，最多：' }
  for (const answer of answers.filter(({ code }) => code !== 200)) expect(answer).toMatchObject(refused)
  await shop.opera(placed[0]?.data.order_id ?? '', 'cancel')
  expect((await place()).code).toBe(200)
  expect((await place()).code).toBe(-49014)
  // Automatic renewals neither wait for that limit nor count.
  const automatic = await placeOrder(services, {
    companyId: company.id,
    accountId: company.owner.account.id,
    buyer: { name: '自动续费' },
    request: { kind: 'purchase', items },
    couponId: undefined,
    requestKey: 'auto:test:1',
    content: ['auto:test:1'],
    payable: undefined,
  })
  expect(automatic.state).toBe('pending')
  await shop.opera(placed[1]?.data.order_id ?? '', 'cancel')
  expect((await place()).code).toBe(200)
})

// Guard: lockPlacing. Without it the order does not wait for the one that is being placed, and is the twenty-first.
test('an order waits for another of the company that is being placed, and counts it', async () => {
  const items = [{ sku_id: hours.id, quantity: 1, package_type_id: hours.packageIds[0] ?? '' }]
  const place = () => call('createOrder', { kind: 'purchase', items, request_key: randomUUID() }, { sid })
  for (let count = 0; count < 19; count += 1) expect((await place()).code).toBe(200)
  const answer = await overtakenBy(
    system,
    [
      sql`select pg_advisory_xact_lock(471530191, hashtext(${company.id}))`,
      sql`
        insert into shop_order (company_id, number, account_id, buyer_name, kind, product, subject, list_amount,
          package_discount, coupon_discount, payable, request_key, request_hash, pays_until)
        select company_id, ${randomUUID()}, account_id, buyer_name, kind, product, subject, list_amount, package_discount,
          coupon_discount, payable, ${randomUUID()}, request_hash, pays_until
        from shop_order where company_id = ${company.id} limit 1`,
    ],
    place,
  )
  expect(answer.code).toBe(-49014)
})

// Guard: the condition of `nameOf` in orderInsertion. A context's membership has a name too, which must not suffice.
test('a manager who is removed after the call was admitted cannot place the order', async () => {
  const { id: employeeId } = company.owner
  await system.change`update employee set state = 'disabled' where id = ${employeeId}`
  const membership = { employeeId, name: '前管理员' }
  const placing = placeOrder(services, {
    companyId: company.id,
    accountId: company.owner.account.id,
    buyer: membership,
    request: {
      kind: 'purchase',
      items: [{ sku_id: hours.id, quantity: 1, package_type_id: hours.packageIds[0] ?? '' }],
    },
    couponId: undefined,
    requestKey: randomUUID(),
    content: ['x'],
    payable: undefined,
  })
  await expect(placing).rejects.toMatchObject({ code: -41017 })
})
