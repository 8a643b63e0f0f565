import { randomUUID } from 'node:crypto'
import type { ApprovalDeclaration } from '#contract/operations/operation.ts'
import { takenBack } from '#server/database/taken-back.ts'
import { accountForApproval } from '../activity/context.ts'
import { KeptRefusal } from '../kept-refusal.ts'
import type { OperatorContext } from '../operator-context.ts'
import { requestApproval } from './approvals.ts'
import type { AnyDeferredOperation } from './deferred-operations.ts'
import { digestOf } from './facts.ts'
import { mayAlone, reachOf } from './may-alone.ts'

interface Request {
  name: string
  declared: ApprovalDeclaration
  /** The payload as the contract parsed it. */
  input: unknown
  operation: AnyDeferredOperation
}

/**
 * Carries a request out, or keeps it when it, with what its operator has done alone today or with what the company was given alone
 * today, reaches the threshold of its policy, or passes what the operator's roles do alone in a day. What could not be carried out
 * now is refused instead of kept.
 */
export async function performOrKeep(
  context: OperatorContext,
  { name, declared: { kind }, input, operation }: Request,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { operator } = context
  const reach = await reachOf(context.system, kind, operator)
  if (!reach) return work()
  const approvalId = await context.system.transaction(async transaction => {
    const described = await operation.describe(transaction, input, operator.id)
    if (!described) return undefined
    const { target, companyId, summary, facts, value, each } = described
    const given = each ?? { companyIds: companyId === null ? [] : [companyId], value }
    if (await mayAlone(transaction, { ...reach, kind, operatorId: operator.id, value, given })) return undefined
    const request = { kind, target, companyId, summary, facts: digestOf(facts), payload: input, call: name, value }
    // A request that is refused already would only wait for somebody to reject it. It is tried before anything is locked for good: of
    // two operators who request something about each other at once, each would hold what the other's trial waits for.
    await takenBack(transaction, () => accountForApproval(randomUUID(), work))
    const requested = await requestApproval(transaction, context, request)
    await operation.lock?.(transaction, input)
    return requested
  })
  return approvalId === undefined ? work() : new KeptRefusal(-53013, { approval_id: approvalId })
}
