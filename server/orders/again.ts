import type { Database } from '../database/database.ts'
import { itemsOf, type Order } from './orders.sql.ts'
import type { Wanted } from './wanted.ts'

/** What an order was for, to be ordered once more at today's prices. */
export async function again(company: Database, { company_id, id, kind }: Order): Promise<Wanted> {
  const items = await itemsOf(company, company_id, id)
  if (kind === 'renewal')
    return { kind, lines: items.flatMap(({ line_id, days }) => (line_id ? [{ id: line_id, days }] : [])) }
  return {
    kind,
    items: items.map(({ sku_id, days, quantity }) => ({ skuId: sku_id, package: { days }, quantity })),
  }
}
