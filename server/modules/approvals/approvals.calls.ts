import { takesProof } from '#contract/operations/operator-names.ts'
import { openWith, sealWith } from '#server/core/keyring.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { listAndTotal, pageOf } from '#server/database/listed.ts'
import { approvalList, countApprovals } from '#server/engines/approvals/approval-list.sql.ts'
import {
  decide,
  findApproval,
  keepHalf,
  setResult,
  standingOf,
  takeHalf,
} from '#server/engines/approvals/approvals.sql.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { OperationHandlersFor } from '#server/engines/operator-context.ts'
import type { CarryOut, RejectRequest } from './carry-out.ts'
import { splitPassword } from './split-password.ts'

const states = { confirm: 'confirmed', reject: 'rejected', withdraw: 'withdrawn' } as const
const answers = { confirmed: '已执行', rejected: '已驳回', withdrawn: '已撤回' } as const

export const approvalsCalls = (
  carryOut: CarryOut,
  rejectOrWithdraw: RejectRequest,
): OperationHandlersFor<'getApprovalList' | 'decideApproval' | 'takePasswordHalf'> => ({
  getApprovalList: ({ system, operator }, { state, kind, page, page_size }) =>
    listAndTotal(system, database => [
      approvalList(database, { state, kind, operator }, pageOf({ page, page_size })),
      countApprovals(database, { state, kind, operator }),
    ]),

  async decideApproval(context, { approval_id, decision, reason = '' }) {
    const { system, services, operator, session } = context
    const state = states[decision]
    if (decision === 'reject' && !reason) throw new Refusal(-41003, 'reason', '请填写驳回的原因')
    const approval = orRefuse(await findApproval(system, approval_id), -53021)
    const own = approval.requester_id === operator.id
    if (own !== (decision === 'withdraw')) throw new Refusal(own ? -53010 : -41017)
    if (decision === 'confirm' && takesProof(approval.kind, approval.value) && !session.proved)
      throw new Refusal(-41022)
    if (!(await decide(system, approval_id, { state, by: operator.id, reason: reason || null })))
      throw await whyNot(system, approval_id, operator.id)
    const { kind, target, summary } = approval
    await recordAudit(system, {
      action: `approval.${state}`,
      target,
      before: { state: 'waiting' },
      after: {
        state,
        kind,
        summary,
        reason: reason || null,
        requested_by: `operator:${approval.requester_id}`,
        approval: approval_id,
      },
    })
    if (state !== 'confirmed') {
      const undone = await rejectOrWithdraw(context, approval, state)
      return { result: undone ? `${answers[state]}，${undone}` : answers[state], once: null }
    }
    const { result, firstPassword } = await carryOut(context, approval)
    await setResult(system, approval_id, result)
    if (firstPassword === undefined) return { result, once: null }
    const [first, second] = splitPassword(firstPassword)
    await keepHalf(system, approval_id, sealWith(services.config, 'approval-half', first, approval_id))
    return { result, once: second }
  },

  async takePasswordHalf({ system, services, operator }, { approval_id }) {
    const taken = orRefuse(await takeHalf(system, approval_id, operator.id), -53021)
    await recordAudit(system, { action: 'approval.half-taken', target: taken.target })
    return { once: openWith(services.config, 'approval-half', taken.sealed, approval_id) }
  },
})

/** Returns the most helpful reason: that the request is settled, or else that another operator has to decide. */
async function whyNot(database: Database, approvalId: string, operatorId: string): Promise<Refusal> {
  const standing = await standingOf(database, approvalId, operatorId)
  if (!standing?.waiting) return new Refusal(-53011)
  if (!standing.role) return new Refusal(-41017)
  return new Refusal(standing.appointed ? -53016 : -53014)
}
