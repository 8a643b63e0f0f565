import type { Database } from '#server/database/database.ts'
import { giveBack, giveBackPart, type Order } from '#server/modules/orders/orders.ts'
import type { Return } from '#server/modules/orders/returns.ts'
import { itemsOfRefund } from './part-refunds.sql.ts'
import type { Refund } from './refunds.sql.ts'

/** A partial refund leaves its order as it is. */
export const isPart = ({ kind }: Refund): boolean => kind === 'unused' || kind === 'goodwill'

/** Gives back what a refund took, once it is rejected or withdrawn. */
export async function giveBackOf(
  transaction: Database,
  order: Order,
  refund: Refund,
  { note, by }: { note: string; by: Return },
): Promise<void> {
  const returned = { note, by, amount: refund.amount }
  if (isPart(refund))
    await giveBackPart(transaction, order, { ...returned, items: await itemsOfRefund(transaction, refund) })
  else await giveBack(transaction, order, returned)
}
