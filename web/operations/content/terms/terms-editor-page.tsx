import { useParams } from 'react-router'
import { Failure } from '#web/ui/failure.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { useOperation } from '../../use-operation.ts'
import { TermsEditor } from './terms-editor.tsx'

export function TermsEditorPage() {
  const { id = '' } = useParams()
  const called = useOperation('getTermsVersion', { terms_id: id })
  if (called.refused && !called.data) return <Failure refused={called.refused} retry={called.reload} />
  if (!called.data) return <PageWait />
  return <TermsEditor terms={called.data} changed={called.reload} />
}
