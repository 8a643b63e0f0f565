import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { day, dayInChina, endOfDay } from '#server/core/service-time.ts'
import { renewLinesByThemselves } from '#server/modules/payments/renewals.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
import { openShop, type Shop } from './shop.fixture.ts'

const portal = await testPortal()
const { call, make, services, system } = portal
const running = { log: services.log, stopping: new AbortController().signal }
const price = 5800
const line = await make.sku({ price, stock: 200 })
let company: TestCompany
let sid: string
let shop: Shop

beforeEach(async () => {
  ;({ company, sid, shop } = await openShop(portal))
})

async function pay(id: string) {
  const paid = await shop.payAtCashier(await shop.attempt(id))
  expect(paid && (await shop.settle(paid))).toBe('settled')
}
const order = (svp_ids: string[], term: { days: number } | { until: string }) =>
  shop.order({ kind: 'renewal', svp_ids, ...term, request_key: `renewal-${crypto.randomUUID()}` })
async function renew(ids: string[], term: { days: number } | { until: string } = { days: 30 }) {
  const id = await order(ids, term)
  await pay(id)
  return id
}

test('renewals are ordered by delivery rather than by payment', async () => {
  await shop.bought(line)
  const [bought] = await shop.lines()
  const place = () => order([bought?.id ?? ''], { days: 30 })
  const [notified, unnotified] = [await place(), await place()]
  // The buyer pays, and no notification arrives until the order is read.
  await shop.payAtCashier(await shop.attempt(unnotified))
  await new Promise(resolve => setTimeout(resolve, 5))
  await pay(notified)
  await shop.opera(unnotified, 'cancel')
  expect(await shop.state(unnotified)).toBe('fulfilled')
  await shop.daysPass(40)
  const daysOf = async (id: string) =>
    (await shop.offerOf(id)).offers.find(({ kind }) => kind === 'unused')?.items[0]?.days
  // Fifty days are left: all thirty of the last, and those of the other that have not begun.
  expect([await daysOf(unnotified), await daysOf(notified)]).toEqual([30, 19])
})

test('an order shows the end that its renewal gave, and not the planned one', async () => {
  await shop.bought(line)
  const [bought] = await shop.lines()
  const ids = [bought?.id ?? '']
  const chosen = dayInChina(Date.parse(bought?.ends_at ?? '') + 10 * day)
  const [first, second, third] = [
    await order(ids, { days: 30 }),
    await order(ids, { days: 30 }),
    await order(ids, { until: chosen }),
  ]
  const endIn = async (id: string) => (await shop.detail(id)).items[0]?.new_ends_at
  expect(await endIn(third)).toBe(new Date(endOfDay(chosen)).toISOString())
  for (const id of [first, second, third]) {
    await pay(id)
    expect(await endIn(id)).toBe((await shop.lines())[0]?.ends_at)
  }
})

test('the days of each renewal count separately, later ones last', async () => {
  const bought = await shop.bought(line)
  const ids = (await shop.lines()).map(each => each.id)
  const [one, two] = [await renew(ids), await renew(ids)]
  const [before] = await shop.lines()
  // 40 days later, 10 days of the first renewal are used.
  await shop.daysPass(40)
  expect((await shop.offerOf(bought)).offers).toEqual([])
  expect((await shop.offerOf(one)).offers).toMatchObject([{ kind: 'unused', items: [{ days: 19 }] }])
  expect((await shop.offerOf(two)).offers).toMatchObject([{ kind: 'unused', amount: price, items: [{ days: 30 }] }])
  await shop.askUnused(one)
  await shop.decide(one, true)
  // The later one is not affected.
  expect((await shop.offerOf(two)).offers).toMatchObject([{ items: [{ days: 30 }] }])
  await shop.askUnused(two)
  const days = (Date.parse((await shop.lines())[0]?.ends_at ?? '') - Date.parse(before?.ends_at ?? '')) / 86_400_000
  expect(days).toBe(-40 - 19 - 30)
  await shop.decide(two, false)
  expect((await shop.offerOf(two)).offers).toMatchObject([{ items: [{ days: 30 }] }])
})

test('a purchase can be refunded once all days of a renewal are back', async () => {
  const [one] = [await shop.bought(line), await shop.bought(line)]
  const [first, second] = (await shop.lines()).map(each => each.id)
  const renewal = await renew([first ?? '', second ?? ''])
  expect((await shop.askUnused(renewal, { refund_svp_ids: [first ?? ''] })).code).toBe(200)
  // The refund may be rejected, and the line is then renewed again.
  expect((await shop.offerOf(one)).problem).toBe('有专线已续费，请先退续费的订单')
  expect((await shop.opera(one, 'refund', { reason: '不用了' })).code).toBe(-49012)
  await shop.decide(renewal, true)
  expect((await shop.offerOf(one)).offers).toMatchObject([{ kind: 'requested', amount: price }])
  expect((await shop.opera(one, 'refund', { reason: '不用了' })).code).toBe(200)
  await shop.decide(one, true)
  expect((await shop.lines()).map(({ state }) => state)).toEqual(['released', 'unbound'])
})

test.each(['a coupon', 'goodwill'])('a purchase can be refunded with a renewal that was free by %s', async free => {
  const bought = await shop.bought(line)
  const svp_ids = (await shop.lines()).map(each => each.id)
  const request_key = `renewal-${crypto.randomUUID()}`
  if (free === 'a coupon') {
    const coupon = await make.coupon(company.id, { amount: price, threshold: price })
    const renewal = await shop.order({ kind: 'renewal', svp_ids, days: 30, coupon_id: coupon.id, request_key })
    expect(await shop.detail(renewal)).toMatchObject({ state: 'fulfilled', payable: 0 })
  } else {
    const renewal = await renew(svp_ids)
    expect(await shop.goodwill(renewal, price)).toBe(200)
    // The refund may be rejected, and the days can then be refunded otherwise.
    expect((await shop.offerOf(bought)).problem).toBe('有专线已续费，请先退续费的订单')
    await shop.decide(renewal, true)
  }
  await shop.daysPass(10)
  // The free days lie behind the paid ones, and are worth nothing.
  expect((await shop.offerOf(bought)).offers).toMatchObject([{ kind: 'unused', items: [{ days: 19 }] }])
  expect((await shop.askUnused(bought)).code).toBe(200)
  await shop.decide(bought, true)
  expect((await shop.lines()).map(({ state }) => state)).toEqual(['released'])
})

test('a purchase is refunded wholly with a renewal that was free', async () => {
  const bought = await shop.bought(line)
  const svp_ids = (await shop.lines()).map(each => each.id)
  const renewal = await renew(svp_ids)
  await shop.goodwill(renewal, price)
  await shop.decide(renewal, true)
  expect((await shop.opera(bought, 'refund', { reason: '不用了' })).code).toBe(200)
  await shop.decide(bought, true)
  expect(await shop.state(bought)).toBe('refunded')
})

test('a refund of a renewal up to a day takes no more days than it gave, and refunds the same', async () => {
  await shop.bought(line, 2)
  const before = await shop.lines()
  const until = dayInChina(Date.parse(before[0]?.ends_at ?? '') + 5 * day)
  const svp_ids = before.map(each => each.id)
  const id = await renew(svp_ids, { until })
  const ends = async () => (await shop.lines()).map(({ ends_at }) => ends_at)
  const renewed = await ends()
  expect(renewed).toEqual([endOfDay(until), endOfDay(until)])
  expect((await shop.askUnused(id, { refund_svp_ids: svp_ids.slice(0, 1) })).code).toBe(200)
  expect(await ends()).toEqual([before[0]?.ends_at, renewed[1]])
  await shop.decide(id, false)
  expect(await ends()).toEqual(renewed)
})

test('a renewal up to a day is wholly unused until its line’s former end, and counts behind others by the time that it gave', async () => {
  // Except just after midnight, the chosen day's end is less than whole days after this.
  const endsAt = new Date(Date.now() + 10 * 60_000)
  const { id: svp_id } = await make.line(company, { sku: line, endsAt })
  const until = (days: number) => ({ until: dayInChina(endsAt.getTime() + days * day) })
  const wholly = async (id: string) => (await shop.offerOf(id)).offers.map(({ kind, amount }) => [kind, amount])
  const last = await renew([svp_id], until(5))
  const { payable } = await shop.detail(last)
  expect(await wholly(last)).toEqual([['requested', payable]])
  await shop.opera(last, 'refund', { reason: '不用了' })
  await shop.decide(last, true)
  expect(
    await system.rows(z.object({ ends_at: z.iso.datetime() }))`select ends_at from line where id = ${svp_id}`,
  ).toEqual([{ ends_at: endsAt.toISOString() }])
  const [first] = [await renew([svp_id]), await renew([svp_id], until(35))]
  expect(await wholly(first)).toEqual([['requested', price]])
})

test('nothing is refunded for days that were returned before, even if days were given since', async () => {
  await shop.bought(line)
  const id = await renew((await shop.lines()).map(each => each.id))
  await shop.daysPass(45)
  expect((await shop.askUnused(id)).code).toBe(200)
  await shop.decide(id, true)
  await system.change`update line set ends_at = ends_at + interval '100 days' where company_id = ${company.id}`
  expect((await shop.offerOf(id)).offers).toEqual([])
})

test('nothing is paid for days given by the provider', async () => {
  await shop.bought(line)
  const ids = (await shop.lines()).map(each => each.id)
  const id = await renew(ids)
  await system.change`update line set ends_at = ends_at + interval '100 days' where company_id = ${company.id}`
  await shop.daysPass(50)
  await system.change`update line set ends_at = ends_at - interval '50 days' where company_id = ${company.id}`
  expect((await shop.offerOf(id)).offers).toMatchObject([{ items: [{ days: 9 }] }])
})

test('a line whose own renewal was refunded renews itself again once somebody has turned it on again', async () => {
  const { id } = await make.line(company, { autoRenew: true, endsAt: new Date(Date.now() + 5 * day) })
  expect(await shop.correct(1_000_000)).toBe(200)
  await renewLinesByThemselves(services, running)
  const [renewal] = await shop.ordersOf(id)
  expect((await shop.opera(renewal?.order_id ?? '', 'refund', { reason: '暂不需要' })).code).toBe(200)
  await shop.decide(renewal?.order_id ?? '', true)
  const renewed = async () => Date.parse((await shop.lines())[0]?.ends_at ?? '') > Date.now() + 30 * day
  await renewLinesByThemselves(services, running)
  expect(await renewed()).toBe(false)
  expect((await call('setCompanyVpl', { svp_ids: [id], auto_renew: true }, { sid })).code).toBe(200)
  await renewLinesByThemselves(services, running)
  expect(await renewed()).toBe(true)
})

test.each(['requested', 'unused'] as const)(
  'a line whose renewal is asked back (%s) is not bought again by itself',
  async refund_kind => {
    const { id } = await make.line(company, { autoRenew: true, endsAt: new Date(Date.now() + 5 * day) })
    const renewal = await renew([id])
    expect(await shop.correct(1_000_000)).toBe(200)
    // After ten days only unused days can be refunded.
    if (refund_kind === 'unused')
      await system.change`update shop_order set paid_at = paid_at - interval '10 days' where id = ${renewal}`
    expect((await shop.opera(renewal, 'refund', { reason: '用不完', refund_kind })).code).toBe(200)
    await renewLinesByThemselves(services, running)
    expect(await shop.ordersOf(id)).toEqual([])
    const logged = async () =>
      (await call('getVplLog', { svp_id: id }, { sid })).data.list.filter(({ action }) => action === 'auto_renew')
    expect(await logged()).toMatchObject([{ detail: expect.stringContaining('关闭') }])
    // Its days come back with the rejection, but its automatic renewal stays off, which only its company may turn on.
    await shop.decide(renewal, false)
    expect(await logged()).toHaveLength(1)
  },
)
