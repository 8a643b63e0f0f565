import { type ActingRole, actingRoles, followUpRoles, mayDo, roleNames } from '#contract/operations/operator-names.ts'
import type { Database } from '#server/database/database.ts'
import { dropWaitingNotices } from '#server/engines/notices/operator-notices.ts'
import { followUpSubject } from '#server/modules/customers/follow-ups.ts'
import { resetNotified } from '#server/modules/customers/notes.sql.ts'
import { release } from '#server/modules/tickets/tickets.sql.ts'
import type { OperatorRow } from './operators.sql.ts'

type Standing = Pick<OperatorRow, 'state' | 'roles'>

/**
 * Releases the work of an operator who may no longer do it: it would otherwise wait for a person whom no notice reaches. `before`
 * is the row under its lock, for which taking on work waits (`lockActing`).
 */
export async function releaseWork(
  transaction: Database,
  before: Pick<OperatorRow, 'id' | 'display_name'> & Standing,
  after: Standing,
): Promise<void> {
  const stops = (access: readonly ActingRole[]) => acts(before, access) && !acts(after, access)
  if (stops(followUpRoles)) {
    await resetNotified(transaction, before.id)
    await dropWaitingNotices(transaction, before.id, followUpSubject(''))
  }
  if (!stops(actingRoles)) return
  const why = after.state === 'active' ? `已改为${roleNames.auditor}` : '已停用'
  await release(transaction, before.id, `${before.display_name}${why}，工单回到待领取`)
  await dropWaitingNotices(transaction, before.id)
}

const acts = ({ state, roles }: Standing, access: readonly ActingRole[]): boolean =>
  state === 'active' && mayDo(roles, access)
