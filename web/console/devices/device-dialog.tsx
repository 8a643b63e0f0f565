import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { platformNames } from '#contract/device-names.ts'
import { captchaProblem } from '#contract/rules.ts'
import { askUnread } from '#web/account/notices/unread.ts'
import { CodeInput } from '#web/account/personal/code-input.tsx'
import { lineProblem, ruled } from '#web/account/rules.ts'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { count } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { useAdminCode } from './admin-code.ts'
import { type ActionName, actionTitle, type Device, deviceActions } from './device-actions.ts'

export interface Asked {
  action: ActionName
  /** Those of which it changes something. */
  devices: readonly Device[]
}

interface Values {
  captcha: string
  note: string
}

interface DeviceDialogProps {
  asked: Asked
  open: boolean
  close: () => void
  done: () => void
}

/** Names the devices and what will happen to them; most actions need the administrator's code. */
export function DeviceDialog({ asked, open, close, done }: DeviceDialogProps) {
  const { action: name, devices } = asked
  const action = deviceActions[name]
  const [form] = Form.useForm<Values>()
  const [problem, setProblem] = useState('')

  async function send(values: Values) {
    setProblem('')
    const answer = await action.send(
      devices.map(device => device.device_id),
      values,
    )
    if (answer.ok) {
      const changed = 'changed' in answer.data ? answer.data.changed : answer.data.removed
      toast.success(`${action.done} ${count(changed)} 台设备`)
      // What waited for the audit is settled for every manager.
      void askUnread()
      done()
      return true
    }
    if (isSessionRefusal(answer)) return false
    const wrongCode = answer.code === -41005 || (answer.code === -41003 && answer.data === 'captcha')
    if (wrongCode) {
      form.setFields([{ name: 'captcha', errors: [sentence(answer)] }])
      form.focusField('captcha')
    } else setProblem(sentence(answer))
    return false
  }

  return (
    <DialogForm
      title={actionTitle(name, devices)}
      okText={`确认${action.word}`}
      danger={action.danger}
      open={open}
      close={close}
      form={form}
      send={send}
    >
      <DeviceNames devices={devices} />
      <p className="dialog-consequence">{action.consequence}</p>
      {problem && <Alert className="dialog-problem" type="error" showIcon role="alert" title={problem} />}
      {name === 'reject' && (
        <Form.Item name="note" label="驳回原因（选填，员工可见）" rules={[ruled(lineProblem('原因', 200, 0))]}>
          <Input.TextArea autoFocus maxLength={200} showCount rows={3} />
        </Form.Item>
      )}
      {action.captcha && <CodeField action={action.captcha} devices={devices} />}
    </DialogForm>
  )
}

interface CodeFieldProps {
  action: 'audit' | 'authorization'
  devices: readonly Device[]
}

function CodeField({ action, devices }: CodeFieldProps) {
  const code = useAdminCode({ action, device_ids: devices.map(device => device.device_id) })
  return (
    <Form.Item
      name="captcha"
      label="管理员验证码"
      rules={[ruled(captchaProblem)]}
      validateTrigger="onBlur"
      extra={code.phone ? `已发送到 ${code.phone}，只对本次所选设备有效` : '发送到您本人的手机，只对本次所选设备有效'}
    >
      <CodeInput send={code.send} label={code.label} disabled={code.disabled} />
    </Form.Item>
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
