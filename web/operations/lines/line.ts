import type { OperationOutput } from '#contract/operations/index.ts'
import type { Intent } from '#web/ui/intent.ts'

export type OperatedLine = OperationOutput<'getOperatedLines'>['list'][number]

export interface LineDialogProps {
  line: OperatedLine
  /** The intent outlives its dialog. */
  intent: Intent
  open: boolean
  close: () => void
  done: () => void
}
