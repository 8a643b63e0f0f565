import type { ApprovalKind } from '#contract/operations/operator-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import { findDecider, findWaiting, insertApproval } from './approvals.sql.ts'

export { findWaiting }

export interface NewRequest {
  kind: ApprovalKind
  /** The object of the request, as the audit names it. One request for each waits at a time. */
  target: string
  /** The company that it is about, by which the second operator finds earlier requests; null where it is about none or several. */
  companyId: string | null
  /** The planned effect, with names and figures. */
  summary: string
  /** A digest of what must be as it was at the confirmation; without one it is the summary. */
  facts?: string | undefined
  /**
   * The payload for the executor of the kind, or the kept operation. Conditions that must still hold at the confirmation belong
   * into it.
   */
  payload: unknown
  /** The name of the operation that is kept. Without one the kind's executor carries the request out. */
  call?: string
  /**
   * The size of the request, in the unit of its kind (`approvalUnits`). A request that may come to any sum has none, and counts
   * as large.
   */
  value?: number | undefined
}

/**
 * Asks a second operator to confirm. Throws -53012 when one about the same thing waits already, and -53017 when there is nobody who could
 * ever confirm it, since operators appointed later may not.
 */
export async function requestApproval(
  database: Database,
  asking: Pick<OperatorContext, 'operator' | 'actor'>,
  request: NewRequest,
): Promise<string> {
  await requireDecider(database, request.kind, asking.operator.id)
  const id = await requestWaiting(database, asking, request)
  await recordRequested(database, asking.actor, request, id)
  return id
}

export async function requireDecider(database: Database, kind: ApprovalKind, requestedBy: string): Promise<void> {
  if (!(await findDecider(database, kind, requestedBy))) throw new Refusal(-53017)
}

/** Writes the request alone; whoever calls this sees to it that it waits for somebody, or is carried out. */
export async function requestWaiting(
  database: Database,
  { operator }: Pick<OperatorContext, 'operator'>,
  { kind, target, companyId, summary, facts, payload, call, value }: NewRequest,
): Promise<string> {
  const size = { call: call ?? null, value: Number.isFinite(value) ? (value ?? null) : null }
  const requestedBy = operator.id
  const told = { summary, facts: facts ?? null }
  const added = await insertApproval(database, { kind, target, companyId, ...told, payload, requestedBy, ...size })
  if (!added) throw await alreadyWaiting(database, kind, target)
  return added.id
}

/** Another act on the same thing waits as well, so the refusal names what it is. */
async function alreadyWaiting(database: Database, kind: ApprovalKind, target: string): Promise<Refusal> {
  const other = await findWaiting(database, kind, target)
  if (!other) return new Refusal(-53012)
  return new Refusal(-53012, null, `要先等另一项申请被确认或驳回：${other.summary}（${other.requested_by}提交）`)
}

export const recordRequested = (
  database: Database,
  actor: string,
  { kind, target, summary }: Pick<NewRequest, 'kind' | 'target' | 'summary'>,
  approval: string,
) => recordAudit(database, { actor, action: 'approval.requested', target, after: { kind, summary, approval } })
