import { passkeyFields } from '#contract/records/passkey-fields.ts'
import type { Answered } from '#web/data/answers.ts'
import { DialogForm } from '../dialog-form.tsx'
import { TextItem } from '../text-item.tsx'
import type { ChangeDialogProps } from '../use-dialog.ts'
import type { SubmissionOptions } from '../use-submission.ts'

export type Rename = (
  input: { passkey_id: string; name: string },
  options: SubmissionOptions,
) => Promise<Answered<object>>

interface RenameDialogProps extends ChangeDialogProps {
  passkey: { passkey_id: string; name: string }
  call: Rename
}

export const RenameDialog = ({ passkey: { passkey_id, name }, ...dialog }: RenameDialogProps) => (
  <DialogForm
    title="修改通行密钥的名称"
    subject={passkey_id}
    okText="保存"
    {...dialog}
    input={(values: { name: string }) => ({ passkey_id, ...values })}
    outdatedBy={[-41036]}
  >
    <TextItem name="name" field={passkeyFields.name} initialValue={name} required="请输入名称" />
  </DialogForm>
)
