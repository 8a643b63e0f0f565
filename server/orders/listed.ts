import type { OutputOf, ParsedOf } from '#contract/index.ts'
import { listedRows } from '#contract/people.ts'
import type { Database } from '../database/database.ts'
import { countOrders, listOrders } from './list.sql.ts'
import { shownOrder } from './view.ts'

/** One page of a company's orders, newest first. */
export async function listedOrders(
  company: Database,
  companyId: string,
  { page, page_size, ...filter }: ParsedOf<'getOrderList'>,
): Promise<OutputOf<'getOrderList'>> {
  const offset = Math.min((page - 1) * page_size, listedRows)
  const [rows, counted] = await Promise.all([
    listOrders(company, companyId, filter, { limit: Math.min(page_size, listedRows - offset), offset }),
    countOrders(company, companyId, filter, listedRows + 1),
  ])
  return { list: rows.map(shownOrder), total: Math.min(counted, listedRows), more: counted > listedRows }
}
