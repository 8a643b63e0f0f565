import type { ApprovalKind } from '#contract/operations/operator-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import { findDecider, findWaiting, insertApproval } from './approvals.sql.ts'

export { findWaiting }

export interface NewRequest {
  kind: ApprovalKind
  /** The object of the request, as named in the audit log. At most one request per object waits at a time. */
  target: string
  /** The company concerned, by which the second operator finds earlier requests; null if it concerns none or several. */
  companyId: string | null
  /** The planned effect, with names and figures. */
  summary: string
  /** A digest of the facts that must be unchanged at confirmation; without one the summary is compared. */
  facts?: string | undefined
  /**
   * The payload for the kind's executor, or the deferred operation's input. It must contain any conditions that must still hold at
   * confirmation.
   */
  payload: unknown
  /** The name of the deferred operation. Without one the kind's executor carries the request out. */
  call?: string
  /**
   * The size of the request, in the unit of its kind (`approvalUnits`). A request of unlimited size has none, and counts as large.
   */
  value?: number | undefined
}

/**
 * Requests a second operator's confirmation. Throws -53012 if a request about the same thing is already waiting, and -53017 if
 * nobody could ever confirm it, since operators appointed later may not.
 */
export async function requestApproval(
  database: Database,
  asking: Pick<OperatorContext, 'operator'>,
  request: NewRequest,
): Promise<string> {
  await requireDecider(database, request.kind, asking.operator.id)
  const id = await requestWaiting(database, asking, request)
  await recordRequested(database, request, id)
  return id
}

export async function requireDecider(database: Database, kind: ApprovalKind, requestedBy: string): Promise<void> {
  if (!(await findDecider(database, kind, requestedBy))) throw new Refusal(-53017)
}

/** Only inserts the request; the caller ensures that it waits for an operator or is carried out. */
export async function requestWaiting(
  database: Database,
  { operator }: Pick<OperatorContext, 'operator'>,
  { kind, target, companyId, summary, facts, payload, call, value }: NewRequest,
): Promise<string> {
  const size = { call: call ?? null, value: Number.isFinite(value) ? (value ?? null) : null }
  const requestedBy = operator.id
  const description = { summary, facts: facts ?? null }
  const added = await insertApproval(database, {
    kind,
    target,
    companyId,
    ...description,
    payload,
    requestedBy,
    ...size,
  })
  if (!added) throw await alreadyWaiting(database, kind, target)
  return added.id
}

/** A different act on the same thing may be waiting, so the refusal names it. */
async function alreadyWaiting(database: Database, kind: ApprovalKind, target: string): Promise<Refusal> {
  const other = await findWaiting(database, kind, target)
  if (!other) return new Refusal(-53012)
  return new Refusal(-53012, null, `要先等另一项申请被确认或驳回：${other.summary}（${other.requested_by}提交）`)
}

export const recordRequested = (
  database: Database,
  { kind, target, summary }: Pick<NewRequest, 'kind' | 'target' | 'summary'>,
  approval: string,
) => recordAudit(database, { action: 'approval.requested', target, after: { kind, summary, approval } })
