import type { OperationOutput } from '#contract/operations/index.ts'

export type SalesOrder = OperationOutput<'getSalesOrder'>
