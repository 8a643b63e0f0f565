import type { OutputOf, ParsedOf } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'
import { countedRows, listedPage, listedTotal, type Page } from '#server/database/listed.ts'
import { listAndCountOrders, listOrders, type OrderFilter } from './list.sql.ts'
import { withOperas } from './operas.ts'

/** Returns one page of a company's orders, newest first. */
export async function listedOrders(
  company: Database,
  companyId: string,
  { page, page_size, counted, ...filter }: ParsedOf<'getOrderList'>,
): Promise<OutputOf<'getOrderList'>> {
  const paging = listedPage({ page, page_size })
  const { rows, total } = counted
    ? { rows: await listOrders(company, companyId, filter, paging), total: counted }
    : await countedOrders(company, companyId, filter, paging)
  return { list: rows.map(row => withOperas(row)), ...total }
}

async function countedOrders(company: Database, companyId: string, filter: OrderFilter, page: Page) {
  const { rows, count } = await listAndCountOrders(company, companyId, filter, { ...page, most: countedRows })
  return { rows, total: listedTotal(count) }
}
