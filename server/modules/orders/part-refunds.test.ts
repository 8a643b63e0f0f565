import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { creditService } from '#server/modules/people/hours/hours.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
import { openShop, type Shop } from './shop.fixture.ts'

const portal = await testPortal()
const { call, make, system } = portal
const price = 5800
const hours = await make.sku({ product: 'hours', price })
const line = await make.sku({ price, stock: 200 })
let company: TestCompany
let sid: string
let shop: Shop

beforeEach(async () => {
  ;({ company, sid, shop } = await openShop(portal))
})

const money = async (order_id: string) => {
  const { state, returned_amount, refunded_amount, refunds } = await shop.detail(order_id)
  return {
    state,
    returned_amount,
    refunded_amount,
    refunds: refunds.map(each => `${each.kind} ${each.state} ${each.amount}`),
  }
}
/** Moves an order, its lines and their ends into the past, as if this many days had gone by since. */
async function daysPass(orderId: string, days: number) {
  await system.change`
    update shop_order set paid_at = paid_at - make_interval(days => ${days}) where company_id = ${company.id} and id = ${orderId}`
  await system.change`
    update renewal_end set ends_at = ends_at - make_interval(days => ${days})
    where company_id = ${company.id} and order_id = ${orderId}`
  await system.change`
    update line set created_at = created_at - make_interval(days => ${days}), ends_at = ends_at - make_interval(days => ${days})
    where company_id = ${company.id} and order_id = ${orderId}`
}
async function toppedUp(amount: number) {
  const { data } = await call('topUpBalance', { amount }, { sid })
  const paid = await shop.payAtCashier(await shop.attempt(data.order_id))
  expect(paid && (await shop.settle(paid))).toBe('settled')
  return data.order_id
}
async function bind(svp_id: string) {
  const { data } = await call('getVplIpList', { svp_id }, { sid })
  const [address] = data.list
  expect((await call('bindCompanyVpl', { svp_id, ip_id: address?.ip_id ?? '' }, { sid })).code).toBe(200)
}
describe('partial refunds of hours', () => {
  test('count days that were given and taken back again as never given', async () => {
    const id = await shop.bought(hours, 1)
    const { token } = await make.operator('support')
    const gift = { company_id: company.id, days: 100, request_key: `gift-${crypto.randomUUID()}` }
    expect((await portal.operate('giftCompanyHours', { ...gift, note: '误赠' }, { token })).code).toBe(200)
    const back = { ...gift, request_key: `back-${crypto.randomUUID()}`, reason: '误赠，收回' }
    expect((await portal.operate('takeBackCompanyHours', back, { token })).code).toBe(200)
    expect((await shop.offerOf(id)).offers).toMatchObject([{ kind: 'requested', amount: price }])
  })

  test('pay no money for days that were given as a gift', async () => {
    const id = await shop.bought(hours, 1)
    await call('setCompanyUserService', { employee_ids: [company.owner.id], days: 30 }, { sid })
    expect((await shop.offerOf(id)).offers).toEqual([])
    await system.transaction(transaction =>
      creditService(transaction, { companyId: company.id, days: 50, kind: 'gift', note: '致歉' }),
    )
    expect(await shop.balance()).toBe(50)
    expect((await shop.offerOf(id)).offers).toEqual([])
    expect((await shop.askUnused(id)).code).toBe(-49012)
  })

  test('pay no money for days that were given after others had been taken back, as at the end of a trial', async () => {
    const hoursGiven = (days: number) =>
      system.transaction(transaction =>
        creditService(transaction, { companyId: company.id, days, kind: 'gift', note: '试用' }),
      )
    await hoursGiven(30)
    const id = await shop.bought(hours, 1)
    await hoursGiven(-30)
    await call('setCompanyUserService', { employee_ids: [company.owner.id], days: 20 }, { sid })
    await hoursGiven(30)
    expect(await shop.balance()).toBe(40)
    expect((await shop.offerOf(id)).offers).toMatchObject([{ kind: 'unused', items: [{ days: 10 }] }])
  })

  test('return unassigned days with their exact share, however often', async () => {
    const id = await shop.bought(hours, 3)
    await call('setCompanyUserService', { employee_ids: [company.owner.id], days: 41 }, { sid })
    const share = Math.floor((3 * price * 49) / 90)
    const offer = await shop.offerOf(id)
    expect(offer).toMatchObject({
      remaining: 3 * price,
      offers: [{ kind: 'unused', amount: share, items: [{ svp_id: null, days: 49, amount: share }] }],
    })
    expect(offer.problem).toContain('41 人天')
    // The requested amount must be the one that was shown.
    expect((await shop.askUnused(id, { refund_amount: share + 1 })).code).toBe(-49015)
    expect((await shop.askUnused(id, { refund_amount: share })).data.state).toBe('fulfilled')
    expect(await shop.balance()).toBe(0)
    expect((await shop.askUnused(id)).code).toBe(-49012)
    await shop.decide(id, true)
    expect(await money(id)).toEqual({
      state: 'fulfilled',
      returned_amount: share,
      refunded_amount: share,
      refunds: [`unused done ${share}`],
    })
    // The days that are returned later bring the rest of the money, and rounding loses nothing.
    await system.change`update employee set service_ends_at = now() + interval '41 days 1 hour' where id = ${company.owner.id}`
    await call('reclaimService', { employee_ids: [company.owner.id] }, { sid })
    expect((await shop.offerOf(id)).offers).toMatchObject([{ kind: 'unused', amount: 3 * price - share }])
    await shop.askUnused(id)
    await shop.decide(id, true)
    expect(await money(id)).toMatchObject({ state: 'fulfilled', refunded_amount: 3 * price })
    expect((await shop.offerOf(id)).offers).toEqual([])
    expect((await shop.detail(id)).operas).toEqual(['renew'])
  })

  test('restore the days and the refundable amount when rejected', async () => {
    const id = await shop.bought(hours, 2)
    await call('setCompanyUserService', { employee_ids: [company.owner.id], days: 10 }, { sid })
    await shop.askUnused(id)
    await shop.decide(id, false)
    expect(await shop.balance()).toBe(50)
    expect(await money(id)).toMatchObject({ returned_amount: 0, refunded_amount: 0 })
    expect((await shop.offerOf(id)).offers).toMatchObject([{ kind: 'unused', items: [{ days: 50 }] }])
  })
})

describe('partial refunds of lines', () => {
  test('pay for the days left of one line, which is suspended and then loses its address', async () => {
    const id = await shop.bought(line, 2)
    const [first, second] = (await shop.lines()).map(each => each.id)
    await bind(first ?? '')
    await daysPass(id, 5)
    const { offers, problem } = await shop.offerOf(id)
    expect(problem).toBe('有专线绑定过地址，不能整单退款')
    const share = Math.floor((price * 24) / 30)
    expect(offers).toMatchObject([
      { kind: 'unused', amount: 2 * share, items: [{ days: 24, amount: share }, { days: 24 }] },
    ])
    expect((await shop.askUnused(id, { refund_svp_ids: [first ?? ''], refund_amount: share })).code).toBe(200)
    const { data: detail } = await call('getOrderDetailByOrderId', { order_id: id }, { sid })
    expect(detail.refunds).toMatchObject([{ line_names: [detail.lines.find(each => each.svp_id === first)?.name] }])
    expect((await shop.lines()).map(({ state }) => state)).toEqual(['suspended', 'unbound'])
    // The second line can be requested separately, and the first is no longer offered.
    expect((await shop.offerOf(id)).offers).toMatchObject([{ amount: share, items: [{ svp_id: second }] }])
    expect((await shop.askUnused(id, { refund_svp_ids: [first ?? ''] })).code).toBe(-49015)
    await shop.decide(id, true)
    expect((await shop.lines()).map(({ state }) => state)).toEqual(['released', 'unbound'])
    expect(await money(id)).toMatchObject({ state: 'fulfilled', refunded_amount: share })
    const stock = await system.row(z.object({ reserved: z.int(), cooling: z.int() }))`
      select reserved, (select count(*)::integer from ip_address where state = 'cooling') as cooling
      from address_stock where region_id = ${line.regionId}`
    expect(stock).toMatchObject({ reserved: 1, cooling: 1 })
  })

  test('let the lines be used again when rejected', async () => {
    const id = await shop.bought(line, 2)
    const [first] = (await shop.lines()).map(each => each.id)
    await bind(first ?? '')
    await shop.askUnused(id)
    expect((await shop.lines()).map(({ state }) => state)).toEqual(['suspended', 'suspended'])
    await shop.decide(id, false)
    expect((await shop.lines()).map(({ state }) => state)).toEqual(['active', 'unbound'])
  })
})

test('concurrent refund requests never exceed what was paid', async () => {
  const id = await shop.bought(hours, 2)
  await call('setCompanyUserService', { employee_ids: [company.owner.id], days: 1 }, { sid })
  const finance = await make.operator('finance')
  await make.operator('finance')
  const { order_number } = await shop.detail(id)
  const goodwill = (amount: number) =>
    portal.operate('refundSalesOrder', { order_number, kind: 'goodwill', amount, reason: '线路中断' }, finance)
  // Guard: `returned_amount + amount <= payable` in claimReturn, behind the order's lock.
  const answers = await Promise.all([goodwill(7000), goodwill(7000), shop.askUnused(id)])
  const { returned_amount, refunds } = await shop.detail(id)
  expect(returned_amount).toBeLessThanOrEqual(2 * price)
  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(returned_amount)
  const refused = answers.filter(({ code }) => code !== 200)
  expect(answers.length - refused.length).toBe(refunds.length)
  // The unused days take what one goodwill refund leaves; a request after both finds that everything is being refunded.
  expect(refused.length).toBeGreaterThan(0)
  for (const { code } of refused) expect([-49016, -49012]).toContain(code)
})

test('goodwill refunds take nothing back and add up to the paid amount at most', async () => {
  const id = await shop.bought(hours)
  const finance = await make.operator('finance')
  await make.operator('finance')
  const { order_number } = await shop.detail(id)
  const give = (amount: number | undefined) =>
    portal.operate('refundSalesOrder', { order_number, kind: 'goodwill', amount, reason: '线路中断一天' }, finance)
  expect((await give(undefined)).code).toBe(-41003)
  expect((await give(price + 1)).code).toBe(-49016)
  expect((await give(1000)).code).toBe(200)
  expect(await shop.balance()).toBe(30)
  expect((await give(price - 999)).code).toBe(-49016)
  await shop.decide(id, true)
  expect(await money(id)).toEqual({
    state: 'fulfilled',
    returned_amount: 1000,
    refunded_amount: 1000,
    refunds: ['goodwill done 1000'],
  })
  // The rest can be refunded as a whole, which ends the order.
  expect((await shop.offerOf(id)).offers).toMatchObject([{ kind: 'requested', amount: price - 1000 }])
  await shop.opera(id, 'refund', { reason: '不再需要' })
  await shop.decide(id, true)
  expect(await money(id)).toMatchObject({ state: 'refunded', refunded_amount: price })
  const { payments } = await shop.detail(id)
  expect(payments).toMatchObject([{ state: 'refunded' }])
})

test('an order goes back as a whole only once every other refund of it is decided', async () => {
  const id = await shop.bought(hours)
  expect(await shop.goodwill(id, 1000)).toBe(200)
  const offer = await shop.offerOf(id)
  expect(offer.offers).toMatchObject([{ kind: 'unused', amount: price - 1000 }])
  expect(offer.problem).toContain('还有一笔退款正在办理')
  expect((await shop.opera(id, 'refund', { reason: '不再需要' })).code).toBe(-49012)
  expect((await shop.detail(id)).state).toBe('fulfilled')
  await shop.decide(id, false)
  expect((await shop.offerOf(id)).offers).toMatchObject([{ kind: 'requested', amount: price }])
  await shop.opera(id, 'refund', { reason: '不再需要' })
  await shop.decide(id, true)
  expect(await money(id)).toMatchObject({ state: 'refunded', refunded_amount: price })
})

test('lines are chosen only for a refund of their unused days', async () => {
  const id = await shop.bought(line, 2)
  const [one] = await shop.lines()
  expect(await shop.opera(id, 'refund', { reason: '只退一条', refund_svp_ids: [one?.id ?? ''] })).toMatchObject({
    code: -41003,
    data: 'refund_svp_ids',
  })
  expect((await shop.detail(id)).state).toBe('fulfilled')
})

test('the amounts per line add up to the refund, also where less is left than their unused days are worth', async () => {
  const id = await shop.bought(line, 2)
  for (const { id: line } of await shop.lines()) await bind(line)
  expect(await shop.goodwill(id, 2 * price - 4001)).toBe(200)
  await shop.decide(id, true)
  expect((await shop.askUnused(id)).code).toBe(200)
  const { refunds } = await shop.detail(id)
  expect(refunds[0]).toMatchObject({ kind: 'unused', amount: 4001 })
  const items = await system.rows(z.object({ amount: z.int() }))`
    select amount from refund_item where company_id = ${company.id} and refund_id = ${refunds[0]?.refund_id} order by amount`
  expect(items.map(({ amount }) => amount)).toEqual([2000, 2001])
})

test('each completed refund has a numbered credit note that only its company can read', async () => {
  const id = await shop.bought(hours)
  for (const amount of [1000, 500]) {
    expect(await shop.goodwill(id, amount)).toBe(200)
    await shop.decide(id, true)
  }
  expect(await shop.goodwill(id, 700)).toBe(200)
  const { order_number, refunds } = await shop.detail(id)
  expect(refunds.map(each => each.credit_number)).toEqual([null, `${order_number}-T2`, `${order_number}-T1`])
  const note = (refund_id = '', as = sid) => call('getCreditNote', { refund_id }, { sid: as })
  const { data } = await note(refunds[1]?.refund_id)
  expect(data.file_name).toBe(`退款凭证-${order_number}-T2.pdf`)
  const file = await portal.app.inject({ url: data.url })
  expect(file.headers['content-type']).toBe('application/pdf')
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await note(refunds[0]?.refund_id)).code).toBe(-50030)
  const other = await make.session((await make.company()).owner.account)
  expect((await note(refunds[1]?.refund_id, other)).code).toBe(-50030)
})

test('a top-up can be refunded whole, or its unspent balance in part', async () => {
  const id = await toppedUp(2 * price)
  expect(await shop.offerOf(id)).toMatchObject({ problem: '', offers: [{ kind: 'requested', amount: 2 * price }] })
  const order = await shop.order(hours)
  expect((await shop.opera(order, 'pay', { gateway: 'balance' })).code).toBe(200)
  const short = await shop.offerOf(id)
  expect([short.offers, short.problem]).toEqual([
    [{ kind: 'unused', amount: price, items: [] }],
    '余额只剩 ¥58.00，这笔充值不能整单退款',
  ])
  expect((await shop.opera(id, 'refund', { reason: '不用了' })).code).toBe(-50021)

  // The amount paid from the balance is returned to it; then the top-up can be refunded as well.
  expect((await shop.opera(order, 'refund', { reason: '用不完' })).code).toBe(200)
  await shop.decide(order, true)
  await expect.poll(async () => (await call('getBalance', {}, { sid })).data.amount).toBe(2 * price)
  expect((await shop.opera(id, 'refund', { reason: '不用了' })).code).toBe(200)
  expect((await call('getBalance', {}, { sid })).data.amount).toBe(0)
})

test('the offer names the way in which the money goes back: to the balance for the orders of a joint payment', async () => {
  const orders = [await shop.order(hours), await shop.order(hours)]
  const { data } = await call('payOrdersTogether', { order_ids: orders }, { sid })
  const paid = await shop.payAtCashier(await shop.attempt(data.order_id))
  expect(paid && (await shop.settle(paid))).toBe('settled')
  const ways = await Promise.all([...orders, data.order_id].map(async id => (await shop.offerOf(id)).gateway))
  expect(ways).toEqual(['balance', 'balance', 'sandbox'])
})
