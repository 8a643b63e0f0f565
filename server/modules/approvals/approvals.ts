import { approvalNames } from '#contract/operations/operator-names.ts'
import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import { findPolicy, limitsOf } from '#server/engines/approvals/policy.sql.ts'
import { loosens } from './loosens.ts'
import { rulesInWords } from './policy-words.ts'

/** A change that lets an operator do more alone, or decide more, needs a confirmation; stricter rules must not wait. */
export const deferredPolicyOperations: DeferredOperationsFor<'setApprovalPolicy'> = {
  setApprovalPolicy: {
    async describe(database, input) {
      const before = await findPolicy(database, input.kind)
      const limits = await limitsOf(database, input.kind)
      if (!before || !loosens({ ...before, limits }, input)) return undefined
      return {
        target: `approval_policy:${input.kind}`,
        companyId: null,
        summary: `${approvalNames[input.kind]}的审批规则由“${rulesInWords(before, limits)}”改为“${rulesInWords(input, input.limits)}”`,
        value: undefined,
      }
    },
    async evidence(database, input) {
      const before = await findPolicy(database, input.kind)
      const limits = await limitsOf(database, input.kind)
      return [
        { label: '种类', value: approvalNames[input.kind] },
        ...(before ? [{ label: '现在', value: rulesInWords(before, limits) }] : []),
        { label: '改为', value: rulesInWords(input, input.limits), tone: 'warning' },
      ]
    },
    outcome: () => ({ result: '已修改' }),
  },
}
