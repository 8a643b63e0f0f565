import type { Database } from '#server/database/database.ts'
import { stopRenewing } from '#server/modules/lines/stop-renewing.ts'
import { renewedLines } from '#server/modules/orders/delivered.ts'
import { itemsOf } from '#server/modules/orders/orders.sql.ts'
import { endOrder, type Order } from '#server/modules/orders/orders.ts'
import { freeKeyOfRenewal } from '#server/modules/payments/renewals.sql.ts'

/**
 * Ends a pending order because somebody wants it to end. Where its line had placed it, the line no longer renews itself: whoever ends
 * it does not want it paid, and a line that says it renews itself and does not would end unnoticed. Once somebody turns that on
 * again, the line may place another order for the same end.
 */
export async function endByHand(
  transaction: Database,
  order: Order,
  to: 'cancelled' | 'closed',
  actorName: string,
  note = '',
): Promise<boolean> {
  if (!(await endOrder(transaction, order, to, actorName, note))) return false
  if (!(await freeKeyOfRenewal(transaction, order))) return true
  const ids = renewedLines(await itemsOf(transaction, order.company_id, order.order_id))
  await stopRenewing(transaction, order, ids, actorName, '自动续费的订单已取消')
  return true
}
