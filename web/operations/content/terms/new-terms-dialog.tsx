import { useNavigate } from 'react-router'
import { type TermsKind, termsNames } from '#contract/content-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../../api.ts'
import { editTermsPath } from '../../paths.ts'
import { TermsFields, type TermsName } from './terms-fields.tsx'

interface NewTermsDialogProps extends DialogProps {
  which: TermsKind
}

export function NewTermsDialog({ which, ...dialog }: NewTermsDialogProps) {
  const navigate = useNavigate()
  return (
    <DialogForm
      title={`新建${termsNames[which]}版本`}
      subject={which}
      okText="新建草稿"
      {...dialog}
      call={api.createTermsVersion}
      input={(values: TermsName) => ({ which, ...values })}
      fieldOf={{ [-53705]: 'version' }}
      message=""
      onSuccess={({ data }) => void navigate(editTermsPath(data.terms_id))}
    >
      <p className="quiet">内容从现行的文本开始，{which === 'contract' ? '发布前不用于合同' : '发布前访客看不到'}。</p>
      <TermsFields which={which} />
    </DialogForm>
  )
}
