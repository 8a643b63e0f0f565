import type { OutputOf, ParsedOf } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'
import { countedRows, listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { countOrders, listOrders } from './list.sql.ts'
import { withOperas } from './operas.ts'

/** Returns one page of a company's orders, newest first. */
export async function listedOrders(
  company: Database,
  companyId: string,
  { page, page_size, counted, ...filter }: ParsedOf<'getOrderList'>,
): Promise<OutputOf<'getOrderList'>> {
  const [rows, found] = await together(company, database => [
    listOrders(database, companyId, filter, listedPage({ page, page_size })),
    counted ? undefined : countOrders(database, companyId, filter, countedRows),
  ])
  return { list: rows.map(row => withOperas(row)), ...(counted ?? listedTotal(found ?? 0)) }
}
