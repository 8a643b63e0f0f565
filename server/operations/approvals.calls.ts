import { Refusal } from '../http/envelope.ts'
import { executors } from './approval-executors.ts'
import { approvalList, countApprovals, decide, findApproval, setResult } from './approvals.sql.ts'
import { recordAudit } from './audit.ts'
import type { OperationHandlersFor } from './context.ts'

const states = { confirm: 'confirmed', reject: 'rejected', withdraw: 'withdrawn' } as const
const said = { confirmed: '已执行', rejected: '已驳回', withdrawn: '已撤回' } as const

export const approvalsCalls: OperationHandlersFor<'getApprovalList' | 'decideApproval'> = {
  async getApprovalList({ system, operator }, { state, kind, page, page_size }) {
    const [rows, total] = await Promise.all([
      approvalList(system, { state, kind }, { limit: page_size, offset: (page - 1) * page_size }),
      countApprovals(system, { state, kind }),
    ])
    const list = rows.map(({ id, requested_by, requester, requested_at, decider, decided_at, ...row }) => ({
      ...row,
      approval_id: id,
      requested_by: requester,
      requested_at: requested_at.toISOString(),
      own: requested_by === operator.id,
      decided_by: decider,
      decided_at: decided_at?.toISOString() ?? null,
    }))
    return { list, total }
  },

  async decideApproval(context, { approval_id, decision, reason = '' }) {
    const { system, services, operator, actor } = context
    const state = states[decision]
    if (decision === 'reject' && !reason) throw new Refusal(-41003, 'reason', '请填写驳回的原因')
    return system.transaction(async transaction => {
      const approval = await findApproval(transaction, approval_id)
      if (!approval) throw new Refusal(-53021)
      const own = approval.requested_by === operator.id
      if (own !== (decision === 'withdraw')) throw new Refusal(own ? -53010 : -41017)
      if (!(await decide(transaction, approval_id, { state, by: operator.id, reason: reason || null })))
        throw new Refusal(-53011)
      const { kind, target, summary } = approval
      await recordAudit(transaction, {
        actor,
        action: `approval.${state}`,
        target,
        before: { state: 'waiting' },
        after: { state, kind, summary, reason: reason || null, requested_by: `operator:${approval.requested_by}` },
      })
      if (decision !== 'confirm') return { result: said[state] }
      // Everything the executor does is one with the decision.
      const within = { ...services, system: transaction }
      const result = await executors[kind]({ ...context, services: within, system: transaction }, approval.payload)
      await setResult(transaction, approval_id, result)
      return { result }
    })
  },
}
