import { Checkbox, Form } from 'antd'
import type { OutputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { Alert } from '#web/ui/alert.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { ticked } from '#web/ui/form-rules.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { ownLines } from './own-lines.ts'

type Memberships = OutputOf<'getMemberships'>

interface JoinDialogProps extends ChangeDialogProps {
  invitation: Memberships['invitations'][number]
  /** The company to which the person belongs now. */
  elsewhere: Memberships['membership']
}

/** Asks whether to join a company, and explains the consequences. */
export function JoinDialog({ invitation, elsewhere, ...dialog }: JoinDialogProps) {
  const [form] = Form.useForm<{ is_join: boolean }>()
  const { company_id, company_name } = invitation
  const { data } = usePreview('planMembership', dialog.open && !elsewhere ? { company_id, act: 'join' } : undefined, 0)
  return (
    <DialogForm
      title={`加入${company_name}`}
      subject={company_id}
      okText="加入企业"
      {...dialog}
      form={form}
      call={api.joinCompany}
      input={() => ({ company_id, is_join: 1 as const })}
      message={`欢迎加入${company_name}`}
      outdatedBy={[-47020]}
      onSuccess={({ data: { user_info } }) => session.setUserInfo(user_info)}
    >
      {elsewhere && (
        <Alert type="warning" title={`您现在属于${elsewhere.company_name}，须先退出才能加入另一家企业。`} />
      )}
      <p>
        加入后，企业的管理员可以看到您的姓名、手机号、设备与使用记录，为您分配时长与专线；您的账号与密码始终是您自己的，也可以随时退出。
      </p>
      {data && (
        <p>
          {data.gained.lines ? `加入后可以使用的专线：${ownLines(data.gained)}。` : '加入后暂时没有可以使用的专线。'}
        </p>
      )}
      <Form.Item name="is_join" valuePropName="checked" rules={[ticked('请勾选同意加入')]}>
        <Checkbox>我同意加入“{company_name}”，成为其员工</Checkbox>
      </Form.Item>
    </DialogForm>
  )
}
