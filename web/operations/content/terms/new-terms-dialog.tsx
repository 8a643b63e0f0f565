import { Form } from 'antd'
import { useNavigate } from 'react-router'
import { type TermsKind, termsNames } from '#contract/operations/content-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { api } from '../../api.ts'
import { editTermsPath } from '../../paths.ts'
import { TermsFields, type TermsName } from './terms-fields.tsx'

interface NewTermsDialogProps {
  which: TermsKind
  open: boolean
  close: () => void
}

export function NewTermsDialog({ which, open, close }: NewTermsDialogProps) {
  const [form] = Form.useForm<TermsName>()
  const navigate = useNavigate()
  async function send(values: TermsName) {
    const answer = await api.createTermsVersion({ which, ...values })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-53705]: 'version' })
      return false
    }
    void navigate(editTermsPath(answer.data.terms_id))
    return true
  }
  return (
    <DialogForm
      title={`新建${termsNames[which]}版本`}
      okText="新建草稿"
      open={open}
      close={close}
      form={form}
      send={send}
    >
      <p className="quiet">内容从现行的文本开始，发布前访客看不到。</p>
      <TermsFields autoFocus />
    </DialogForm>
  )
}
