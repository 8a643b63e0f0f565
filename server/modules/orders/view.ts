import type { OutputOf } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
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

type Answer = OutputOf<'getOrderDetailByOrderId'>
interface Detail extends Omit<Answer, 'refunds'> {
  refunds: Omit<Answer['refunds'][number], 'withdrawable'>[]
}

/** Returns all details of an order, or undefined when it is unknown, or deleted and deleted ones are not requested. */
export async function detailOf(
  company: Database,
  companyId: string,
  orderId: string,
  { hidden = false } = {},
): Promise<Detail | undefined> {
  const [row, items, lines, events, payments, refunds, pays, wishes] = await together(company, database => [
    findDetail(database, companyId, orderId, hidden),
    listItems(database, companyId, orderId),
    listLines(database, companyId, orderId),
    listEvents(database, companyId, orderId),
    listPayments(database, companyId, orderId),
    listRefunds(database, companyId, orderId),
    listJoint(database, companyId, orderId),
    listWishes(database, companyId, orderId),
  ])
  return row && { ...withOperas(row), items, lines, events, payments, refunds, pays, wishes }
}
