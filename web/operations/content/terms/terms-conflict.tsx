import { useOperation } from '../../use-operation.ts'
import { ConflictDialog } from '../editor/conflict-dialog.tsx'
import type { EditedTerms } from './terms-editor.tsx'

interface TermsConflictProps {
  termsId: string
  mine: string
  open: boolean
  close: () => void
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
