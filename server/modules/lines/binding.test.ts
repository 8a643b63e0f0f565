import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { rebindsPerMonth } from '#contract/line-names.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, call, system } = portal

/** Creates a company that can buy a line, whose manager acts on its lines. */
async function customer(skuGiven?: Awaited<ReturnType<typeof make.sku>>) {
  const company = await make.company()
  const sku = skuGiven ?? (await make.sku({ stock: 10 }))
  const sid = await make.session(company.owner.account)
  const bind = (svp_id: string, ip_id: string) => call('bindCompanyVpl', { svp_id, ip_id }, { sid })
  const free = async (svp_id: string, keyword?: string) =>
    call('getVplIpList', { svp_id, ...(keyword && { keyword }) }, { sid })
  return { company, sku, sid, bind, free }
}

const stockOf = (sku: { regionId: string | null; accessWayId: string | null }) =>
  system.row(z.object({ free: z.int(), reserved: z.int() }))`
  select free, reserved from address_stock where region_id = ${sku.regionId} and access_way_id = ${sku.accessWayId}`
const addressOf = (id: string) =>
  system.row(z.object({ state: z.string(), days: z.int().nullable() }))`
  select state, round(extract(epoch from free_at - now()) / 86400)::integer as days from ip_address where id = ${id}`
const first = <Item>(list: Item[]): Item => {
  const [item] = list
  if (!item) throw new Error('nothing is free')
  return item
}

describe('an address', () => {
  test('is chosen among the free ones of its place and uses up the line’s reservation', async () => {
    const { company, sku, sid, bind, free } = await customer()
    await make.sku({ stock: 5 })
    const line = await make.line(company, { sku })
    expect(await stockOf(sku)).toEqual({ free: 10, reserved: 1 })
    const { data: list } = await free(line.id)
    expect(list).toMatchObject({ total: 10, more: false })
    const chosen = first(list.list)
    const { code, data } = await bind(line.id, chosen.ip_id)
    expect(code).toBe(200)
    expect(data).toMatchObject({ state: 'active', address: chosen.address, gateway: chosen.gateway, rebinds_left: 3 })
    expect(await stockOf(sku)).toEqual({ free: 9, reserved: 0 })
    expect((await free(line.id)).data.total).toBe(9)
    const { data: log } = await call('getVplLog', { svp_id: line.id }, { sid })
    expect(log.list).toMatchObject([{ action: 'bound', actor_name: expect.any(String), detail: chosen.address }])
  })

  test('can be changed three times a month; the old one cools down, unavailable to others meanwhile', async () => {
    const { company, sku, bind, free } = await customer()
    const line = await make.line(company, { sku })
    const ids = (await free(line.id)).data.list.map(({ ip_id }) => ip_id)
    expect((await bind(line.id, ids[0] ?? '')).code).toBe(200)
    for (let turn = 1; turn <= rebindsPerMonth; turn++) {
      const { code, data } = await bind(line.id, ids[turn] ?? '')
      expect([code, data.rebinds_left]).toEqual([200, rebindsPerMonth - turn])
      expect(await addressOf(ids[turn - 1] ?? '')).toEqual({ state: 'cooling', days: 7 })
      expect((await bind((await make.line(company, { sku })).id, ids[turn - 1] ?? '')).code).toBe(-52002)
    }
    expect((await bind(line.id, ids[5] ?? '')).code).toBe(-52003)
    expect(await addressOf(ids[5] ?? '')).toEqual({ state: 'free', days: null })
    // Four lines were bound, and three more wait for their addresses.
    expect(await stockOf(sku)).toEqual({ free: 6, reserved: 3 })
    await system.change`update line set rebind_month = rebind_month - interval '1 month' where id = ${line.id}`
    expect((await bind(line.id, ids[5] ?? '')).data.rebinds_left).toBe(rebindsPerMonth - 1)
  })

  test('reserved for others cannot be changed to', async () => {
    const sku = await make.sku({ stock: 2 })
    const { company, bind, free } = await customer(sku)
    const line = await make.line(company, { sku, bound: true })
    await make.line((await customer(sku)).company, { sku })
    expect((await free(line.id)).data.total).toBe(0)
    const left = await system.row(z.object({ id: z.string() }))`
    select id from ip_address where state = 'free' and region_id = ${sku.regionId}`
    expect((await bind(line.id, left?.id ?? '')).code).toBe(-52006)
  })

  test('is not bound to an ended, suspended, released or another company’s line, nor from another place', async () => {
    const { company, sku, bind, free } = await customer()
    const other = await customer()
    const line = await make.line(company, { sku })
    const elsewhere = await make.line(other.company, { sku: other.sku })
    const theirs = first((await other.free(elsewhere.id)).data.list)
    expect((await bind(line.id, theirs.ip_id)).code).toBe(-52002)
    const { ip_id } = first((await free(line.id)).data.list)
    expect((await other.bind(line.id, ip_id)).code).toBe(-52001)
    const tries = [
      [sql`state = 'suspended', suspend_reason = '核实中'`, -52004],
      [sql`state = 'unbound', suspend_reason = null, ends_at = now()`, -52004],
      [sql`state = 'released'`, -52001],
    ] as const
    for (const [change, code] of tries) {
      await system.change`update line set ${change} where id = ${line.id}`
      expect([(await bind(line.id, ip_id)).code, (await free(line.id)).code]).toEqual([code, code])
    }
    expect(await stockOf(sku)).toEqual({ free: 10, reserved: 1 })
  })
})

describe('concurrent binding', () => {
  test('200 concurrent binds of the last address by several companies give it to one', async () => {
    const sku = await make.sku({ stock: 40 })
    const customers = await Promise.all(Array.from({ length: 4 }, () => customer(sku)))
    const lines: { bind: (id: string) => Promise<{ code: number }>; id: string }[] = []
    for (const { company, bind } of customers) {
      const { id: orderId } = await make.order(company)
      for (let index = 0; index < 10; index++) {
        const line = await make.line(company, { sku, orderId })
        lines.push({ id: line.id, bind: ip => bind(line.id, ip) })
      }
    }
    const address = await system.row(z.object({ id: z.string() }))`
    select id from ip_address where state = 'free' and region_id = ${sku.regionId} limit 1`
    // Guard: `takeAddress`'s `state = 'free'`, and behind it `one_line_an_address`.
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, turn) => lines[turn % lines.length]?.bind(address?.id ?? '')),
    )
    expect(answers.filter(answer => answer?.code === 200)).toHaveLength(1)
    // The code is -52006 when the line that has it by now requests another one, as the rest is reserved for the others.
    expect(answers.filter(answer => answer?.code === -52002 || answer?.code === -52006)).toHaveLength(199)
    expect(await stockOf(sku)).toEqual({ free: 39, reserved: 39 })
  }, 60_000)

  test('a line bound to 20 addresses concurrently gets one of them', async () => {
    const { company, sku, bind, free } = await customer(await make.sku({ stock: 30 }))
    const line = await make.line(company, { sku })
    const ids = (await free(line.id)).data.list.map(({ ip_id }) => ip_id)
    // Guards: `lockLine` and the month in `bindAnew`, which allow one first binding and three changes.
    const answers = await Promise.all(ids.slice(0, 20).map(ip => bind(line.id, ip)))
    const codes = answers.map(({ code }) => code)
    expect(codes.filter(code => code === 200)).toHaveLength(1 + rebindsPerMonth)
    expect(codes.filter(code => code === -52003)).toHaveLength(20 - 1 - rebindsPerMonth)
    const states = await system.rows(z.object({ state: z.string(), addresses: z.int() }))`
    select state, count(*)::integer as addresses from ip_address where region_id = ${sku.regionId} group by state order by state`
    expect(states).toEqual([
      { state: 'bound', addresses: 1 },
      { state: 'cooling', addresses: rebindsPerMonth },
      { state: 'free', addresses: 26 },
    ])
  })
})
