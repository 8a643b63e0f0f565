import type { OperationOutput } from '#contract/operations/index.ts'
import { approvalUnitNames, approvalUnits, daySumName, roleNames } from '#contract/operations/operator-names.ts'
import { yuan } from '#web/ui/format.ts'

export type Policy = OperationOutput<'getApprovalPolicy'>['list'][number]

function figureOf(kind: Policy['kind'], figure: number): string {
  const unit = approvalUnits[kind]
  return unit === 'fen' ? yuan(figure) : `${figure} ${approvalUnitNames[unit ?? 'days']}`
}

export function thresholdInWords({ kind, threshold }: Pick<Policy, 'kind' | 'threshold'>): string {
  if (threshold === null) return '无需确认'
  return threshold === 0 ? '总是' : `${daySumName(kind)}达到 ${figureOf(kind, threshold)}`
}

export const limitsInWords = ({ kind, limits }: Pick<Policy, 'kind' | 'limits'>): string[] =>
  limits.map(({ role, most }) => `${roleNames[role]} ${figureOf(kind, most)}`)
