import type { Database } from '#server/database/database.ts'
import { asSystem } from '#server/engines/activity/context.ts'
import { scopeOfLines } from '#server/modules/access/scopes.ts'
import { lockAccess, lockAccessToEnded } from '#server/modules/access/standing.sql.ts'
import { recordingAccess } from './access-log.ts'
import { lockLines } from './delivery.sql.ts'
import { recordLapse } from './lapsing.ts'

interface Return {
  companyId: string
  lineIds: string[]
  act: string
}

/**
 * Locks lines whose ends `work` extends, and records the restored access to lines that had ended. Most have not, and nobody gains
 * anything: then nothing is compared.
 */
export async function recordingReturns(
  transaction: Database,
  { companyId, lineIds, ...by }: Return,
  work: () => Promise<void>,
): Promise<void> {
  await lockAccessToEnded(transaction, companyId, lineIds)
  const locked = await lockLines(transaction, companyId, lineIds)
  const ended = locked.flatMap(({ line_id, has_ended }) => (has_ended ? line_id : []))
  if (!ended.length) return work()
  // Only a line that was shortened at this very instant was not seen to have ended before.
  await lockAccess(transaction, companyId)
  // Access whose loss was not recorded yet can't be recorded as restored.
  for (const lineId of ended) await asSystem(() => recordLapse(transaction, companyId, lineId))
  const scope = await scopeOfLines({ company: transaction, companyId }, ended)
  await recordingAccess(transaction, { companyId, ...by, scope }, work)
}
