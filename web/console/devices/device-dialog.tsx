import { Form, Input } from 'antd'
import { useState } from 'react'
import { platformNames } from '#contract/device-names.ts'
import { deviceFields } from '#contract/records/device-fields.ts'
import { sentence } from '#web/data/answers.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { Alert } from '#web/ui/alert.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import { count } from '#web/ui/format.ts'
import { loadUnread } from '#web/ui/notices/unread.ts'
import { Plan } from '#web/ui/plan/plan.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { AdminCodeField } from '../admin-code/admin-code-field.tsx'
import { type ActionName, actionTitle, type Device, deviceActions } from './device-actions.ts'

export interface DeviceQuestion {
  action: ActionName
  /** The devices that the action would change. */
  devices: readonly Device[]
}

interface Values {
  captcha: string
  note: string
}

interface DeviceDialogProps extends ChangeDialogProps {
  question: DeviceQuestion
}

/** Names the devices and the effect on them; most actions require an administrator's code. */
export function DeviceDialog({ question, done, ...dialog }: DeviceDialogProps) {
  const { action: name, devices } = question
  const action = deviceActions[name]
  const [form] = Form.useForm<Values>()
  const [problem, setProblem] = useState('')
  const ids = devices.map(device => device.device_id)
  const plan = usePreview('planAccess', dialog.open ? action.planned(ids) : undefined, 0)

  return (
    <DialogForm
      title={actionTitle(name, devices)}
      subject={ids}
      okText={`确认${action.word}`}
      danger={action.danger}
      {...dialog}
      waiting={plan.loading}
      form={form}
      call={(values: Values, options) => {
        setProblem('')
        return action.send(ids, values, options)
      }}
      input={values => values}
      message={({ data }) => `${action.done} ${count('changed' in data ? data.changed : data.removed)} 台设备`}
      onRefused={answer => {
        const wrongCode = answer.code === -41005 || (answer.code === -41003 && answer.data === 'captcha')
        if (wrongCode) showRefusal(answer, { form, fieldOf: { [-41005]: 'captcha' } })
        else setProblem(sentence(answer))
      }}
      // The audit also settles the notices that await other managers.
      onSuccess={() => void loadUnread()}
      done={done}
    >
      <DeviceNames devices={devices} />
      <p className="dialog-consequence">{action.consequence}</p>
      <Plan plan={plan} />
      {problem && <Alert className="dialog-problem" type="error" title={problem} />}
      {name === 'reject' && (
        <Form.Item
          name="note"
          label="驳回原因（选填，员工可见）"
          rules={[ruled(lineProblem('原因', deviceFields.audit_note.max, 0))]}
        >
          <Input.TextArea maxLength={deviceFields.audit_note.max} showCount rows={3} />
        </Form.Item>
      )}
      {action.captcha && (
        <AdminCodeField
          of={{ action: action.captcha, device_ids: devices.map(({ device_id }) => device_id) }}
          only="只对本次所选设备有效"
        />
      )}
    </DialogForm>
  )
}

const DeviceNames = ({ devices }: { devices: readonly Device[] }) => (
  <ul className="device-names" aria-label="将要操作的设备">
    {devices.map(device => (
      <li key={device.device_id}>
        <strong>{device.name}</strong>
        <span>
          {device.employee_name} · {platformNames[device.platform]}
        </span>
      </li>
    ))}
  </ul>
)
