import { Checkbox, Form, Radio } from 'antd'
import { directoryFields, directoryLeavers, directorySources, directorySuccessors } from '#contract/directory-names.ts'
import type { InputOf, OutputOf } from '#contract/index.ts'
import { keysOf } from '#contract/typed-keys.ts'
import { api } from '#web/data/api.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { EmployeePicker } from '../pickers/employee-picker.tsx'

type Settings = NonNullable<OutputOf<'getDirectory'>['settings']>
type Values = Pick<Settings, 'source' | 'owns' | 'leaver' | 'successor'> & { successor_id?: string }

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))
const everyField = keysOf(directoryFields)

/** Returns only the fields changed here, so that a form opened earlier does not revert another manager's changes. */
function inputOf({ source, owns, leaver, successor, successor_id }: Values, before: Settings | null) {
  const chosen = successor === 'person' ? (successor_id ?? null) : null
  if (!before) return { source, owns, leaver, successor, successor_id: chosen }
  const ordered = everyField.filter(field => owns.includes(field))
  const inOrder = everyField.filter(field => before.owns.includes(field))
  const { seen, ...changed } = changedFrom(
    { ...before, owns: inOrder },
    { owns: ordered, leaver, successor, successor_id: chosen },
  )
  const isOther = 'successor' in changed || 'successor_id' in changed
  // A handover to a person is named as a whole. The source is always sent, and so is what was seen of it.
  return {
    source,
    ...changed,
    ...(isOther && { successor, successor_id: chosen }),
    seen: { ...seen, source: before.source },
  }
}

const savedMessage = (input: InputOf<'setDirectory'>, before: Settings | null) =>
  before?.state === 'active' && (input.source !== before.source || Object.keys(input).length > 2)
    ? '已保存，目录已停下：请看过计划后重新启用'
    : '已保存'

export function SettingsDialog({ settings, ...dialog }: ChangeDialogProps & { settings: Settings | null }) {
  const [form] = Form.useForm<Values>()
  const successor = Form.useWatch('successor', form) ?? settings?.successor
  return (
    <DialogForm
      {...dialog}
      title="企业目录"
      subject={undefined}
      okText="保存"
      width={560}
      form={form}
      call={api.setDirectory}
      record={settings}
      input={inputOf}
      message={(_answer, input) => savedMessage(input, settings)}
      fieldOf={{ [-47001]: 'successor_id' }}
    >
      <Form.Item
        name="source"
        label="来源"
        initialValue={settings?.source ?? 'scim'}
        extra={
          settings
            ? '换了来源，收到的内容清空。换了来源或以下的规则，须重新看过计划再启用，其间目录不停用离职的人。'
            : undefined
        }
      >
        <Radio.Group options={optionsOf(directorySources)} />
      </Form.Item>
      <Form.Item
        name="owns"
        label="由目录管理的项"
        initialValue={settings?.owns ?? everyField}
        extra="对目录里的人，这些项以目录为准，不能在控制台修改；没有选的由管理员决定，目录从不覆盖。"
      >
        <Checkbox.Group options={optionsOf(directoryFields)} />
      </Form.Item>
      <Form.Item name="leaver" label="离职时" initialValue={settings?.leaver ?? 'disable'}>
        <Radio.Group options={optionsOf(directoryLeavers)} />
      </Form.Item>
      <Form.Item
        name="successor"
        label="离职者自己的专线权限交给"
        initialValue={settings?.successor ?? 'superior'}
        extra="没有接手的人时，停用的人留着权限而不能使用，移除的人收回。经由部门得到的权限属于部门，不受影响。"
      >
        <Radio.Group vertical options={optionsOf(directorySuccessors)} />
      </Form.Item>
      {successor === 'person' && (
        <Form.Item
          name="successor_id"
          label="接手的员工"
          initialValue={settings?.successor_id ?? undefined}
          rules={[{ required: true, message: '请选择接手的员工' }]}
        >
          <EmployeePicker placeholder="姓名、手机号或工号" filter={{ state: 'active' }} />
        </Form.Item>
      )}
    </DialogForm>
  )
}
