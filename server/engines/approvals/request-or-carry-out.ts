import { takesProof } from '#contract/operations/operator-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '../audit/audit.ts'
import type { OperatorContext } from '../operator-context.ts'
import { setAlone, setResult } from './approvals.sql.ts'
import { type NewRequest, recordRequested, requestWaiting, requireDecider } from './approvals.ts'
import type { ExecutedKind, Executor } from './executor.ts'
import { consumeSoloLimit, soloLimitOf } from './solo-limit.ts'

interface Request extends Omit<NewRequest, 'call'> {
  kind: ExecutedKind
  /** The kind's executor, which a confirmation uses as well. */
  execute: Executor['execute']
  /**
   * Locks the object of the request and throws if it can no longer be requested. Runs after the request's row is locked, so that
   * requests and decisions about the same object wait for each other in one order, and before the daily total is counted.
   */
  lock?: () => Promise<unknown>
}

export interface Requested {
  approval_id: string
  /** The result if one operator was enough; null while the request waits for the second. */
  result: string | null
}

/**
 * Requests a second operator's confirmation, or carries the request out if the rules let this operator do so alone. Both leave the
 * same row with the same evidence. The daily totals are counted in the transaction that carries it out.
 */
export async function requestOrCarryOut(
  transaction: Database,
  context: OperatorContext,
  { execute, lock, ...request }: Request,
): Promise<Requested> {
  const { operator, session } = context
  const { kind, target, companyId, summary, payload, value } = request
  const approvalId = await requestWaiting(transaction, context, request)
  await lock?.()
  const reach = await soloLimitOf(transaction, kind, operator)
  const grant = { companyIds: companyId === null ? [] : [companyId], value }
  if (reach && !(await consumeSoloLimit(transaction, { ...reach, kind, operatorId: operator.id, value, grant }))) {
    await requireDecider(transaction, kind, operator.id)
    await recordRequested(transaction, request, approvalId)
    return { approval_id: approvalId, result: null }
  }
  // Confirming this value requires a proof, and an unattended page must not permit more because no confirmation is needed.
  if (takesProof(kind, value ?? null) && !session.proved) throw new Refusal(-41022)
  if (!(await setAlone(transaction, approvalId))) throw new Error('a request that was just made does not wait')
  const after = { state: 'confirmed', kind, summary, approval: approvalId }
  await recordAudit(transaction, { action: 'approval.alone', target, after })
  const result = await execute(context, payload)
  await setResult(transaction, approvalId, result)
  return { approval_id: approvalId, result }
}
