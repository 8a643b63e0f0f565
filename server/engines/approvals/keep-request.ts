import type { ApprovalDeclaration } from '#contract/operations/operation.ts'
import { alwaysApproved } from '#contract/operations/operator-names.ts'
import { KeptRefusal } from '../kept-refusal.ts'
import type { OperatorContext } from '../operator-context.ts'
import { requestApproval } from './approvals.ts'
import type { AnyDeferredOperation } from './deferred-operations.ts'
import { mayAlone } from './may-alone.ts'
import { findPolicy, mostOf } from './policy.sql.ts'

interface Request {
  name: string
  declared: ApprovalDeclaration
  /** The payload as the contract parsed it. */
  input: unknown
  operation: AnyDeferredOperation
}

/**
 * Carries a request out, or keeps it when it, with what its operator has done alone today or with what the company was given alone
 * today, reaches the threshold of its policy, or passes what the operator's roles do alone in a day.
 */
export async function performOrKeep(
  context: OperatorContext,
  { name, declared, input, operation }: Request,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const policy = await findPolicy(context.system, declared.kind)
  if (!policy) throw new Error(`approval_policy has no ${declared.kind}`)
  const threshold = alwaysApproved.includes(declared.kind) ? 0 : policy.threshold
  const most = await mostOf(context.system, declared.kind, context.operator.roles)
  const below = Math.min(threshold ?? Number.POSITIVE_INFINITY, most === null ? Number.POSITIVE_INFINITY : most + 1)
  if (below === Number.POSITIVE_INFINITY) return work()
  const approvalId = await context.system.transaction(async transaction => {
    const described = await operation.describe(transaction, input, context.operator.id)
    if (!described) return undefined
    const { target, companyId, summary, value, each } = described
    const use = { kind: declared.kind, operatorId: context.operator.id, below, threshold }
    const given = each ?? { companyIds: companyId === null ? [] : [companyId], value }
    if (isSum(value) && (await mayAlone(transaction, { ...use, value, given }))) return undefined
    return requestApproval(transaction, context, {
      kind: declared.kind,
      target,
      companyId,
      summary,
      payload: input,
      call: name,
      value,
    })
  })
  return approvalId === undefined ? work() : new KeptRefusal(-53013, { approval_id: approvalId })
}

/** A request that may come to any sum counts as large. */
const isSum = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value)
