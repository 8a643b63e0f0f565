import type { Database } from '#server/database/database.ts'
import { autoRenewChanged } from './events.ts'
import { recordLineLog } from './line-log.ts'
import { turnRenewingOff } from './part-refunds.sql.ts'

/** Stops lines from renewing themselves because of a change to their order, and records that for them. */
export async function stopRenewing(
  transaction: Database,
  { company_id, order_number }: { company_id: string; order_number: string },
  ids: string[],
  because: string,
): Promise<void> {
  const stopped = await turnRenewingOff(transaction, company_id, ids)
  if (!stopped.length) return
  await autoRenewChanged.publish(transaction, {
    companyId: company_id,
    lineIds: stopped.map(({ line_id }) => line_id),
    on: false,
  })
  const entry = { action: 'auto_renew', detail: `订单 ${order_number}，${because}，关闭` } as const
  await recordLineLog(
    transaction,
    company_id,
    stopped.map(({ line_id }) => ({ line_id, ...entry })),
  )
}
