import { Agent, request } from 'node:http'
import { contract } from '#contract/index.ts'
import { connect } from '#server/database/pool.ts'
import { makeOn } from '#server/testing/make.ts'
import { type Figure, median } from './figures.ts'
import { databaseOf, processorTime, production, withPortal } from './portal.ts'

const clients = 16
const places = 8

interface Buyer {
  sid: string
  items: { sku_id: string; package_type_id: string; quantity: number }[]
}

/**
 * Sixteen companies at once, each placing one order after the other: half of them hours, half a line. A closed loop without
 * time to think, as the target was written for: it keeps a machine of two cores, which the clients share with portal and
 * database, busy all the time, so that its p95 is what sixteen orders take one after the other. The processor time of one
 * order says what an order at a lower rate would wait for, and changes less with whatever else the machine does.
 */
export async function orders({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Figure[]> {
  return withPortal(production, async portal => {
    const database = databaseOf(portal)
    const buyers = await makeBuyers(database.url)
    const url = `${portal.url}/api${contract.createOrder.path}`
    await placeFor(url, buyers, 2)
    const measured: number[][] = []
    const before = processorTime(portal.pid, database.pid)
    for (let round = 0; round < rounds; round += 1) measured.push(await placeFor(url, buyers, seconds))
    const used = processorTime(portal.pid, database.pid) - before
    const placed = measured.reduce((sum, { length }) => sum + length, 0)
    const at = (share: number) =>
      median(measured.map(sorted => sorted[Math.floor(sorted.length * share)] ?? Number.NaN))
    const perSecond = median(measured.map(({ length }) => length / seconds))
    return [
      {
        name: `createOrder at ${clients} clients: p95`,
        result: at(0.95),
        unit: 'ms',
        atMost: 8,
        note: `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, ${perSecond.toFixed(0)} per s, median of ${rounds}`,
      },
      // Says something on a busy machine as well.
      {
        name: 'the same: processor time of portal and database for an order',
        result: (used / placed) * 1e6,
        unit: 'µs',
        note: `${placed} orders`,
      },
    ]
  })
}

async function makeBuyers(url: string): Promise<Buyer[]> {
  const log = { info: () => {}, warn: console.warn, error: console.error }
  const pools = connect({ url, log })
  const make = makeOn(pools.system)
  try {
    const hours = await make.sku({ product: 'hours' })
    const skus = [hours]
    for (let place = 0; place < places; place += 1) skus.push(await make.sku({ stock: 20_000 }))
    const buyers: Buyer[] = []
    for (let index = 0; index < clients; index += 1) {
      const sku = (index % 2 ? skus[1 + (index >> 1)] : hours) ?? hours
      const company = await make.company()
      const sid = await make.session(company.owner.account)
      buyers.push({ sid, items: [{ sku_id: sku.id, package_type_id: sku.packageId, quantity: 1 }] })
    }
    return buyers
  } finally {
    await pools.end()
  }
}

/** Milliseconds of each order, sorted. A single refusal makes the measurement worthless. */
async function placeFor(url: string, buyers: Buyer[], seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  await Promise.all(
    buyers.map(async ({ sid, items }) => {
      while (performance.now() < until) {
        const body = JSON.stringify({ kind: 'purchase', items, request_key: crypto.randomUUID(), sid })
        const began = performance.now()
        const answer = await send(agent, url, body)
        times.push(performance.now() - began)
        if (!answer.startsWith('{"code":200,')) throw new Error(`createOrder: ${answer.slice(0, 200)}`)
      }
    }),
  )
  agent.destroy()
  return times.sort((a, b) => a - b)
}

const send = (agent: Agent, url: string, body: string) =>
  new Promise<string>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: 'portal-web 1201' }
    const sent = request(url, { agent, method: 'POST', headers }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        text += chunk
      })
      response.on('end', () => resolve(text))
    })
    sent.on('error', reject)
    sent.end(body)
  })
