import type { Database } from '#server/database/database.ts'
import { settleAhead } from '#server/engines/notices/notices.ts'
import { orderedSubject } from '#server/modules/orders/ordered-by-token.ts'
import type { Order } from '#server/modules/orders/orders.sql.ts'
import { waitingSubject } from './renewals.sql.ts'

/** The subjects of the managers' notices while the order of a renewal waits for the balance, on its line's last day and its own. */
export const lastDaySubject = (of: 'line' | 'order', orderId: string): string =>
  `${of === 'line' ? 'renewal-last' : 'renewal-closing'}:${orderId}`

/** The subject of the managers' notice about a transfer of which a part has arrived; each newer one replaces it. */
export const partsSubject = (paymentId: string): string => `payment:${paymentId}:part`

/** An order that was paid or has ended needs nobody any more: the notices that it waits are settled. */
export const settleWaiting = (
  transaction: Database,
  { company_id, order_id, order_number }: Pick<Order, 'company_id' | 'order_id' | 'order_number'>,
) =>
  settleAhead(transaction, company_id, [
    orderedSubject(order_number),
    `${waitingSubject}${order_id}`,
    lastDaySubject('line', order_id),
    lastDaySubject('order', order_id),
  ])
