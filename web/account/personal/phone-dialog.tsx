import { Form, Input } from 'antd'
import { captchaProblem, phoneProblem, portalLogin } from '#contract/rules.ts'
import { api } from '#web/api.ts'
import { session } from '#web/session.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { ruled } from '../rules.ts'
import { useCodeButton } from '../use-code-button.ts'
import { CodeInput } from './code-input.tsx'

interface Values {
  phone: string
  captcha: string
  password: string
}

const fieldOf: Record<number, keyof Values> = { [-41005]: 'captcha', [-41012]: 'password', [-41013]: 'phone' }

interface PhoneDialogProps {
  open: boolean
  close: () => void
  changed: () => void
}

export function PhoneDialog({ open, close, changed }: PhoneDialogProps) {
  const [form] = Form.useForm<Values>()
  const code = useCodeButton('phone')

  async function sendCode() {
    const problem = await code.send(form.getFieldValue('phone') ?? '')
    if (!problem) return
    form.setFields([{ name: 'phone', errors: [problem] }])
    form.focusField('phone')
  }

  async function send(values: Values) {
    const answer = await api.changePhone(values)
    if (answer.ok) {
      session.keepPhone(answer.data.phone)
      toast.success('手机号已更换，下次请用新手机号登录')
      changed()
      return true
    }
    tellRefusal(form, answer, fieldOf)
    return false
  }

  return (
    <DialogForm title="更换手机号" okText="确认更换" open={open} close={close} form={form} send={send}>
      <Form.Item name="phone" label="新手机号" rules={[ruled(phoneProblem)]} validateTrigger="onBlur">
        <Input autoFocus type="tel" inputMode="tel" autoComplete="tel" maxLength={11} />
      </Form.Item>
      <Form.Item name="captcha" label="短信验证码" rules={[ruled(captchaProblem)]} validateTrigger="onBlur">
        <CodeInput send={() => void sendCode()} label={code.label} disabled={code.disabled} />
      </Form.Item>
      <Form.Item name="password" label="登录密码" rules={[ruled(portalLogin.password)]} validateTrigger="onBlur">
        <Input.Password autoComplete="current-password" maxLength={20} />
      </Form.Item>
    </DialogForm>
  )
}
