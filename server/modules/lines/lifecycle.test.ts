import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Refusal } from '#server/core/refusal.ts'
import { testDatabase } from '#server/testing/database.ts'
import { makeOn } from '#server/testing/make.ts'
import { bindLine } from './binding.ts'
import { reserveAddresses } from './stock.ts'
import { maintainLines } from './upkeep.ts'

const { system } = await testDatabase()
const make = makeOn(system)
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }
/** A run of 10,000 steps takes a minute. */
const steps = Number(process.env.LINE_STEPS ?? 1500)

const companies = await Promise.all(
  Array.from({ length: 4 }, async () => {
    const company = await make.company()
    return { ...company, orderId: (await make.order(company)).id }
  }),
)
const skus = await Promise.all([make.sku({ stock: 12 }), make.sku({ stock: 6 })])

const any = <Item>(list: readonly Item[]): Item => {
  const item = list[Math.floor(Math.random() * list.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}
const anyLine = () =>
  system.row(z.object({ id: z.string(), company_id: z.string(), region_id: z.string() }))`
  select id, company_id, region_id from line where state <> 'released' order by random() limit 1`

const kinds: [weight: number, step: () => Promise<unknown>][] = [
  [
    3,
    async function buy() {
      const company = any(companies)
      const sku = any(skus)
      await system.transaction(async transaction => {
        const place = { region_id: sku.regionId ?? '', access_way_id: sku.accessWayId ?? '' }
        await reserveAddresses(transaction, [{ ...place, count: 1 }])
        await transaction.change`
          insert into line (company_id, name, sku_id, region_id, access_way_id, ends_at, order_id)
          values (${company.id}, '线', ${sku.id}, ${sku.regionId}, ${sku.accessWayId}, now() + interval '30 days',
            ${company.orderId})`
      })
    },
  ],
  [
    8,
    async function bind() {
      const line = await anyLine()
      if (!line) return
      const company = companies.find(({ id }) => id === line.company_id)
      // Some of the addresses are not free, or belong to another place.
      const address = await system.row(z.object({ id: z.string() }))`
      select id from ip_address where region_id = ${line.region_id} or random() < 0.05 order by random() limit 1`
      const membership = {
        companyId: line.company_id,
        employeeId: company?.owner.id ?? '',
        role: 'owner' as const,
        name: '经理',
        companyState: 'active' as const,
      }
      await system.transaction(t => bindLine(t, membership, { lineId: line.id, addressId: address?.id ?? '' }))
    },
  ],
  [
    2,
    async function age() {
      const line = await anyLine()
      await system.change`
        update line set ends_at = now() - random() * interval '5 days', rebinds = 0
        where id = ${line?.id ?? null} and state <> 'released'`
    },
  ],
  [
    1,
    async function renew() {
      const line = await anyLine()
      await system.change`
        update line set ends_at = greatest(ends_at, now()) + interval '30 days'
        where id = ${line?.id ?? null} and state <> 'released'`
    },
  ],
  [1, () => maintainLines({ system }, job)],
  [
    1,
    function cool() {
      return system.change`
        update ip_address set free_at = now() where state = 'cooling' and random() < 0.5`
    },
  ],
]
const drawn = kinds.flatMap(([weight, step]) => Array.from({ length: weight }, () => step))

/** Counts impossible states, whatever happened. It compares the rows with each other and trusts no constraint. */
async function wrong() {
  const row = await system.row(
    z.object({ shared: z.int(), unowned: z.int(), unbound: z.int(), free: z.int(), reserved: z.int() }),
  )`
  select
    (select count(*)::integer from (select from line where ip_address_id is not null
      group by ip_address_id having count(*) > 1) as twice) as shared,
    (select count(*)::integer from ip_address where state = 'bound'
      and not exists (select from line where ip_address_id = ip_address.id)) as unowned,
    (select count(*)::integer from line join ip_address on ip_address.id = ip_address_id
      where ip_address.state <> 'bound' or line.state = 'released') as unbound,
    (select count(*)::integer from address_stock stock where free <> (
      select count(*) from ip_address where state = 'free' and region_id = stock.region_id)) as free,
    (select count(*)::integer from address_stock stock where reserved <> (
      select count(*) from line
      where state <> 'released' and ip_address_id is null and region_id = stock.region_id)) as reserved`
  return Object.entries(row ?? {}).filter(([, count]) => count > 0)
}

test(`${steps} random steps, four at a time, keep one owner per address and the stock correct`, async () => {
  // Guards: `lockStock` first, `lockLine` and `takeAddress` in bindLine, and `lockOver` and `isOver` in the upkeep.
  let left = steps
  const refused = new Map<number, number>()
  let done = 0
  const one = async () => {
    while (left > 0) {
      left -= 1
      try {
        await any(drawn)()
        done += 1
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refused.set(error.code, (refused.get(error.code) ?? 0) + 1)
      }
    }
  }
  for (const until of [0.25, 0.5, 0.75, 1]) {
    left = Math.round(steps / 4)
    await Promise.all(Array.from({ length: 4 }, one))
    expect(await wrong(), `after ${until * 100} %`).toEqual([])
  }
  // Enough steps were not refused, and every kind of step has happened.
  expect(done).toBeGreaterThan(steps / 4)
  expect([...refused.keys()]).toEqual(expect.arrayContaining([-49006, -52002, -52004]))
  const log = await system.rows(z.object({ action: z.string() }))`select distinct action from line_log`
  expect(log.map(({ action }) => action).sort()).toEqual(['bound', 'rebound', 'released'])
}, 180_000)
