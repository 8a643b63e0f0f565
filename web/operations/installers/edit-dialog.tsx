import { Form, Input, Switch } from 'antd'
import { clientTypeNames } from '#contract/operations/installer-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import type { ListedInstaller } from './installers-page.tsx'

interface Values {
  notes: string
  force_update: boolean
}

interface EditDialogProps {
  installer: ListedInstaller
  open: boolean
  close: () => void
  done: () => void
}

export const forceText = '打开后，低于这个版本的客户端必须更新才能继续使用。'

export function EditDialog({ installer, open, close, done }: EditDialogProps) {
  const [form] = Form.useForm<Values>()
  const { installer_id, client_type, version, notes, force_update } = installer
  async function send(values: Values) {
    const answer = await api.setInstaller({ installer_id, ...values })
    if (!answer.ok) {
      tellRefusal(form, answer)
      return false
    }
    toast.success(answer.msg)
    done()
    return true
  }
  return (
    <DialogForm
      title={`修改 ${clientTypeNames[client_type]} ${version}`}
      okText="保存"
      width={560}
      {...{ open, close, form, send }}
    >
      <Form.Item name="notes" label="更新说明" initialValue={notes} extra="一行一条，以“- ”开头">
        <Input.TextArea autoFocus rows={6} maxLength={5000} />
      </Form.Item>
      <Form.Item
        name="force_update"
        label="强制更新"
        initialValue={force_update}
        valuePropName="checked"
        extra={forceText}
      >
        <Switch />
      </Form.Item>
    </DialogForm>
  )
}
