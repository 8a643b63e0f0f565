import type { OutputOf } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'
import {
  findDetail,
  listEvents,
  listItems,
  listJoint,
  listLines,
  listPayments,
  listRefunds,
  listWishes,
} from './detail.sql.ts'
import { withOperas } from './operas.ts'

/** Returns all there is to know of an order, or undefined when it is unknown, or deleted and not asked for as such. */
export async function detailOf(
  company: Database,
  companyId: string,
  orderId: string,
  { hidden = false } = {},
): Promise<OutputOf<'getOrderDetailByOrderId'> | undefined> {
  const [row, items, lines, events, payments, refunds, pays, wishes] = await Promise.all([
    findDetail(company, companyId, orderId, hidden),
    listItems(company, companyId, orderId),
    listLines(company, companyId, orderId),
    listEvents(company, companyId, orderId),
    listPayments(company, companyId, orderId),
    listRefunds(company, companyId, orderId),
    listJoint(company, companyId, orderId),
    listWishes(company, companyId, orderId),
  ])
  return row && { ...withOperas(row), items, lines, events, payments, refunds, pays, wishes }
}
