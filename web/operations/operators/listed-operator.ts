import type { OperationOutput } from '#contract/operations/index.ts'

export type ListedOperator = OperationOutput<'getOperatorList'>['list'][number]
