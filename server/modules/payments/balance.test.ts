import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openShop, type Shop, shopping } from '#server/modules/orders/shop.fixture.ts'
import { approvalsOn } from '#server/testing/approvals.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make, operate, system, services } = portal
const { kept, decide } = approvalsOn(portal)
const hours = await make.sku({ product: 'hours', price: 5800 })

let company: TestCompany
let sid: string
let shop: Shop

beforeEach(async () => {
  ;({ company, sid, shop } = await openShop(portal))
})

const balance = async () => (await call('getBalance', {}, { sid })).data.amount
const ledger = async () => (await call('getBalanceLedger', {}, { sid })).data.list
const booked = async () => (await ledger()).map(({ kind, amount }) => [kind, amount])

/** Each entry, newest first, starts with the balance that the one below it ends with. */
async function expectChained() {
  const entries = await ledger()
  const before = entries.map(({ amount, balance_after }) => balance_after - amount)
  expect(before).toEqual([...entries.slice(1).map(({ balance_after }) => balance_after), 0])
}

async function toppedUp(amount: number) {
  const { code, data } = await call('topUpBalance', { amount }, { sid })
  expect(code).toBe(200)
  const paid = await shop.payAtCashier(await shop.attempt(data.order_id))
  expect(paid && (await shop.settle(paid))).toBe('settled')
  return data.order_id
}

test('a top-up is paid at a gateway like an order, and its balance pays another order in full', async () => {
  await toppedUp(20_000)
  expect(await balance()).toBe(20_000)
  const orderId = await shop.order(hours, 2)
  const { code, data } = await shop.opera(orderId, 'pay', { gateway: 'balance' })
  expect([code, data.state]).toEqual([200, 'fulfilled'])
  expect(await balance()).toBe(20_000 - 11_600)
  expect(await shop.balance()).toBeGreaterThan(0)
  const { order_number } = await shop.detail(orderId)
  expect((await ledger())[0]).toMatchObject({
    kind: 'payment',
    amount: -11_600,
    balance_after: 8_400,
    order_number,
    actor_name: expect.stringMatching(/./),
  })
  // An order beyond the balance is refused with the missing amount, and changes nothing.
  const more = await shop.order(hours, 2)
  expect(await shop.opera(more, 'pay', { gateway: 'balance' })).toMatchObject({ code: -50020, data: '¥32.00' })
  expect(await shop.state(more)).toBe('pending')
  expect(await balance()).toBe(8_400)
})

test('a repeated or late notification credits the balance once', async () => {
  const { data } = await call('topUpBalance', { amount: 5_000 }, { sid })
  const paid = await shop.payAtCashier(await shop.attempt(data.order_id))
  await shop.expire(data.order_id)
  if (!paid) return expect.unreachable()
  const verdicts = await Promise.all([shop.settle(paid), shop.settle(paid), shop.settle(paid)])
  expect(verdicts.filter(verdict => verdict === 'settled').length).toBeLessThanOrEqual(1)
  expect(await booked()).toEqual([['topup', 5_000]])
})

test('twelve concurrent payments from a balance for three orders pay three', async () => {
  // Guard: `amount + change >= 0` in `book`; without it the check constraint answers 500, or the balance is spent twice.
  await toppedUp(3 * 5_800 + 100)
  const orders = await Promise.all(Array.from({ length: 12 }, () => shop.order(hours)))
  const answers = await Promise.all(orders.map(order_id => shop.opera(order_id, 'pay', { gateway: 'balance' })))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([...Array(9).fill(-50020), 200, 200, 200].toSorted())
  expect(await balance()).toBe(100)
  expect(await booked()).toHaveLength(4)
  await expectChained()
})

test('the ledger is listed in the order of its entries, even after the clock was set back', async () => {
  await toppedUp(10_000)
  const aheadOfTime = new Date(Date.now() + 3_600_000).toISOString()
  await system.change`update company_balance set moved_at = ${aheadOfTime} where company_id = ${company.id}`
  await toppedUp(5_000)
  await toppedUp(6_000)
  await expectChained()
  expect((await ledger()).map(({ balance_after }) => balance_after)).toEqual([21_000, 15_000, 10_000])
  const times = (await ledger()).map(({ created_at }) => created_at)
  expect(times.every((time, place) => place === 0 || time < (times[place - 1] ?? ''))).toBe(true)
  expect((times[1] ?? '') > aheadOfTime).toBe(true)
})

test('two payments of one order at once pay it once', async () => {
  // Guard: the state that `payFromBalance` reads under the order's lock.
  await toppedUp(20_000)
  const order_id = await shop.order(hours)
  const pay = () => shop.opera(order_id, 'pay', { gateway: 'balance' })
  const codes = (await Promise.all([pay(), pay(), pay(), pay()])).map(({ code }) => code)
  expect(codes.filter(code => code === 200)).toHaveLength(1)
  expect(await balance()).toBe(20_000 - 5_800)
})

test('the ledger cannot be changed, deleted or truncated, not even by the portal', async () => {
  await toppedUp(5_000)
  const kept = 'ledger entries are kept as written'
  await expect(system.change`update balance_entry set amount = 1`).rejects.toThrow(kept)
  await expect(system.change`delete from balance_entry where company_id = ${company.id}`).rejects.toThrow(kept)
  await expect(system.change`truncate balance_entry`).rejects.toThrow(kept)
  const own = services.companyDatabase(company.id)
  await expect(own.change`update company_balance set amount = 99`).rejects.toThrow('permission denied')
  await expect(
    own.change`insert into balance_entry (company_id, kind, amount, balance_after, actor_name)
      values (${company.id}, 'topup', 1, 1, '')`,
  ).rejects.toThrow('permission denied')
})

describe('a joint payment of several orders', () => {
  test('by gateway is one payment that delivers each order', async () => {
    const orders = [await shop.order(hours), await shop.order(hours, 2)]
    const { code, data } = await call('payOrdersTogether', { order_ids: orders }, { sid })
    expect([code, data.payable]).toEqual([200, 3 * 5_800])
    const paid = await shop.payAtCashier(await shop.attempt(data.order_id))
    expect(paid && (await shop.settle(paid))).toBe('settled')
    expect(await Promise.all(orders.map(shop.state))).toEqual(['fulfilled', 'fulfilled'])
    expect(await balance()).toBe(0)
    expect((await shop.detail(data.order_id)).pays).toMatchObject([{ payable: 5_800 }, { payable: 11_600 }])
  })

  test('leaves the share of orders paid or cancelled meanwhile in the balance, and revives expired ones', async () => {
    const orders = [await shop.order(hours), await shop.order(hours), await shop.order(hours)]
    const [first = '', second = '', third = ''] = orders
    const { data } = await call('payOrdersTogether', { order_ids: orders }, { sid })
    const paid = await shop.payAtCashier(await shop.attempt(data.order_id))
    await shop.opera(first, 'cancel')
    await shop.expire(second)
    expect(paid && (await shop.settle(paid))).toBe('settled')
    expect(await Promise.all([first, second, third].map(shop.state))).toEqual(['cancelled', 'fulfilled', 'fulfilled'])
    expect(await balance()).toBe(5_800)
    expect((await call('getNoticeList', { page: 1, page_size: 20 }, { sid })).data.list).toContainEqual(
      expect.objectContaining({ title: '合并支付的部分订单未能支付' }),
    )
  })

  test('concurrent with another of the same orders pays each once and loses no money', async () => {
    const orders = [await shop.order(hours), await shop.order(hours)]
    const attempts: string[] = []
    for (const ids of [orders, orders.toReversed()]) {
      const { data } = await call('payOrdersTogether', { order_ids: ids }, { sid })
      attempts.push(await shop.attempt(data.order_id))
    }
    // The first attempt was closed for the second one, too late to keep the buyer from paying.
    const settle = async (paymentId: string, index: number) => {
      const { out_trade_no, amount } = await shop.tradeNumberOf(paymentId)
      const paidAt = new Date().toISOString()
      return shop.settle({ gateway: 'sandbox', outTradeNo: out_trade_no, amount, tradeNo: `joint-${index}`, paidAt })
    }
    expect(await Promise.all(attempts.map(settle))).toEqual(['settled', 'settled'])
    expect(await balance()).toBe(2 * 5_800)
    expect((await booked()).filter(([kind]) => kind === 'payment')).toHaveLength(2)
  })

  test('from the balance pays all or none', async () => {
    const orders = [await shop.order(hours), await shop.order(hours)]
    const { data } = await call('payOrdersTogether', { order_ids: orders }, { sid })
    await toppedUp(5_900)
    expect((await shop.opera(data.order_id, 'pay', { gateway: 'balance' })).code).toBe(-50020)
    expect(await Promise.all(orders.map(shop.state))).toEqual(['pending', 'pending'])
    expect(await balance()).toBe(5_900)
    await toppedUp(5_700)
    expect((await shop.opera(data.order_id, 'pay', { gateway: 'balance' })).data.state).toBe('cancelled')
    expect(await Promise.all(orders.map(shop.state))).toEqual(['fulfilled', 'fulfilled'])
    expect(await balance()).toBe(0)
  })

  test.each(['sandbox', 'balance'] as const)(
    'by %s closes the payment attempts of the single orders',
    async gateway => {
      const orders = [await shop.order(hours), await shop.order(hours)]
      const [first = '', second = ''] = await Promise.all(orders.map(order => shop.attempt(order)))
      await toppedUp(2 * 5_800)
      const { data } = await call('payOrdersTogether', { order_ids: orders }, { sid })
      expect((await shop.opera(data.order_id, 'pay', { gateway })).code).toBe(200)
      // The old page can no longer be used to pay.
      expect(await Promise.all([first, second].map(shop.payAtCashier))).toEqual([undefined, undefined])
    },
  )

  test('is closed when one of its orders is paid alone', async () => {
    const orders = [await shop.order(hours), await shop.order(hours)]
    const { data } = await call('payOrdersTogether', { order_ids: orders }, { sid })
    const joint = await shop.attempt(data.order_id)
    await shop.attempt(orders[0] ?? '')
    expect(await shop.payAtCashier(joint)).toBeUndefined()
  })

  test('that was paid already keeps its orders from being paid alone', async () => {
    const orders = [await shop.order(hours), await shop.order(hours)]
    const { data } = await call('payOrdersTogether', { order_ids: orders }, { sid })
    await shop.payAtCashier(await shop.attempt(data.order_id))
    expect((await shop.opera(orders[0] ?? '', 'pay', { gateway: 'sandbox' })).code).toBe(-49011)
    expect(await Promise.all(orders.map(shop.state))).toEqual(['fulfilled', 'fulfilled'])
  })

  test('with another company’s order or a paid one is refused', async () => {
    const [mine, paid] = [await shop.order(hours), await shop.bought(hours)]
    const stranger = await make.company()
    const theirs = await shopping(portal, stranger, await make.session(stranger.owner.account)).order(hours)
    for (const another of [paid, theirs])
      expect((await call('payOrdersTogether', { order_ids: [mine, another] }, { sid })).code).toBe(-50022)
  })
})

describe('refunds with a balance', () => {
  test('return an order’s payment to the balance, once', async () => {
    await toppedUp(10_000)
    const orderId = await shop.order(hours)
    await shop.opera(orderId, 'pay', { gateway: 'balance' })
    expect((await shop.opera(orderId, 'refund', { reason: '买错了' })).code).toBe(200)
    await shop.decide(orderId, true)
    await shop.sendRefunds()
    expect(await shop.state(orderId)).toBe('refunded')
    expect(await booked()).toEqual([
      ['refund', 5_800],
      ['payment', -5_800],
      ['topup', 10_000],
    ])
  })

  test('return a top-up to its source as long as none of it was spent', async () => {
    const topUp = await toppedUp(10_000)
    const orderId = await shop.order(hours)
    await shop.opera(orderId, 'pay', { gateway: 'balance' })
    const refused = await shop.opera(topUp, 'refund', { reason: '不用了' })
    expect(refused).toMatchObject({ code: -50021, data: '¥58.00' })
    await toppedUp(5_800)
    expect((await shop.opera(topUp, 'refund', { reason: '不用了' })).code).toBe(200)
    // A top-up that waits for its refund can't be spent.
    expect(await balance()).toBe(0)
    await shop.decide(topUp, false)
    expect(await balance()).toBe(10_000)
  })
})

describe('refunding the rest of a top-up', () => {
  const offered = async (order_id: string) => (await call('getRefundOffer', { order_id }, { sid })).data
  const askUnused = (orderId: string) => shop.opera(orderId, 'refund', { reason: '不再使用', refund_kind: 'unused' })

  test('returns a joint payment all the way: to the balance, and from there to its source', async () => {
    const [order = '', other = ''] = [await shop.order(hours), await shop.order(hours, 2)]
    const { data } = await call('payOrdersTogether', { order_ids: [order, other] }, { sid })
    const paid = await shop.payAtCashier(await shop.attempt(data.order_id))
    expect(paid && (await shop.settle(paid))).toBe('settled')
    expect(await offered(data.order_id)).toMatchObject({ offers: [], problem: expect.stringContaining('余额只剩') })
    await shop.opera(order, 'refund', { reason: '买错了' })
    await shop.decide(order, true)
    await shop.sendRefunds()
    expect(await balance()).toBe(5_800)
    expect((await offered(data.order_id)).offers).toEqual([{ kind: 'unused', amount: 5_800, items: [] }])
    expect((await askUnused(data.order_id)).code).toBe(200)
    // An amount that waits for its refund can't be spent.
    expect(await balance()).toBe(0)
    await shop.decide(data.order_id, true)
    await shop.sendRefunds()
    expect((await shop.detail(data.order_id)).refunds).toMatchObject([
      { amount: 5_800, state: 'done', credit_number: expect.stringContaining('-T1') },
    ])
    expect(await shop.state(data.order_id)).toBe('fulfilled')
    expect(await booked()).toMatchObject([
      ['withdrawal', -5_800],
      ['refund', 5_800],
      ['payment', expect.anything()],
      ['payment', expect.anything()],
      ['topup', 17_400],
    ])
    await expectChained()
  })

  test('works after the deadline for a whole refund, once, and is restored when rejected', async () => {
    const topUp = await toppedUp(10_000)
    await shop.daysPass(30)
    const orderId = await shop.order(hours)
    await shop.opera(orderId, 'pay', { gateway: 'balance' })
    expect((await offered(topUp)).offers).toEqual([{ kind: 'unused', amount: 4_200, items: [] }])
    // Guard: `amount + change >= 0` in `book`; of an amount offered to several requests only one gets it.
    const answers = await Promise.all([askUnused(topUp), askUnused(topUp), askUnused(topUp)])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(await balance()).toBe(0)
    await shop.decide(topUp, false)
    expect(await balance()).toBe(4_200)
    expect((await askUnused(topUp)).code).toBe(200)
    await shop.decide(topUp, true)
    await shop.sendRefunds()
    expect(await balance()).toBe(0)
    // A later top-up is not part of this one.
    const later = await toppedUp(3_000)
    expect((await offered(topUp)).offers).toEqual([{ kind: 'unused', amount: 3_000, items: [] }])
    expect((await offered(later)).offers).toMatchObject([{ kind: 'requested', amount: 3_000 }])
  })
})

describe('an operator’s correction of a balance', () => {
  test('takes two operators, never goes below zero, and shows the company the reason', async () => {
    const [first, second] = [await make.operator('finance'), await make.operator('finance')]
    const correction = { company_id: company.id, reason: '少记的汇款', request_key: `correct-${company.id}` }
    const approval = await kept('correctCompanyBalance', { ...correction, amount: 30_000 }, first)
    expect(await balance()).toBe(0)
    expect((await decide(approval, first)).code).toBe(-53010)
    expect((await decide(approval, second)).code).toBe(200)
    expect(await ledger()).toMatchObject([
      { kind: 'correction', amount: 30_000, actor_name: '平台', note: '少记的汇款' },
    ])
    const shown = await operate('getCompanyBalance', { company_id: company.id, page: 1, page_size: 20 }, first)
    expect(shown.data).toMatchObject({ amount: 30_000, total: 1 })
    const input = { ...correction, amount: -30_001, request_key: `${correction.request_key}-2` }
    expect((await operate('correctCompanyBalance', input, first)).code).toBe(-50020)
    expect(await balance()).toBe(30_000)
  })

  // Guard: the lock of lockBalance. Without it the second operator confirms a balance that has moved by then.
  test('is not carried out when the balance moves while it is confirmed', async () => {
    const [first, second] = [await make.operator('finance'), await make.operator('finance')]
    await toppedUp(10_000)
    const input = { company_id: company.id, reason: '多记了', request_key: `late-${company.id}`, amount: -5_000 }
    const approval = await kept('correctCompanyBalance', input, first)
    const moved = sql`update company_balance set amount = amount - 2000 where company_id = ${company.id}`
    const late = await overtakenBy(system, [moved], () => decide(approval, second))
    expect([late.code, await balance()]).toEqual([-53020, 8_000])
  })
})

test('figures count purchases and not top-ups', async () => {
  await toppedUp(10_000)
  const orderId = await shop.order(hours)
  await shop.opera(orderId, 'pay', { gateway: 'balance' })
  const { list, amount_total } = (await call('getInvoiceableOrderList', { page: 1, page_size: 20 }, { sid })).data
  expect([list.map(({ order_id }) => order_id), amount_total]).toEqual([[orderId], 5_800])
  const sums = await system.row(z.object({ balance: z.int(), ledger: z.int() }))`
    select (select amount from company_balance where company_id = ${company.id}) as balance,
      (select sum(amount)::bigint from balance_entry where company_id = ${company.id}) as ledger`
  expect(sums).toEqual({ balance: 4_200, ledger: 4_200 })
})
