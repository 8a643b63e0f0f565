import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { day } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import type { Services } from '#server/engines/services.ts'
import { applyPricesJob } from '#server/modules/catalogue/jobs.ts'
import type { NamedChange } from '#server/modules/catalogue/price-request.ts'
import { summaryOf } from '#server/modules/catalogue/price-request.ts'
import { insertChanges } from '#server/modules/catalogue/pricing.sql.ts'

/** Past prices, the oldest first, and one that is yet to take effect. */
const changes = [
  { goods: 'employee-hours', name: '员工时长', region: null, bandwidth: null, days: -150, from: 6800, to: 6200 },
  {
    goods: 'line-datacenter',
    name: '日本 东京 · 数据中心原生 IP · 5 Mbps',
    region: 'jp-tokyo',
    bandwidth: 5,
    days: -75,
    from: 18_800,
    to: 16_800,
  },
  { goods: 'employee-hours', name: '员工时长', region: null, bandwidth: null, days: -40, from: 6200, to: 5800 },
  {
    goods: 'line-datacenter',
    name: '巴西 圣保罗 · 数据中心原生 IP · 50 Mbps',
    region: 'br-sao-paulo',
    bandwidth: 50,
    days: 9,
    from: null,
    to: 128_800,
  },
]

/** Prices change at midnight in China. */
const holdsFromOf = (days: number) => new Date(Math.floor(Date.now() / day) * day + days * day - day / 3)

/** Returns the price at a past instant, taken from the first later change; undefined if none followed. */
export function formerPrice(
  goods: string,
  region: string | null,
  bandwidth: number | null,
  at: Date,
): number | undefined {
  const next = changes.find(
    change =>
      change.goods === goods &&
      change.region === region &&
      change.bandwidth === bandwidth &&
      change.days < 0 &&
      holdsFromOf(change.days) > at,
  )
  return next?.from ?? undefined
}

const namedOperator = z.object({ id: z.string(), name: z.string() })

const skuPrices = z.object({ id: z.string(), price: z.number(), list_price: z.number() })

/** The finance operator requests a price and the owner confirms it. */
export async function insertPriceChanges(transaction: Database, { jobs }: Pick<Services, 'jobs'>): Promise<void> {
  const operators = await transaction.rows(
    namedOperator,
  )`select id, name from operator where name in ('finance', 'operator')`
  const [asking, confirming] = ['finance', 'operator'].map(name => operators.find(each => each.name === name)?.id ?? '')
  if (!asking || !confirming) throw new Error('the demonstration has no operators')
  for (const { goods, name, region, bandwidth, days, from, to } of changes) {
    const sku = await transaction.row(skuPrices)`
      select sku.id, price, list_price from sku join goods on goods.id = goods_id left join region on region.id = region_id
      where goods.code = ${goods} and region.code is not distinct from ${region}
        and bandwidth is not distinct from ${bandwidth}`
    if (!sku) throw new Error(`the demonstration has no ${name}`)
    const holdsFrom = holdsFromOf(days)
    const change: NamedChange = {
      name,
      sku_id: sku.id,
      package_type_id: null,
      old_value: from ?? sku.price,
      new_value: to,
      old_list_price: sku.list_price,
      new_list_price: sku.list_price,
    }
    const batchId = randomUUID()
    const request = {
      batch_id: batchId,
      requested_by: asking,
      publish: false,
      holds_from: holdsFrom.toISOString(),
      changes: [change],
    }
    const decidedAt = new Date(Math.min(holdsFrom.getTime(), Date.now()) - day)
    await transaction.change`
      insert into approval (kind, target, summary, payload, state, requested_by, requester_roles, requested_at, decided_by,
        decided_at, result)
      values ('price', ${`sku:${sku.id}`}, ${summaryOf(request)}, ${JSON.stringify(request)}::jsonb, 'confirmed', ${asking},
        array['finance'], ${decidedAt}, ${confirming}, ${decidedAt}, ${`已安排，共 1 项`})`
    const batch = {
      batchId,
      publishes: false,
      requestedBy: asking,
      confirmedBy: confirming,
      holdsFrom: request.holds_from,
    }
    await insertChanges(transaction, batch, [change])
    await transaction.change`
      update price_change set confirmed_at = ${decidedAt}, state = case when holds_from <= now() then 'applied' else state end,
        ended_at = case when holds_from <= now() then holds_from end
      where batch_id = ${batchId}`
    if (days > 0) await jobs.enqueue(transaction, applyPricesJob, {}, { runAt: holdsFrom })
  }
}
