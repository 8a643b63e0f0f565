import type { OperationOutput } from '#contract/operations/index.ts'

export type Invoice = OperationOutput<'getInvoiceRequestList'>['list'][number]
