import { Form, Input, Radio, Select } from 'antd'
import type { InputOf, OutputOf } from '#contract/index.ts'
import { maxPersonDays } from '#contract/people.ts'
import { type RequestKind, requestKindNames, requestKinds } from '#contract/request-names.ts'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { between } from '#web/ui/whole.ts'
import { WholeNumber } from '#web/ui/whole-number.tsx'

interface Values {
  kind: RequestKind
  days?: number
  device_id?: string
  note: string
}

/** The initial values of the dialog. */
export interface Wish {
  kind?: RequestKind
  device_id?: string
}

interface AskDialogProps extends ChangeDialogProps {
  devices: readonly OutputOf<'getMyService'>['devices'][number][]
  wish: Wish
}

const hints: Record<RequestKind, string> = {
  line: '例如：店铺所在的地区与平台，什么时候使用',
  days: '例如：为什么需要更多天数',
  device: '例如：新换的办公电脑',
}

/** Sends an employee's request to the managers. */
export function AskDialog({ open, close, devices, wish, done }: AskDialogProps) {
  const [form] = Form.useForm<Values>()
  const first = wish.kind ?? 'line'
  const kind = Form.useWatch('kind', form) ?? first
  // An approved device needs no request.
  const waiting = devices.filter(({ audit_state }) => audit_state !== 'approved')
  const offered = requestKinds.filter(each => each !== 'device' || waiting.length > 0)
  return (
    <DialogForm
      title="向管理员申请"
      subject={undefined}
      okText="提交申请"
      open={open}
      close={close}
      form={form}
      call={api.requestAccess}
      input={({ kind: requestKind, days, device_id, note }: Values): InputOf<'requestAccess'> => ({
        kind: requestKind,
        note,
        ...(requestKind === 'days' && { days }),
        ...(requestKind === 'device' && { device_id }),
      })}
      fieldOf={{ [-48001]: 'device_id' }}
      outdatedBy={[-47040, -47041]}
      done={done}
    >
      <Form.Item name="kind" label="申请什么" initialValue={first}>
        <Radio.Group options={offered.map(value => ({ value, label: requestKindNames[value] }))} />
      </Form.Item>
      {kind === 'days' && (
        <Form.Item
          name="days"
          label="天数"
          initialValue={30}
          rules={[{ required: true, message: '请填写天数' }, between(1, maxPersonDays, '天')]}
        >
          <WholeNumber suffix="天" />
        </Form.Item>
      )}
      {kind === 'device' && (
        <Form.Item
          name="device_id"
          label="设备"
          initialValue={wish.device_id ?? waiting[0]?.device_id}
          rules={[{ required: true, message: '请选择设备' }]}
        >
          <Select options={waiting.map(({ device_id, name }) => ({ value: device_id, label: name }))} />
        </Form.Item>
      )}
      <Form.Item name="note" label="说明" rules={[ruled(lineProblem('说明', 200, 2))]}>
        <Input.TextArea rows={3} maxLength={200} showCount placeholder={hints[kind]} />
      </Form.Item>
    </DialogForm>
  )
}
