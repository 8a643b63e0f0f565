import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { FigureName } from '#contract/operations/figures-names.ts'
import { shopping } from '#server/modules/orders/shop.fixture.ts'
import { untilDayHolds } from '#server/testing/one-day.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make, operate, system } = portal
const finance = await make.operator('finance')

/** A fixed seed, so that a failure can be reproduced. */
let seed = 20_261_124
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31
}
const below = (limit: number) => Math.floor(random() * limit)
const pick = <Each>(list: Each[]): Each | undefined => list[below(list.length)]

const day = 86_400_000
const months = 12
const monthOf = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 7)
await untilDayHolds()
const range = { from: monthOf(Date.now() - 390 * day), to: monthOf(Date.now()) }

interface Event {
  what: 'received' | 'refunded' | 'coupon' | 'renewed'
  company: string
  amount: number
  at: number
  order?: string
}

/** The events, recorded beside the books as the year goes on; `at` moves into the past with everything else. */
let events: Event[] = []
const happened = { orders: 0, wholly: 0, unused: 0, goodwill: 0, byBalance: 0, together: 0, topUps: 0, withdrawn: 0 }

/** Lets a month pass for a company: moves all of its records thirty days back. */
async function monthPasses({ id }: { id: string }) {
  await system.transaction(async transaction => {
    await transaction.change`
      update shop_order set created_at = created_at - interval '30 days', paid_at = paid_at - interval '30 days',
        fulfilled_at = fulfilled_at - interval '30 days', ended_at = ended_at - interval '30 days',
        pays_until = pays_until - interval '30 days' where company_id = ${id}`
    await transaction.change`
      update order_item set old_ends_at = old_ends_at - interval '30 days', until = until - interval '30 days'
      where company_id = ${id}`
    await transaction.change`
      update payment set paid_at = paid_at - interval '30 days', expires_at = expires_at - interval '30 days'
      where company_id = ${id}`
    await transaction.change`
      update refund set asked_at = asked_at - interval '30 days', done_at = done_at - interval '30 days'
      where company_id = ${id}`
    await transaction.change`update renewal_end set ends_at = ends_at - interval '30 days' where company_id = ${id}`
    await transaction.change`
      update line set created_at = created_at - interval '30 days', ends_at = ends_at - interval '30 days'
      where company_id = ${id}`
    await transaction.change`update company set verified_at = verified_at - interval '30 days' where id = ${id}`
  })
  events = events.map(event => (event.company === id ? { ...event, at: event.at - 30 * day } : event))
}

type Sku = Awaited<ReturnType<typeof make.sku>>
interface Bought {
  id: string
  payable: number
  renews: string | undefined
}

/** Creates a company that lives through the year by the public calls, and the books that it would keep itself. */
async function customer(skus: { hours: Sku; line: Sku }, promotionCode: string | null) {
  const company = await make.company({ employees: 1 })
  await system.change`update company set promotion_code = ${promotionCode}, verified_at = now() where id = ${company.id}`
  const sid = await make.session(company.owner.account)
  const shop = shopping(portal, company, sid)
  const orders: Bought[] = []
  const note = (what: Event['what'], amount: number, order?: string) =>
    events.push({ what, company: company.id, amount, at: Date.now(), ...(order && { order }) })

  async function place(renewable: string | undefined, couponId?: string): Promise<Bought & { discount: number }> {
    const [sku, quantity] = [below(2) ? skus.hours : skus.line, 1 + below(2)]
    const request_key = randomUUID()
    const what = renewable
      ? { kind: 'renewal' as const, svp_ids: [renewable], days: 30, request_key }
      : {
          kind: 'purchase' as const,
          items: [{ sku_id: sku.id, package_type_id: sku.packageId, quantity }],
          request_key,
        }
    const input = { ...what, ...(couponId && { coupon_id: couponId }) }
    const { code, data } = await call('createOrder', input, { sid })
    expect(code).toBe(200)
    const full = renewable ? skus.line.price : sku.price * quantity
    return { id: data.order_id, payable: data.payable, renews: renewable, discount: full - data.payable }
  }
  function paid({ discount, ...order }: Bought & { discount: number }) {
    orders.push(order)
    happened.orders += 1
    note('received', order.payable, order.id)
    if (discount) note('coupon', discount)
    if (order.renews) note('renewed', 1, order.id)
  }
  async function byGateway(orderId: string) {
    const money = await shop.payAtCashier(await shop.attempt(orderId))
    expect(money && (await shop.settle(money))).toBe('settled')
  }
  const standing = async () =>
    (await shop.lines()).filter(({ state, ends_at }) => state !== 'released' && Date.parse(ends_at) > Date.now())
  const renewable = async () => pick((await standing()).filter(({ state }) => state === 'unbound'))?.id

  const does = {
    async buy() {
      const order = await place(undefined, below(3) ? undefined : (await make.coupon(company.id, { amount: 700 })).id)
      await byGateway(order.id)
      paid(order)
    },
    async renew() {
      const line = await renewable()
      if (!line) return
      const order = await place(line)
      await byGateway(order.id)
      paid(order)
    },
    async 'top up'() {
      const { data } = await call('topUpBalance', { amount: 10_000 + below(40_000) }, { sid })
      await byGateway(data.order_id)
      happened.topUps += 1
      // Refunded prepaid money was never earned.
      if (below(4) || (await shop.opera(data.order_id, 'refund', { reason: '不用了' })).code !== 200) return
      await shop.decide(data.order_id, true)
      happened.withdrawn += 1
    },
    async 'pay by balance'() {
      const order = await place(below(2) ? await renewable() : undefined)
      if ((await shop.opera(order.id, 'pay', { gateway: 'balance' })).code !== 200) return
      paid(order)
      happened.byBalance += 1
    },
    async 'pay together'() {
      const both = [await place(undefined), await place(undefined)]
      const { data } = await call('payOrdersTogether', { order_ids: both.map(({ id }) => id) }, { sid })
      await byGateway(data.order_id)
      for (const order of both) paid(order)
      happened.together += 1
    },
    /** What was never paid is in no figure. */
    async leave() {
      const order = await place(undefined)
      if (below(2)) await shop.opera(order.id, 'cancel')
      else await shop.expire(order.id)
    },
    async 'give back'() {
      const order = pick(orders)
      if (!order) return
      const kind = pick(['requested', 'unused', 'goodwill'] as const)
      const before = (await shop.detail(order.id)).refunded_amount
      const code =
        kind === 'goodwill'
          ? await shop.goodwill(order.id, 1 + below(900))
          : (await shop.opera(order.id, 'refund', { reason: '用不完', ...(kind && { refund_kind: kind }) })).code
      if (code !== 200) return
      const approve = below(4) > 0
      await shop.decide(order.id, approve)
      const amount = (await shop.detail(order.id)).refunded_amount - before
      expect(amount > 0).toBe(approve)
      if (!approve) return
      note('refunded', amount)
      happened[kind === 'requested' ? 'wholly' : kind === 'unused' ? 'unused' : 'goodwill'] += 1
      // A wholly refunded renewal renewed nothing.
      if (kind === 'requested') events = events.filter(({ what, order: of }) => what !== 'renewed' || of !== order.id)
    },
  }
  const year: (keyof typeof does)[] = ['buy', 'buy', 'renew', 'renew', 'top up', 'pay by balance', 'pay by balance']
  const rare: (keyof typeof does)[] = [
    'pay together',
    'leave',
    ...Array.from({ length: 5 }, () => 'give back' as const),
  ]
  return {
    company,
    promotionCode,
    standing,
    lines: shop.lines,
    async month() {
      for (let each = 4 + below(4); each > 0; each--) await does[pick([...year, ...rare]) ?? 'buy']()
    },
    /** Assigns days to a person, which are sold and not used, like unassigned ones. */
    async hours(): Promise<number> {
      const employee = company.employees[0]?.id ?? ''
      await call('setCompanyUserService', { employee_ids: [employee], days: 7 }, { sid })
      const free = (await call('getServiceBalance', {}, { sid })).data.balance
      const ends = await system.row(z.object({ days: z.int() }))`
        select coalesce(ceil(extract(epoch from service_ends_at - now()) / 86400), 0)::integer as days
        from employee where id = ${employee}`
      return free + Math.max(0, ends?.days ?? 0)
    },
  }
}

let customers: Awaited<ReturnType<typeof customer>>[] = []
let price = 0

beforeAll(async () => {
  const skus = { hours: await make.sku({ product: 'hours', price: 5800 }), line: await make.sku({ stock: 500 }) }
  price = skus.line.price
  const codes = [null, await make.promotionCode(), await make.promotionCode()]
  customers = []
  for (let month = 0; month < months; month++) {
    // They start one after the other, so that each is in a different cohort.
    if (month % 2 === 0) customers.push(await customer(skus, codes[(month / 2) % codes.length] ?? null))
    for (const each of customers) await each.month()
    if (month < months - 1) for (const { company } of customers) await monthPasses(company)
  }
}, 240_000)

const figures = async () => (await operate('getFigures', range, finance)).data
const sumOf = (what: Event['what'], of: (event: Event) => boolean = () => true) =>
  events.filter(event => event.what === what && of(event)).reduce((sum, { amount }) => sum + amount, 0)
const netOf = (of: (event: Event) => boolean) => sumOf('received', of) - sumOf('refunded', of)

async function listed(figure: FigureName, more: { from?: string; to?: string; channel?: string } = {}) {
  const values: number[] = []
  for (let page = 1; ; page++) {
    const { data } = await operate('getFigureRows', { figure, ...range, ...more, page, page_size: 100 }, finance)
    values.push(...data.list.map(({ value }) => value))
    if (values.length >= data.total) return { sum: data.sum, added: values.reduce((all, value) => all + value, 0) }
  }
}
/** Compares a figure with its list's sum, and with the sum of its rows. */
async function agrees(figure: FigureName, value: number, more: Parameters<typeof listed>[1] = {}) {
  expect([figure, more, await listed(figure, more)]).toEqual([figure, more, { sum: value, added: value }])
}

test('the simulated year contains every kind of event', () => {
  for (const [what, count] of Object.entries(happened)) expect(count, what).toBeGreaterThan(0)
})

test('each figure of a year equals payments less refunds, and the sum of the list it opens', async () => {
  const { totals } = await figures()
  const hours = await Promise.all(customers.map(each => each.hours()))
  expect(totals).toMatchObject({
    received: sumOf('received'),
    refunded: sumOf('refunded'),
    net: netOf(() => true),
    coupons_used: sumOf('coupon'),
    renewed: sumOf('renewed'),
    hours: hours.reduce((sum, each) => sum + each, 0),
  })
  for (const figure of [
    'received',
    'refunded',
    'net',
    'coupons_used',
    'coupons_open',
    'hours',
    'prepaid',
    'renewed',
    'lost',
    'left',
    'serving',
  ] as const)
    await agrees(figure, totals[figure])
})

test('each month, channel and cohort, and renewals due, match the simulated year', async () => {
  const { months, channels, cohorts, due, totals } = await figures()
  const keys = ['received', 'refunded', 'net', 'renewed', 'lost', 'left'] as const
  for (const key of keys) expect(months.reduce((sum, each) => sum + each[key], 0)).toBe(totals[key])
  for (const each of months) {
    const inMonth = ({ at }: Event) => monthOf(at) === each.month
    expect([each.month, each.net, each.renewed]).toEqual([each.month, netOf(inMonth), sumOf('renewed', inMonth)])
    for (const key of keys) await agrees(key, each[key], { from: each.month, to: each.month })
  }
  expect(channels.reduce((sum, { net }) => sum + net, 0)).toBe(totals.net)
  for (const { channel_id, net, received, refunded } of channels) {
    const channel = channel_id ?? 'own'
    await agrees('net', net, { channel })
    await agrees('received', received, { channel })
    await agrees('refunded', refunded, { channel })
  }
  expect(cohorts.reduce((sum, { companies }) => sum + companies, 0)).toBe(customers.length)
  for (const { month, net } of cohorts) await agrees('cohort', net, { from: month, to: month })
  const standing = (await Promise.all(customers.map(each => each.standing()))).flat()
  expect(due.reduce((sum, { amount }) => sum + amount, 0)).toBe(standing.length * price)
  for (const { month, amount } of due) await agrees('due', amount, { from: month, to: month })
})

test('prepaid money is no revenue until it pays an order, and the ledger shows the remaining balance', async () => {
  const sums = await system.row(z.object({ balance: z.int(), ledger: z.int() }))`
    select (select sum(amount) from company_balance)::bigint as balance,
      (select sum(amount) from balance_entry)::bigint as ledger`
  expect(sums?.balance).toBe(sums?.ledger)
  expect((await figures()).totals.prepaid).toBe(sums?.balance)
  const cash = await system.row(z.object({ cash: z.int() }))`
    select ((select coalesce(sum(amount), 0) from payment where gateway <> 'balance' and state in ('paid', 'refunded'))
      - (select coalesce(sum(refund.amount), 0) from refund
        join payment on payment.company_id = refund.company_id and payment.id = payment_id
        where gateway <> 'balance' and refund.state = 'done'))::bigint as cash`
  // Every fen that came in and stayed was earned, or is owed as balance.
  expect(cash?.cash).toBe(netOf(() => true) + (sums?.balance ?? 0))
})
