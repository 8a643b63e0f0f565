import { approvalKinds } from '#contract/operations/operator-names.ts'
import { requireConfirmed } from '#server/engines/approvals/confirmed.ts'
import {
  limitList,
  limitsOf,
  lockPolicy,
  policyList,
  setLimit,
  setPolicy,
} from '#server/engines/approvals/policy.sql.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { OperationHandlersFor } from '#server/engines/operator-context.ts'
import { loosens } from './loosens.ts'
import { rulesInWords } from './policy-words.ts'

export const approvalPolicyCalls: OperationHandlersFor<'getApprovalPolicy' | 'setApprovalPolicy'> = {
  async getApprovalPolicy({ system }) {
    const limits = await limitList(system)
    const list = (await policyList(system))
      .map(policy => ({
        ...policy,
        limits: limits.flatMap(({ kind, role, most }) => (kind === policy.kind ? [{ role, most }] : [])),
      }))
      .sort((one, other) => approvalKinds.indexOf(one.kind) - approvalKinds.indexOf(other.kind))
    return { list, total: list.length }
  },

  async setApprovalPolicy({ system }, { limits, ...policy }) {
    const { kind } = policy
    const before = await lockPolicy(system, kind)
    if (!before) throw new Error(`approval_policy has no ${kind}`)
    const existing = await limitsOf(system, kind)
    // The rules may have become stricter since the request was described, so that it would loosen them now.
    if (loosens({ ...before, limits: existing }, { ...policy, limits })) requireConfirmed()
    await setPolicy(system, policy)
    for (const { role } of existing) await setLimit(system, { kind, role, most: null })
    for (const { role, most } of limits) await setLimit(system, { kind, role, most })
    await recordAudit(system, {
      action: 'approval.policy_changed',
      target: `approval_policy:${kind}`,
      before: { policy: rulesInWords(before, existing) },
      after: { policy: rulesInWords(policy, limits) },
    })
  },
}
