import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { lowStock } from '#contract/operations/dashboard-names.ts'
import { line } from '#contract/records/line.ts'
import { orderStates } from '#contract/shop.ts'
import { countRows } from '#server/database/count-rows.ts'
import { foldCounters } from '#server/engines/counters/fold-counters.ts'
import { shownState } from '#server/modules/access/line-state.ts'
import { newPhone } from '#server/testing/identities.ts'
import { untilDayHolds } from '#server/testing/one-day.ts'
import { testPortal } from '#server/testing/portal.ts'
import { keepFinishedDays } from './dashboard.calls.ts'

const portal = await testPortal()
const { make, operate, system } = portal
const [finance, support, content] = [
  await make.operator('finance'),
  await make.operator('support'),
  await make.operator('content'),
]
const look = async ({ token }: { token: string }, days?: 7 | 30 | 90) =>
  (await operate('getDashboard', { ...(days && { days }) }, { token })).data
const day = 86_400_000
/** Returns the instant this many hours from the last midnight in China. */
const midnight = (hours: number) => {
  const now = Date.now() + 8 * 3_600_000
  return new Date(now - (now % day) - 8 * 3_600_000 + hours * 3_600_000)
}
const registered = async (at: Date) => {
  const { id } = await make.account()
  await system.change`update account set registered_at = ${at} where id = ${id}`
}

// No day is stored before the days of the past have their rows.
beforeAll(async () => {
  await untilDayHolds()
  await system.change`update account set registered_at = null`
})

describe('dashboard over time', () => {
  test('days are counted in China’s time zone, and today, 7 and 30 days are nested', async () => {
    const company = await make.company()
    await system.change`update account set registered_at = null`
    await system.change`update company set verified_at = ${midnight(-24 * 10)} where id = ${company.id}`
    await registered(midnight(0))
    await registered(new Date(midnight(0).getTime() - 1))
    await registered(midnight(-24 * 6))
    await registered(new Date(midnight(-24 * 6).getTime() - 1))
    await registered(midnight(-24 * 29))
    await registered(new Date(midnight(-24 * 29).getTime() - 1))
    const paid = async (at: Date, amount: number) => {
      const { id } = await make.order(company, { amount })
      await system.change`update shop_order set paid_at = ${at} where id = ${id}`
    }
    await paid(midnight(0), 100)
    await paid(midnight(-1), 20)
    await paid(midnight(-24 * 20), 3)
    await make.order(company, { state: 'pending', amount: 7000 })

    const shown = await look(finance, 90)
    expect(shown.registrations).toEqual({ today: 1, week: 3, month: 5 })
    expect(shown.companies).toEqual({ today: 0, week: 0, month: 1, all: 1 })
    expect(shown.revenue).toEqual({ today: 100, week: 120, month: 123 })
    expect(shown.days).toHaveLength(90)
    expect(shown.days.at(-1)).toMatchObject({ registrations: 1, companies: 0, revenue: 100 })
    expect(shown.days.at(-2)).toMatchObject({ registrations: 1, revenue: 20 })
    expect(shown.days.at(-31)).toMatchObject({ registrations: 1 })
    const days = shown.days.map(each => Date.parse(each.day))
    expect(days.every((each, index) => index === 0 || each - (days[index - 1] ?? 0) === day)).toBe(true)
    expect(shown.days.at(-1)?.day).toBe(new Date(midnight(8)).toISOString().slice(0, 10))
    expect((await look(finance, 7)).days).toEqual(shown.days.slice(-7))
  })

  test('finished days are computed by the hour, those before the last two once, and today on every request', async () => {
    await keepFinishedDays({ system })
    const before = (await look(finance)).registrations
    await registered(midnight(0))
    await registered(midnight(-24 * 1))
    await registered(midnight(-24 * 2))
    await registered(midnight(-24 * 3))
    const { today, week, month } = before
    expect((await look(finance)).registrations).toEqual({ today: today + 1, week: week + 1, month: month + 1 })
    await keepFinishedDays({ system })
    expect((await look(finance)).registrations).toEqual({ today: today + 1, week: week + 3, month: month + 3 })
    expect(await countRows(system, sql`day_figure`)).toBe(89)
  })

  test('an invited person counts as a registration on accepting, once', async () => {
    const { today } = (await look(finance)).registrations
    const phone = newPhone()
    await system.change`insert into account (phone, display_name) values (${phone}, '受邀')`
    expect((await look(finance)).registrations.today).toBe(today)
    await system.change`update account set agreed_at = now() where phone = ${phone}`
    await system.change`update account set agreed_at = now() + interval '1 day' where phone = ${phone}`
    expect((await look(finance)).registrations.today).toBe(today + 1)
  })

  test('revenue is shown only to roles that deal with money', async () => {
    for (const operator of [support, content]) {
      const shown = await look(operator)
      expect(shown.revenue).toBeNull()
      expect(shown.days.every(({ revenue }) => revenue === null)).toBe(true)
    }
    expect((await look(await make.operator('owner'))).revenue).not.toBeNull()
  })
})

/** Compares every figure that comes from counters with the rows themselves. */
async function expectTrue() {
  const { orders, lines, regions } = await look(content)
  const countedOrders = await system.rows(
    z.object({ state: z.string(), count: z.int() }),
  )`select state, count(*) as count from shop_order group by state`
  expect(orders).toEqual(
    orderStates.map(state => ({ state, count: countedOrders.find(each => each.state === state)?.count ?? 0 })),
  )
  const rows = await system.rows(
    line.schema.pick({ state: true, region_id: true }),
  )`select ${shownState} as state, region_id from line`
  for (const { state, count } of lines) expect(rows.filter(row => row.state === state).length, state).toBe(count)
  for (const { region_id, lines: count } of regions)
    expect(rows.filter(row => row.region_id === region_id && row.state !== 'released')).toHaveLength(count)
  expect(await placesCounted()).toEqual(await placesAsTheyAre())
}

const thing = z.object({ region_id: id, access_way_id: id, thing: z.string(), things: z.int() })
const placesCounted = () =>
  system.rows(thing)`
    select region_id, access_way_id, thing, sum(things) as things from place_count
    group by 1, 2, 3 having sum(things) <> 0 order by 1, 2, 3`
const placesAsTheyAre = () =>
  system.rows(thing)`
    select region_id, access_way_id, state as thing, count(*) as things from ip_address group by 1, 2, 3
    union all
    select region_id, access_way_id, 'line', count(*) from line where state <> 'released' group by 1, 2
    order by 1, 2, 3`

describe('dashboard now', () => {
  test('orders and lines by state stay correct through every change, before and after folding counters', async () => {
    const company = await make.company()
    await make.order(company, { state: 'paid' })
    const closing = await make.order(company, { state: 'pending' })
    const ends = (days: number) => new Date(Date.now() + days * day)
    const bound = { bound: true }
    const made = [
      await make.line(company, { ...bound, endsAt: ends(30) }),
      await make.line(company, { ...bound, endsAt: ends(3) }),
      await make.line(company, { ...bound, endsAt: ends(-1) }),
      await make.line(company, { endsAt: ends(-1) }),
      await make.line(company),
    ]
    await expectTrue()
    await foldCounters({ system }, { stopping: new AbortController().signal })
    await system.change`update shop_order set state = 'closed', ended_at = now() where id = ${closing.id}`
    await system.change`
      update line set state = 'suspended', suspend_reason = '核查' where id = ${made[0]?.id}`
    await system.change`
      update line set state = 'released', ip_address_id = null, released_at = now() where id = ${made[2]?.id}`
    await expectTrue()
    expect((await look(content)).orders.find(({ state }) => state === 'closed')?.count).toBe(1)
    await foldCounters({ system }, { stopping: new AbortController().signal })
    await expectTrue()
    expect(await countRows(system, sql`line_count where not folded`)).toBe(0)
    expect(await countRows(system, sql`place_count where not folded`)).toBe(0)
  })

  test('regions show addresses free and not reserved, scarcest first, and name those running out', async () => {
    const [scarce, plenty] = [await make.sku({ stock: lowStock }), await make.sku({ stock: lowStock + 15 })]
    const soldOut = await make.sku({ stock: 0 })
    const of = async (id: string | null) => (await look(content)).regions.find(({ region_id }) => region_id === id)
    expect(await of(plenty.regionId)).toMatchObject({ free: lowStock + 15, low: [] })
    expect(await of(scarce.regionId)).toMatchObject({ free: lowStock, low: [] })
    await system.change`update address_stock set reserved = 1 where region_id = ${scarce.regionId}`
    expect(await of(scarce.regionId)).toMatchObject({
      free: lowStock - 1,
      low: [{ access_way: '数据中心原生 IP', free: lowStock - 1 }],
    })
    // Another access way of the same region does not hide it.
    await make.stock({ regionId: scarce.regionId ?? '', accessWayId: (await make.accessWay()).id, count: 90 })
    expect((await of(scarce.regionId))?.low).toHaveLength(1)
    expect(await of(soldOut.regionId)).toMatchObject({ free: 0, low: [{ free: 0 }] })
    const ids = (await look(content)).regions.map(({ region_id }) => region_id)
    const [first, second, third] = [soldOut, scarce, plenty].map(({ regionId }) => ids.indexOf(regionId ?? ''))
    expect([first, second, third]).toEqual([first, second, third].sort((one = 0, other = 0) => one - other))
    await system.change`update sku set published = false where id = ${soldOut.id}`
    expect(await of(soldOut.regionId)).toBeUndefined()
  })

  test('devices online are those seen within three minutes, of all companies', async () => {
    await system.change`update device set last_seen_at = null`
    for (const seconds of [10, 130, 190]) {
      const company = await make.company()
      const lastSeenAt = new Date(Date.now() - seconds * 1000)
      await make.device({ companyId: company.id, employeeId: company.owner.id, lastSeenAt })
    }
    // A count that took long on a busy machine is cached for a while.
    await expect.poll(async () => (await look(content)).online).toBe(2)
  })

  test('pending items are those the operator’s roles deal with', async () => {
    await make.verification(await make.account(), { kind: 'person', state: 'under_review' })
    expect((await look(support)).waiting).toMatchObject({ verifications: 1, disputes: 0 })
    expect((await look(finance)).waiting).not.toHaveProperty('verifications')
    expect((await look(content)).waiting).not.toHaveProperty('verifications')
  })
})
