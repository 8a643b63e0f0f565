import type { OperationOutput } from '#contract/operations/index.ts'

export type OperatedLine = OperationOutput<'getOperatedLines'>['list'][number]

export interface LineDialogProps {
  line: OperatedLine
  open: boolean
  close: () => void
  done: () => void
}
