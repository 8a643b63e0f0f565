import type { OperationOutput } from '#contract/operations/index.ts'

export type StatementRow = OperationOutput<'previewStatement'>['rows'][number]
