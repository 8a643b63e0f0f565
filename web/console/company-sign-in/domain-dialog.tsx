import { signInFields } from '#contract/sign-in-names.ts'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { TextItem } from '#web/ui/text-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'

/** Asks for a mail domain of the company. */
export function DomainDialog(dialog: ChangeDialogProps) {
  return (
    <DialogForm
      {...dialog}
      title="添加邮箱域名"
      subject={undefined}
      okText="添加"
      call={api.addCompanyDomain}
      input={({ domain }: { domain: string }) => ({ domain })}
      message="已添加，请按说明设置 TXT 记录"
      fieldOf={{ [-59106]: 'domain', [-59107]: 'domain' }}
    >
      <TextItem
        name="domain"
        field={signInFields.domain}
        required="请输入邮箱域名"
        placeholder="example.com"
        extra="员工邮箱 @ 之后的部分。"
      />
    </DialogForm>
  )
}
