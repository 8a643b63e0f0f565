import type { ApprovalKind } from '#contract/operations/operator-names.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { findWaiting, insertApproval } from './approvals.sql.ts'
import { recordAudit } from './audit.ts'
import type { OperatorContext } from './context.ts'

export { findWaiting }

interface Wanted {
  kind: ApprovalKind
  /** What it is about, as the audit names it; one request for each waits at a time. */
  target: string
  /** What will happen, by name and figure: all that the second operator goes by. */
  summary: string
  /** What the executor of the kind is given (approval-executors.ts); what must still hold belongs into it. */
  payload: unknown
}

/** Asks a second operator to confirm. Throws -53012 when the same waits already. */
export async function requestApproval(
  database: Database,
  { operator, actor }: Pick<OperatorContext, 'operator' | 'actor'>,
  { kind, target, summary, payload }: Wanted,
): Promise<string> {
  const made = await insertApproval(database, { kind, target, summary, payload, requestedBy: operator.id })
  if (!made) throw new Refusal(-53012)
  await recordAudit(database, {
    actor,
    action: `approval.requested`,
    target,
    after: { kind, summary, approval: made.id },
  })
  return made.id
}
