import type { Database } from '#server/database/database.ts'
import { askAgain, settleAhead, settleNotices } from '#server/engines/notices/notices.ts'
import { orderedSubject } from '#server/modules/orders/ordered-by-token.ts'
import type { Order } from '#server/modules/orders/orders.sql.ts'
import { renewalsOf, waitingSubject } from './renewals.sql.ts'

/** The subjects of the managers' notices while the order of a renewal waits for the balance, on its line's last day and its own. */
export const lastDaySubject = (of: 'line' | 'order', orderId: string): string =>
  `${of === 'line' ? 'renewal-last' : 'renewal-closing'}:${orderId}`

/** The subject of the managers' notice about a transfer of which a part has arrived; each newer one replaces it. */
export const partsSubject = (paymentId: string): string => `payment:${paymentId}:part`

const subjectsOf = (orderId: string) => [
  `${waitingSubject}${orderId}`,
  lastDaySubject('line', orderId),
  lastDaySubject('order', orderId),
]

/** An order that was paid or has ended needs nobody any more: the notices that it waits are settled. */
export const settleWaiting = (
  transaction: Database,
  { company_id, order_id, order_number }: Pick<Order, 'company_id' | 'order_id' | 'order_number'>,
) => settleAhead(transaction, company_id, [orderedSubject(order_number), ...subjectsOf(order_id)])

/**
 * The balance no longer pays the order of a line that has ceased to renew itself, so its managers need not top up. It does so again
 * once the line renews itself once more.
 */
export async function followAutoRenew(
  transaction: Database,
  { companyId, lineIds, on }: { companyId: string; lineIds: string[]; on: boolean },
): Promise<void> {
  for (const { order_id } of await renewalsOf(transaction, companyId, lineIds)) {
    const subjects = subjectsOf(order_id)
    if (on) for (const subject of subjects) await askAgain(transaction, companyId, subject)
    else await settleNotices(transaction, companyId, subjects)
  }
}
