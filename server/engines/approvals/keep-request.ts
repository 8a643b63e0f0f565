import { randomUUID } from 'node:crypto'
import type { ApprovalDeclaration } from '#contract/operations/operation.ts'
import { runRolledBack } from '#server/database/rolled-back.ts'
import { accountForApproval } from '../activity/context.ts'
import { KeptRefusal } from '../kept-refusal.ts'
import type { OperatorContext } from '../operator-context.ts'
import { requestApproval } from './approvals.ts'
import type { AnyDeferredOperation } from './deferred-operations.ts'
import { digestOf } from './facts.ts'
import { consumeSoloLimit, soloLimitOf } from './solo-limit.ts'

interface Request {
  name: string
  declared: ApprovalDeclaration
  /** The payload as the contract parsed it. */
  input: unknown
  operation: AnyDeferredOperation
}

/**
 * Carries a request out, or defers it for approval: if, with the operator's or the company's total for today, it reaches the
 * threshold of its policy, or exceeds the daily limit of the operator's roles. A request that could not be carried out now is
 * refused instead of deferred.
 */
export async function performOrKeep(
  context: OperatorContext,
  { name, declared: { kind }, input, operation }: Request,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { operator } = context
  const reach = await soloLimitOf(context.system, kind, operator)
  if (!reach) return work()
  const approvalId = await context.system.transaction(async transaction => {
    const described = await operation.describe(transaction, input, operator.id)
    if (!described) return undefined
    const { target, companyId, summary, facts, value, each } = described
    const grant = each ?? { companyIds: companyId === null ? [] : [companyId], value }
    if (await consumeSoloLimit(transaction, { ...reach, kind, operatorId: operator.id, value, grant })) return undefined
    const request = { kind, target, companyId, summary, facts: digestOf(facts), payload: input, call: name, value }
    // A request that would be refused would only wait to be rejected, so it is tried first. The trial precedes the lasting locks:
    // otherwise two operators with concurrent requests about each other would each hold what the other's trial waits for.
    await runRolledBack(transaction, () => accountForApproval(randomUUID(), operator.id, work))
    const requested = await requestApproval(transaction, context, request)
    await operation.lock?.(transaction, input)
    return requested
  })
  return approvalId === undefined ? work() : new KeptRefusal(-53013, { approval_id: approvalId })
}
