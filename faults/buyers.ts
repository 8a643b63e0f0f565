import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { maxPending } from '#contract/shop.ts'
import { findInconsistencies } from '#server/app/recovery/findings.sql.ts'
import { type Client, type DatabasePlace, makeBuyers, withDatabase } from './site.ts'

interface Basket {
  kind: 'purchase'
  items: { sku_id: string; package_type_id: string; quantity: number }[]
}

export interface Buyer {
  companyId: string
  sid: string
  basket: Basket
  /** Ids of acknowledged orders by their request keys. */
  acknowledged: Map<string, string>
  /** Request keys whose answer never came, or was a refusal. */
  unsure: string[]
  refusals: string[]
  /** When each order was requested and acknowledged, in milliseconds since 1970. */
  journal: { id: string; requestedAt: number; acknowledgedAt: number }[]
}

/** Half of the buyers buy hours, half a line, whose address is reserved for the order. */
export const openShop = (place: DatabasePlace, companies: number): Promise<Buyer[]> =>
  withDatabase(place, async (_, make) => {
    const hours = await make.sku({ product: 'hours' })
    const line = await make.sku({ stock: 20_000 })
    const buyers = await makeBuyers(make, companies)
    return buyers.map((buyer, index) => {
      const sku = index % 2 ? line : hours
      const items = [{ sku_id: sku.id, package_type_id: sku.packageId, quantity: 1 }]
      return {
        ...buyer,
        basket: { kind: 'purchase', items },
        acknowledged: new Map(),
        unsure: [],
        refusals: [],
        journal: [],
      }
    })
  })

/** A company may have a limited number of unpaid orders. Some places stay free for repeats and for unanswered requests. */
export const ordersEach = maxPending - 5

const hasRoom = ({ acknowledged, unsure }: Buyer) => acknowledged.size + unsure.length < ordersEach

/**
 * Runs shoppers that order again and again until `isOver`, each until one of its orders is not acknowledged. A shopper moves on to
 * the next company when one has all the orders that it may have; it is a fault if none has room, since nobody would buy any more.
 */
export async function buyUntil(
  client: Client,
  url: string,
  buyers: Buyer[],
  isOver: () => boolean,
  { shoppers = 8, pause = 0 } = {},
): Promise<void> {
  const free = buyers.filter(hasRoom)
  await Promise.all(
    Array.from({ length: shoppers }, async () => {
      let buyer = free.shift()
      while (!isOver()) {
        if (buyer && !hasRoom(buyer)) buyer = free.shift()
        if (!buyer) {
          buyers[0]?.refusals.push('no company has room for another order')
          return
        }
        if (!(await placeOrder(client, url, buyer))) return
        if (pause) await sleep(pause)
      }
    }),
  )
}

/** Returns whether the order was acknowledged. */
async function placeOrder(client: Client, url: string, buyer: Buyer): Promise<boolean> {
  const request_key = crypto.randomUUID()
  const requestedAt = Date.now()
  const answer = await client
    .call(url, 'createOrder', { ...buyer.basket, request_key }, { sid: buyer.sid })
    .catch(() => undefined)
  if (answer?.code !== 200) {
    buyer.unsure.push(request_key)
    if (answer) buyer.refusals.push(`createOrder answered ${answer.code} ${answer.msg}`)
    return false
  }
  buyer.acknowledged.set(request_key, answer.data.order_id)
  buyer.journal.push({ id: answer.data.order_id, requestedAt, acknowledgedAt: Date.now() })
  return true
}

export const countOrders = (buyers: Buyer[]) => buyers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)

/** Counts the orders that have no acknowledgement; `findFaults` repeats each of them. */
export const countUnsure = (buyers: Buyer[]) => buyers.reduce((sum, { unsure }) => sum + unsure.length, 0)

/** Returns the refusals since the last call and forgets them. */
export const takeRefusals = (buyers: Buyer[]) => buyers.flatMap(({ refusals }) => refusals.splice(0))

/**
 * Finds what is wrong after a portal was down: an acknowledged order that is lost, a repeated key that created a second order, an
 * order with a part missing, stock that differs from the orders' reservations.
 */
export async function findFaults(
  client: Client,
  portal: DatabasePlace & { url: string },
  buyers: Buyer[],
): Promise<string[]> {
  const faults: string[] = []
  for (const buyer of buyers) {
    const { sid, basket } = buyer
    for (const request_key of buyer.unsure.splice(0)) {
      const repeat = () => client.call(portal.url, 'createOrder', { ...basket, request_key }, { sid })
      const [first, second] = [await repeat(), await repeat()]
      if (first.code !== 200 || first.data.order_id !== second.data.order_id)
        faults.push(`a key sent again: ${first.code} ${first.data?.order_id}, ${second.code} ${second.data?.order_id}`)
      else buyer.acknowledged.set(request_key, first.data.order_id)
    }
  }
  await withDatabase(portal, async system => {
    const rows = await system.rows(z.object({ company_id: z.string(), id: z.string(), request_key: z.string() }))`
      select company_id, id, request_key from shop_order
      where company_id = any(${buyers.map(({ companyId }) => companyId)}::uuid[])`
    const ofCompany = Map.groupBy(rows, ({ company_id }) => company_id)
    for (const { companyId, acknowledged } of buyers) {
      const stored = new Map(ofCompany.get(companyId)?.map(row => [row.request_key, row.id]))
      for (const [key, id] of acknowledged) if (stored.get(key) !== id) faults.push(`order ${id} of key ${key} is lost`)
      for (const key of stored.keys()) if (!acknowledged.has(key)) faults.push(`nobody placed the order of key ${key}`)
    }
    faults.push(...(await findInconsistencies(system)))
  })
  return faults
}
