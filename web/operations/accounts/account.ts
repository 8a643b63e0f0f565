import type { OperationOutput } from '#contract/operations/index.ts'

export type Account = OperationOutput<'getAccountOverview'>
