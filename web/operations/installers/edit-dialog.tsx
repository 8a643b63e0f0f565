import { Form, Input } from 'antd'
import { installerFields } from '#contract/records/installer-fields.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { type ListedInstaller, nameOf } from './listed-installer.ts'

interface Values {
  notes: string
  force_update: boolean
}

interface EditDialogProps extends ChangeDialogProps {
  installer: ListedInstaller
}

export const forceText = '打开后，低于这个版本的客户端必须更新才能继续使用。'

export function EditDialog({ installer, ...dialog }: EditDialogProps) {
  const { installer_id, notes, force_update } = installer
  return (
    <DialogForm
      title={`修改 ${nameOf(installer)}`}
      subject={installer_id}
      okText="保存"
      width={560}
      {...dialog}
      call={api.setInstaller}
      record={installer}
      input={(values: Values, record) => ({ installer_id, ...changedFrom(record, values) })}
    >
      <Form.Item name="notes" label={installerFields.notes.label} initialValue={notes} extra="一行一条，以“- ”开头">
        <Input.TextArea rows={6} maxLength={installerFields.notes.max} />
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
