import { approvalUnitNames, approvalUnits, daySumName, roleNames } from '#contract/operations/operator-names.ts'
import { grouped } from '#contract/prices.ts'
import { money } from '#server/core/yuan.ts'
import type { ApprovalLimit, ApprovalPolicy } from '#server/engines/approvals/policy.sql.ts'

export function figureOf(kind: ApprovalPolicy['kind'], figure: number): string {
  const unit = approvalUnits[kind]
  if (unit === 'fen') return money(figure)
  return `${grouped(figure)}${unit === 'percent' ? '' : ' '}${approvalUnitNames[unit ?? 'days']}`
}

export const limitInWords = ({ kind, role, most }: ApprovalLimit) =>
  `${roleNames[role]}：一人一天最多独自执行 ${figureOf(kind, most)}`

export function policyInWords({ kind, threshold, roles }: ApprovalPolicy): string {
  const when =
    threshold === null
      ? '无需确认'
      : threshold === 0
        ? '总是须确认'
        : `${daySumName(kind)}达到 ${figureOf(kind, threshold)} 须确认`
  return `${when}；可确认的角色：${roles.map(role => roleNames[role]).join('、')}`
}

/** Describes all rules of a kind, for the request and the audit log. */
export const rulesInWords = (policy: ApprovalPolicy, limits: readonly Omit<ApprovalLimit, 'kind'>[]): string =>
  [policyInWords(policy), ...limits.map(limit => limitInWords({ ...limit, kind: policy.kind }))].join('；')
