import type { Database } from '#server/database/database.ts'
import type { Services } from '#server/engines/services.ts'
import { stopRenewing } from '#server/modules/lines/stop-renewing.ts'
import { renewedLines } from '#server/modules/orders/delivered.ts'
import { itemsOf } from '#server/modules/orders/orders.sql.ts'
import { type Ending, endOrder, type Order } from '#server/modules/orders/orders.ts'
import { freeKeyOfRenewal } from '#server/modules/payments/renewals.sql.ts'

/**
 * Ends a pending order at a person's request. If a line had placed it, the line no longer renews itself: ending it means that it
 * shall not be paid, and a line that claims to renew itself and does not would end unnoticed. Once this is turned on again, the
 * line may place another order for the same end.
 */
export async function endByHand(
  transaction: Database,
  services: Pick<Services, 'config' | 'jobs'>,
  order: Order,
  ending: Ending,
): Promise<boolean> {
  if (!(await endOrder(transaction, services, order, ending))) return false
  if (!(await freeKeyOfRenewal(transaction, order))) return true
  const ids = renewedLines(await itemsOf(transaction, order.company_id, order.order_id))
  await stopRenewing(transaction, order, ids, '自动续费的订单已取消')
  return true
}
