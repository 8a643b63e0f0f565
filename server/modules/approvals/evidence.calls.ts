import { approvalUnits, roleNames } from '#contract/operations/operator-names.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { findSeen, otherRequests, todayOf } from '#server/engines/approvals/evidence.sql.ts'
import { evidenceFor } from '#server/engines/approvals/evidence.ts'
import { findPolicy, highestLimitOf } from '#server/engines/approvals/policy.sql.ts'
import { recordViewing } from '#server/engines/audit/viewing.ts'
import { signedAddress } from '#server/engines/files/signed-address.ts'
import type { OperationHandlersFor, Operator } from '#server/engines/operator-context.ts'
import type { FindEvidence } from './carry-out.ts'
import { figureOf, policyInWords } from './policy-words.ts'

type Seen = NonNullable<Awaited<ReturnType<typeof findSeen>>>

export const evidenceCallsWith = (
  evidenceOf: FindEvidence,
): OperationHandlersFor<'getApprovalEvidence' | 'openApprovalFile'> => ({
  async getApprovalEvidence({ system, operator }, { approval_id }) {
    const approval = await requireSeen(system, operator, approval_id)
    const rows = evidenceFor(operator.roles, await evidenceOf(system, approval))
    return {
      rows: rows.map(({ label, value, tone = null, link = null, file }) => ({
        label,
        value,
        tone,
        link,
        file: file ? { file_id: file.file_id, content_type: file.content_type } : null,
      })),
      rules: await rulesFor(system, approval),
      earlier: await otherRequests(system, operator, approval),
    }
  },

  async openApprovalFile({ system, services, operator }, { approval_id, file_id }) {
    const approval = await requireSeen(system, operator, approval_id)
    const rows = evidenceFor(operator.roles, await evidenceOf(system, approval))
    const file = rows.find(row => row.file?.file_id === file_id)?.file
    if (!file) throw new Refusal(-53021)
    const after = { approval: approval_id }
    await recordViewing(system, { action: 'approval.file_viewed', target: file.target, after })
    return { url: signedAddress(services.config, file_id) }
  },
})

/** A request that the operator may not see is treated as if it did not exist. */
async function requireSeen(database: Database, operator: Operator, approvalId: string): Promise<Seen> {
  return orRefuse(await findSeen(database, operator, approvalId), -53021)
}

/** Returns the rules for the requester, and how much of today's limit is used. */
async function rulesFor(database: Database, approval: Seen) {
  const { kind, value, requested_by, requester_roles } = approval
  const policy = await findPolicy(database, kind)
  const rules = policy ? [{ label: '规则', value: policyInWords(policy), tone: null }] : []
  if (approvalUnits[kind] === undefined) return rules
  const { used, company_used, requests, requested } = await todayOf(database, approval)
  const most = await highestLimitOf(database, kind, requester_roles)
  const limit = `${requester_roles.map(role => roleNames[role]).join('、')}一人一天最多独自执行`
  return [
    ...rules,
    ...(most === null ? [] : [{ label: '上限', value: `${limit} ${figureOf(kind, most)}`, tone: null }]),
    {
      label: '今天',
      value: `${requested_by}独自执行 ${figureOf(kind, used)}，另提交 ${requests} 项${requests ? `（共 ${figureOf(kind, requested)}）` : ''}${value === null || approval.alone ? '' : `；连同本项共 ${figureOf(kind, used + requested + value)}`}`,
      tone: requests > 0 ? ('warning' as const) : null,
    },
    ...(company_used > 0
      ? [
          {
            label: '这家企业今天',
            value: `操作员各自独自给出合计 ${figureOf(kind, company_used)}`,
            tone: 'warning' as const,
          },
        ]
      : []),
  ]
}
