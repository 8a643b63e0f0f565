import sql from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'
import type { PortalProcess } from '#server/testing/portal-process.ts'
import { type Client, inside, makeBuyers } from './site.ts'

interface Basket {
  kind: 'purchase'
  items: { sku_id: string; package_type_id: string; quantity: number }[]
}

interface Buyer {
  companyId: string
  sid: string
  basket: Basket
  /** Orders whose answer came, by their request keys. */
  acknowledged: Map<string, string>
  /** Keys whose answer never came, or was none that says yes. */
  unsure: string[]
  refusals: string[]
}

const companies = 8

/** Half of them buy hours, half a line: its address is held for the order. */
export const openShop = (portal: PortalProcess): Promise<Buyer[]> =>
  inside(portal, async (_, make) => {
    const hours = await make.sku({ product: 'hours' })
    const line = await make.sku({ stock: 20_000 })
    const buyers = await makeBuyers(make, companies)
    return buyers.map((buyer, index) => {
      const of = index % 2 ? line : hours
      const items = [{ sku_id: of.id, package_type_id: of.packageId, quantity: 1 }]
      return { ...buyer, basket: { kind: 'purchase', items }, acknowledged: new Map(), unsure: [], refusals: [] }
    })
  })

/** Orders one after the other, each buyer, until `isOver`, or until one was not acknowledged. */
export async function buyUntil(client: Client, url: string, buyers: Buyer[], isOver: () => boolean): Promise<void> {
  await Promise.all(
    buyers.map(async buyer => {
      while (!isOver()) {
        const request_key = crypto.randomUUID()
        const answer = await client
          .call(url, 'createOrder', { ...buyer.basket, request_key }, { sid: buyer.sid })
          .catch(() => undefined)
        if (answer?.code !== 200) {
          buyer.unsure.push(request_key)
          if (answer) buyer.refusals.push(`createOrder answered ${answer.code} ${answer.msg}`)
          return
        }
        buyer.acknowledged.set(request_key, answer.data.order_id)
      }
    }),
  )
}

export const ordersOf = (buyers: Buyer[]) => buyers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)

/** What was refused since it was last asked. */
export const refusalsOf = (buyers: Buyer[]) => buyers.flatMap(({ refusals }) => refusals.splice(0))

/**
 * What is wrong after a portal was away: an acknowledged order that is not there, a key that was sent again and made a second
 * order, an order of which a part is missing, stock that is not what the orders hold.
 */
export async function faultsOf(client: Client, portal: PortalProcess, buyers: Buyer[]): Promise<string[]> {
  const faults: string[] = []
  for (const buyer of buyers) {
    const { sid, basket } = buyer
    for (const request_key of buyer.unsure.splice(0)) {
      const again = () => client.call(portal.url, 'createOrder', { ...basket, request_key }, { sid })
      const [first, second] = [await again(), await again()]
      if (first.code !== 200 || first.data.order_id !== second.data.order_id)
        faults.push(`a key sent again: ${first.code} ${first.data?.order_id}, ${second.code} ${second.data?.order_id}`)
      else buyer.acknowledged.set(request_key, first.data.order_id)
    }
  }
  await inside(portal, async system => {
    for (const { companyId, acknowledged } of buyers) {
      const rows = await system.rows<{ id: string; request_key: string }>(
        sql`select id, request_key from shop_order where company_id = ${companyId}`,
      )
      const kept = new Map(rows.map(row => [row.request_key, row.id]))
      for (const [key, id] of acknowledged) if (kept.get(key) !== id) faults.push(`order ${id} of key ${key} is lost`)
      for (const key of kept.keys()) if (!acknowledged.has(key)) faults.push(`nobody placed the order of key ${key}`)
    }
    faults.push(...(await halves(system)))
  })
  return faults
}

/** Orders without a part of them, and places whose stock is not what their orders hold. */
async function halves(system: Database): Promise<string[]> {
  const orders = await system.rows<{ number: string }>(sql`
    select number from shop_order
    where not exists (select from order_item where order_item.company_id = shop_order.company_id and order_id = shop_order.id)
      or not exists (select from order_event where order_event.company_id = shop_order.company_id and order_id = shop_order.id)
      or list_amount <> (select sum(list_amount) from order_item
        where order_item.company_id = shop_order.company_id and order_id = shop_order.id)`)
  const places = await system.rows<{ reserved: number; held: number }>(sql`
    with held as (
      select region_id, access_way_id, sum(quantity) as held from order_item
      join shop_order on shop_order.company_id = order_item.company_id and shop_order.id = order_id
      where state = 'pending' and shop_order.kind = 'purchase' and region_id is not null group by 1, 2
    ), promised as (
      select region_id, access_way_id, count(*) as held from line
      where state in ('unbound', 'suspended') and ip_address_id is null group by 1, 2
    )
    select reserved, coalesce(held.held, 0) + coalesce(promised.held, 0) as held from address_stock
    left join held using (region_id, access_way_id) left join promised using (region_id, access_way_id)
    where reserved <> coalesce(held.held, 0) + coalesce(promised.held, 0)`)
  return [
    ...orders.map(({ number }) => `order ${number} is half made`),
    ...places.map(({ reserved, held }) => `${reserved} addresses are reserved, ${held} are held by orders`),
  ]
}
