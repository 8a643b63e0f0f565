import { Form, Input, Radio } from 'antd'
import { clientTypeNames, clientTypeOrder, versionPattern } from '#contract/installer-names.ts'
import { installerFields } from '#contract/records/installer-fields.ts'
import { Switch } from '#web/ui/switch.tsx'
import { forceText } from './edit-dialog.tsx'

/** The published version, wherever its file is hosted. */
export const VersionItems = () => (
  <>
    <Form.Item name="client_type" label="系统" rules={[{ required: true, message: '请选择系统' }]}>
      <Radio.Group options={clientTypeOrder.map(type => ({ value: type, label: clientTypeNames[type] }))} />
    </Form.Item>
    <Form.Item
      name="version"
      label={installerFields.version.label}
      extra="须高于该系统现在的版本"
      rules={[{ required: true, pattern: versionPattern, message: '版本号写作 12.0.1' }]}
    >
      <Input maxLength={installerFields.version.max} placeholder="12.0.1" autoComplete="off" />
    </Form.Item>
  </>
)

/** It belongs to the file wherever that is hosted, so it is kept when the other way is chosen. */
export const HashItem = ({ required }: { required: boolean }) => (
  <Form.Item
    name="sha256"
    label={required ? 'SHA-256' : 'SHA-256（选填）'}
    extra={required ? '必填：本站不读取文件，下载后凭它核对' : '填写后，与收到的文件核对，不一致则不发布'}
    rules={[{ required, pattern: /^\s*([0-9a-f]{64})?\s*$/i, message: '64 位十六进制数字' }]}
  >
    <Input maxLength={80} autoComplete="off" />
  </Form.Item>
)

export const NotesItems = () => (
  <>
    <Form.Item name="notes" label={installerFields.notes.label} extra="一行一条，以“- ”开头；显示在下载页与客户端">
      <Input.TextArea rows={3} maxLength={installerFields.notes.max} />
    </Form.Item>
    <Form.Item
      name="force_update"
      label="强制更新"
      initialValue={false}
      valuePropName="checked"
      extra={`${forceText}以后可以修改。`}
    >
      <Switch />
    </Form.Item>
  </>
)
