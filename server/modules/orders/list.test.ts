import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import { listedRows } from '#contract/people.ts'
import { day, dayInChina } from '#server/core/service-time.ts'
import type { RowSchema, SqlTag } from '#server/database/database.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { oneDay } from '#server/testing/one-day.ts'
import { testPortal } from '#server/testing/portal.ts'
import { countOrders, listOrders, type OrderFilter, searchedOrders } from './list.sql.ts'
import { operasOf } from './operas.ts'

const portal = await testPortal()
const { call, make, system, services } = portal
const company = await make.company()
const sid = await make.session(company.owner.account)
const list = async (input: InputOf<'getOrderList'> = {}, as = sid) => {
  const { code, data } = await call('getOrderList', input, { sid: as })
  expect(code).toBe(200)
  return data
}

describe('the order list', () => {
  const now = Date.now()
  const at = (daysAgo: number) => new Date(now - daysAgo * day)
  let numbers: Record<string, string>

  beforeAll(async () => {
    const [old, mid, fresh] = [
      await make.order(company, { state: 'fulfilled', createdAt: at(40), subject: '员工时长 100%_折扣' }),
      await make.order(company, { state: 'cancelled', createdAt: at(3) }),
      await make.order(company, { state: 'pending', createdAt: at(0), number: '202611200123456789' }),
    ]
    numbers = { old: old.number, mid: mid.number, fresh: fresh.number }
    await system.change`update shop_order set product = 'line', kind = 'renewal' where id = ${mid.id}`
    await make.order(await make.company())
  })

  test('shows the company’s own orders, newest first, page by page', async () => {
    const { list: rows, total, more } = await list()
    expect(rows.map(({ order_number }) => order_number)).toEqual([numbers.fresh, numbers.mid, numbers.old])
    expect([total, more]).toEqual([3, false])
    expect(rows[0]).toMatchObject({ state: 'pending', operas: ['pay', 'cancel'], payable: 5800, buyer_name: '测试' })
    const second = await list({ page: 2, page_size: 2 })
    expect([second.list.map(({ order_number }) => order_number), second.total]).toEqual([[numbers.old], 3])
    expect((await list({ page: 100_000, page_size: 100 })).list).toEqual([])
  })

  test.each<[string, InputOf<'getOrderList'>, string[]]>([
    ['state', { state: 'cancelled' }, ['mid']],
    ['kind', { kind: 'renewal' }, ['mid']],
    ['product', { product: 'hours' }, ['fresh', 'old']],
    ['part of a number', { keyword: '01234567' }, ['fresh']],
    ['whole number', { keyword: '202611200123456789' }, ['fresh']],
    ['part of what was bought', { keyword: '员工时长' }, ['fresh', 'mid', 'old']],
    ['a wildcard as typed', { keyword: '100%_' }, ['old']],
    ['a keyword of nothing but blanks', { keyword: '  ' }, ['fresh', 'mid', 'old']],
    ['days of China', { from: dayInChina(at(3).getTime()), to: dayInChina(at(3).getTime()) }, ['mid']],
    ['from a day', { from: dayInChina(at(3).getTime()) }, ['fresh', 'mid']],
    ['to a day', { to: dayInChina(at(4).getTime()) }, ['old']],
    ['all of it', { state: 'cancelled', kind: 'renewal', product: 'line', keyword: '时长' }, ['mid']],
    ['nothing', { state: 'cancelled', kind: 'purchase' }, []],
  ])('is filtered by %s', async (_, input, expected) => {
    const found = await list(input)
    expect(found.list.map(({ order_number }) => order_number)).toEqual(expected.map(name => numbers[name]))
    expect(found.total).toBe(expected.length)
  })

  test('repeats a given total and returns the same rows', async () => {
    const page = { page: 2, page_size: 2 }
    const counted = { total: 7, more: true }
    const { list: rows } = await list(page)
    expect(rows.length).toBeGreaterThan(0)
    expect(await list({ ...page, counted })).toEqual({ list: rows, ...counted })
  })

  test(
    'is exported with the same rows',
    oneDay(async today => {
      const { code, data } = await call('exportOrders', { product: 'hours' }, { sid })
      expect([code, data.rows]).toEqual([200, 2])
      expect(data.file_name).toBe(`订单-${today}.xlsx`)
      const file = await portal.app.inject({ url: data.url })
      expect([file.statusCode, file.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
    }),
  )
})

describe('the acts allowed on an order', () => {
  const now = Date.now()
  const instant = (milliseconds: number) => new Date(now + milliseconds).toISOString()
  const facts = {
    product: 'hours',
    payable: 100,
    returned_amount: 0,
    pays_until: instant(1),
    paid_at: instant(0),
  } as const
  test.each([
    ['pending', {}, ['pay', 'cancel']],
    ['pending', { pays_until: instant(0) }, ['cancel']],
    ['paid', {}, []],
    ['fulfilled', {}, ['renew', 'refund']],
    ['fulfilled', { payable: 0 }, ['renew']],
    ['fulfilled', { paid_at: instant(-90 * day) }, ['renew', 'refund']],
    ['fulfilled', { returned_amount: 99 }, ['renew', 'refund']],
    ['fulfilled', { returned_amount: 100 }, ['renew']],
    ['cancelled', {}, ['renew', 'delete']],
    ['closed', {}, ['renew', 'delete']],
    ['refunding', {}, []],
    ['refunded', {}, ['renew', 'delete']],
  ] as const)('%s %o: %o', (state, more, expected) => {
    expect(operasOf({ ...facts, ...more, state }, now)).toEqual(expected)
  })
})

/** The plans are those of the company's own role, because row-level security changes them. */
describe('listing many orders of one company', () => {
  // To run it by hand with 100,000 orders, set SHOP_LIST_ORDERS=100000 and SHOW_PLANS=1.
  const orders = Number(process.env.SHOP_LIST_ORDERS ?? 15_000)
  const batch = 5_000
  let large: TestCompany

  beforeAll(async () => {
    large = await make.company()
    // Another company's rows lie between its own.
    const other = await make.company()
    for (let from = 0; from < orders; from += batch)
      await system.change`
      insert into shop_order (company_id, number, account_id, buyer_name, kind, product, state, subject, list_amount,
        package_discount, coupon_discount, payable, request_key, request_hash, pays_until, created_at, fulfilled_at)
      select id, ${randomUUID().slice(0, 8)} || place || '-' || turn, ${large.owner.account.id}, '测试',
        case when place % 3 = 0 then 'renewal' else 'purchase' end, case when place % 300 = 0 then 'balance' when place % 2 = 0 then 'line' else 'hours' end,
        case when place % 500 = 0 then 'pending' when place % 10 = 0 then 'closed' else 'fulfilled' end,
        '员工时长 ' || place || ' 人', 100, 0, 0, 100, place::text, '', now() + interval '1 day',
        now() - make_interval(mins => place), now()
      from generate_series(${from + 1}::integer, ${from + batch}::integer) as place,
        unnest(${[large.id, other.id]}::uuid[]) with ordinality as owner (id, turn)`
    await system.change`analyze shop_order`
  }, 120_000)

  test.each<[string, OrderFilter]>([
    ['all', {}],
    ['a state', { state: 'pending' }],
    ['a kind', { kind: 'renewal' }],
    ['a product', { product: 'line' }],
    ['top-ups', { product: 'balance' }],
    ['all filters', { state: 'closed', kind: 'purchase', product: 'line', from: '2026-01-01', to: '2030-01-01' }],
    ['a keyword', { keyword: '77' }],
  ])('%s: a page and its total by an index, counted to the limit', async (_, filter) => {
    const handle = services.companyDatabase(large.id)
    const plans: string[] = []
    const explaining = new Proxy(handle, {
      get:
        (_handle, method: 'row' | 'one' | 'rows') =>
        (schema: RowSchema): SqlTag<unknown> =>
        async (...statement) => {
          const line = z.object({ 'QUERY PLAN': z.string() })
          const plan = await handle.rows(line)`explain (analyze, timing off) ${sql(...statement)}`
          plans.push(plan.map(row => row['QUERY PLAN']).join('\n'))
          return handle[method](schema)(...statement)
        },
    })
    expect(await listOrders(explaining, large.id, filter, { limit: 20, offset: 0 })).toHaveLength(20)
    expect(await countOrders(explaining, large.id, filter, listedRows + 1)).toBeLessThanOrEqual(listedRows + 1)
    for (const plan of plans) {
      expect(plan).toContain('Index')
      expect(plan).not.toContain('Seq Scan')
      if (filter.product === 'balance') expect(plan).toContain('shop_order_top_ups')
      if (process.env.SHOW_PLANS) console.log(plan)
      // No step scans all of the company's orders: at most a page, the counted rows or those searched for a keyword, and one more,
      // which tells a sort that all rows of the same time are there.
      const most = Math.max(...[...plan.matchAll(/actual rows=(\d+)/g)].map(([, count]) => Number(count)))
      expect(most).toBeLessThanOrEqual(filter.keyword ? searchedOrders + 1 : listedRows + 1)
    }
  })
})

test('a payment of several orders is told from a top-up, in the company’s list and in the provider’s', async () => {
  const payer = await make.company()
  const as = await make.session(payer.owner.account)
  const orders = [await make.order(payer, { state: 'pending' }), await make.order(payer, { state: 'pending' })]
  const { data: joint } = await call('payOrdersTogether', { order_ids: orders.map(({ id }) => id) }, { sid: as })
  const { data: topUp } = await call('topUpBalance', { amount: 100 }, { sid: as })
  const expected = new Map([
    [joint.order_number, true],
    [topUp.order_number, false],
    ...orders.map(({ number }) => [number, false] as const),
  ])
  const jointOf = (rows: { order_number: string; joint: boolean }[]) =>
    new Map(rows.map(({ order_number, joint }) => [order_number, joint]))
  expect(jointOf((await list({}, as)).list)).toEqual(expected)
  const { token } = await make.operator('finance')
  const { data } = await portal.operate('getSalesOrderList', { company_id: payer.id }, { token })
  expect(jointOf(data.list)).toEqual(expected)
})
