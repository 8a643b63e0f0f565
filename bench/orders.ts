import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { contract } from '#contract/index.ts'
import { maxPending } from '#contract/shop.ts'
import { connect } from '#server/database/pool.ts'
import { makeOn } from '#server/testing/make.ts'
import { production } from '#server/testing/production.ts'
import { type Figure, median } from './figures.ts'
import { findDatabase, processorTime, withClient, withPortal } from './portal.ts'

const clients = 16
const regions = 8
const second = 1000

/** A buyer of the load. A company may have only a few unpaid orders, so each buys for one company after the other. */
interface Buyer {
  sids: string[]
  placed: number
  items: { sku_id: string; package_type_id: string; quantity: number }[]
}

/**
 * Sixteen companies order concurrently, half of them hours, half a line. With a second between a buyer's orders, and nobody orders
 * faster, p95 is a buyer's waiting time. Without a pause the two cores, which the clients share with portal and database, are
 * always busy: p95 is then the time of sixteen orders in sequence, so it has no target.
 */
export async function orders({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Figure[]> {
  return withPortal(production, async portal => {
    const database = findDatabase(portal)
    // More orders per second and client than measured so far.
    const most = (2 + seconds * rounds) * 160 + 2 * seconds * rounds
    const buyers = await makeBuyers(database.url, Math.ceil(most / maxPending))
    const url = `${portal.url}/api${contract.createOrder.path}`
    await placeOrders(url, buyers, 2)
    const measured: number[][] = []
    const before = await withClient(database.url, readSizes)
    const usedBefore = processorTime(portal.pid, database.pid)
    for (let round = 0; round < rounds; round += 1) measured.push(await placeOrders(url, buyers, seconds))
    const used = processorTime(portal.pid, database.pid) - usedBefore
    const placed = measured.reduce((sum, { length }) => sum + length, 0)
    const at = (share: number, rounds = measured) =>
      median(rounds.map(sorted => sorted[Math.floor(sorted.length * share)] ?? Number.NaN))
    const grown = [...(await withClient(database.url, readSizes))]
      .map(([name, bytes]) => ({ name, bytes: (bytes - (before.get(name) ?? 0)) / placed }))
      .sort((a, b) => b.bytes - a.bytes)
    const calm: number[][] = []
    for (let round = 0; round < rounds; round += 1) calm.push(await placeOrders(url, buyers, 2 * seconds, second))
    const perSecond = median(measured.map(({ length }) => length / seconds))
    return [
      {
        name: `createOrder, ${clients} clients with a second between their orders: p95`,
        result: at(0.95, calm),
        unit: 'ms',
        atMost: 5,
        note: `p50 ${at(0.5, calm).toFixed(1)} ms, p99 ${at(0.99, calm).toFixed(1)} ms`,
      },
      {
        name: `createOrder, ${clients} clients without a pause: p95`,
        result: at(0.95),
        unit: 'ms',
        note: `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, ${perSecond.toFixed(0)} per s, median of ${rounds}`,
      },
      // This figure is meaningful on a busy machine as well.
      {
        name: 'the same: processor time of portal and database for an order',
        result: (used / placed) * 1e6,
        unit: 'µs',
        atMost: 1600,
        note: `${placed} orders`,
      },
      {
        name: 'the same: what 100,000 orders take in the database',
        result: grown.reduce((sum, { bytes }) => sum + bytes, 0) / 10,
        unit: 'MB',
        atMost: 150,
        note: `bytes for each order: ${grown
          .filter(({ bytes }) => bytes >= 10)
          .map(({ name, bytes }) => `${name} ${bytes.toFixed(0)}`)
          .join(', ')}`,
      },
    ]
  })
}

/**
 * Returns the bytes of each table that stores an order, and of each of its indexes, by name. Rows that an order adds elsewhere, to
 * a counter or for a notification, are removed within a minute.
 */
const readSizes = async (client: ClientBase): Promise<Map<string, number>> => {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `with kept as (select unnest('{shop_order,order_item,order_event,activity}'::regclass[]) as oid)
     select oid::regclass::text as name, pg_table_size(oid)::float8 as bytes from (
       select oid from kept union all select indexrelid from pg_index join kept on indrelid = kept.oid) as each`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

async function makeBuyers(url: string, companies: number): Promise<Buyer[]> {
  const log = { info: () => {}, warn: console.warn, error: console.error }
  const pools = connect({ url, log })
  const make = makeOn(pools.system)
  try {
    const hours = await make.sku({ product: 'hours' })
    const skus = [hours]
    for (let place = 0; place < regions; place += 1) skus.push(await make.sku({ stock: 20_000 }))
    const buyers: Buyer[] = []
    for (let index = 0; index < clients; index += 1) {
      const sku = (index % 2 ? skus[1 + (index >> 1)] : hours) ?? hours
      const sids: string[] = []
      for (let each = 0; each < companies; each += 1)
        sids.push(await make.session((await make.company()).owner.account))
      buyers.push({ sids, placed: 0, items: [{ sku_id: sku.id, package_type_id: sku.packageId, quantity: 1 }] })
    }
    return buyers
  } finally {
    await pools.end()
  }
}

/** Returns the sorted milliseconds of each order. Throws on a refusal, which would make the measurement worthless. */
async function placeOrders(url: string, buyers: Buyer[], seconds: number, pause = 0): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  await Promise.all(
    buyers.map(async buyer => {
      const { sids, items } = buyer
      // Spread the first orders over the pause.
      await sleep(Math.random() * pause)
      while (performance.now() < until) {
        const sid = sids[Math.floor(buyer.placed / maxPending)]
        buyer.placed += 1
        const body = JSON.stringify({ kind: 'purchase', items, request_key: crypto.randomUUID(), sid })
        const began = performance.now()
        const answer = await send(agent, url, body)
        times.push(performance.now() - began)
        if (!answer.startsWith('{"code":200,')) throw new Error(`createOrder: ${answer.slice(0, 200)}`)
        if (pause) await sleep(pause)
      }
    }),
  )
  agent.destroy()
  return times.sort((a, b) => a - b)
}

const send = (agent: Agent, url: string, body: string) =>
  new Promise<string>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: 'portal-web 1201' }
    const outgoing = request(url, { agent, method: 'POST', headers }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        text += chunk
      })
      response.on('end', () => resolve(text))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
