import type { OperationOutput } from '#contract/operations/index.ts'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { useOperation } from '../../use-operation.ts'
import { ConflictDialog } from '../editor/conflict-dialog.tsx'

export type EditedTerms = OperationOutput<'getTermsVersion'>

interface TermsConflictProps extends DialogProps {
  termsId: string
  mine: string
  overwrite: (revision: number) => Promise<boolean>
  take: (theirs: EditedTerms) => void
}

export const TermsConflict = ({ termsId, ...props }: TermsConflictProps) => (
  <ConflictDialog
    {...props}
    called={useOperation('getTermsVersion', { terms_id: termsId })}
    note="保存为我的版本会替换它，对方的改动不再保留。"
  />
)
