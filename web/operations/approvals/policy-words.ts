import type { OperationOutput } from '#contract/operations/index.ts'
import { approvalUnits, roleNames } from '#contract/operations/operator-names.ts'
import { yuan } from '#web/ui/format.ts'

export type Policy = OperationOutput<'getApprovalPolicy'>['list'][number]

const figureOf = (kind: Policy['kind'], figure: number) =>
  approvalUnits[kind] === 'fen' ? yuan(figure) : `${figure} 天`

export function thresholdInWords({ kind, threshold }: Pick<Policy, 'kind' | 'threshold'>): string {
  if (threshold === null) return '无需确认'
  return threshold === 0 ? '总是' : `一人一天、或一家企业一天合计达到 ${figureOf(kind, threshold)}`
}

export const limitsInWords = ({ kind, limits }: Pick<Policy, 'kind' | 'limits'>): string[] =>
  limits.map(({ role, most }) => `${roleNames[role]} ${figureOf(kind, most)}`)
