import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { countUse, findPromotion, type PromotionUsability } from './channels.sql.ts'

/** Throws -43001 for an unknown code, -43002 outside of its window, and -43003 when it is used up. */
function usable(row: PromotionUsability | undefined): PromotionUsability {
  if (!row) throw new Refusal(-43001)
  if (!row.open) throw new Refusal(-43002)
  if (row.used_up) throw new Refusal(-43003)
  return row
}

/** Returns a code that can be used now, without using it; throws -43001, -43002 or -43003. */
export async function usablePromotion(database: Database, code: string) {
  const { open: _, used_up: __, ...promotion } = usable(await findPromotion(database, code))
  return promotion
}

/**
 * Takes one use of a code in the transaction of the account that uses it, so that a rollback gives the use back. Throws
 * -43001, -43002 or -43003.
 */
export async function usePromotionCode(transaction: Database, code: string): Promise<void> {
  if (await countUse(transaction, code)) return
  usable(await findPromotion(transaction, code))
  // The code is usable again, because another transaction was rolled back between the two statements.
  if (!(await countUse(transaction, code))) throw new Refusal(-43003)
}
