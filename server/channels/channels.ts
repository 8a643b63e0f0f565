import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { countUse, findPromotion, type PromotionRow } from './channels.sql.ts'

/** What a partner's page says. */
export interface Promotion {
  code: string
  channelName: string
  greeting: string
}

/** -43001 no such code, -43002 outside of its window, -43003 used up. */
function usable(row: PromotionRow | undefined): PromotionRow {
  if (!row) throw new Refusal(-43001)
  if (!row.open) throw new Refusal(-43002)
  if (row.used_up) throw new Refusal(-43003)
  return row
}

/** A code that can be used now; throws -43001, -43002 or -43003. Uses nothing. */
export async function usablePromotion(database: Database, code: string): Promise<Promotion> {
  const row = usable(await findPromotion(database, code))
  return { code: row.code, channelName: row.channel_name, greeting: row.greeting }
}

/**
 * Takes one use of a code, in the transaction of the account that uses it: a rollback gives it back.
 * Throws -43001, -43002 or -43003.
 */
export async function usePromotionCode(transaction: Database, code: string): Promise<void> {
  if (await countUse(transaction, code)) return
  usable(await findPromotion(transaction, code))
  // Usable again by now: another transaction gave its use back between the two statements.
  if (!(await countUse(transaction, code))) throw new Refusal(-43003)
}
