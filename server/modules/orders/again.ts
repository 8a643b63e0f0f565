import type { Database } from '#server/database/database.ts'
import type { OrderRequest } from './order-request.ts'
import { itemsOf, type Order } from './orders.sql.ts'

/** Returns the content of an order, so that it can be ordered again at today's prices. */
export async function again(company: Database, { company_id, order_id, kind }: Order): Promise<OrderRequest> {
  const items = await itemsOf(company, company_id, order_id)
  if (kind === 'purchase') return { kind, items }
  return { kind, lines: items.flatMap(({ svp_id, days }) => (svp_id ? [{ svp_id, days }] : [])) }
}
