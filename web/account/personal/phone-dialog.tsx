import { Form, Input } from 'antd'
import { plainPhone } from '#contract/phone.ts'
import { captchaProblem, phoneProblem, portalLogin } from '#contract/rules.ts'
import { api } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { ruled } from '#web/ui/form-rules.ts'
import { CodeInput } from '#web/ui/sms-code/code-input.tsx'
import { useCodeButton } from '#web/ui/sms-code/use-code-button.ts'
import type { DialogProps } from '#web/ui/use-dialog.ts'

interface Values {
  phone: string
  captcha: string
  password: string
}

const fieldOf: Record<number, keyof Values> = { [-41005]: 'captcha', [-41012]: 'password', [-41013]: 'phone' }

interface PhoneDialogProps extends DialogProps {
  changed: () => void
}

export function PhoneDialog({ changed, ...dialog }: PhoneDialogProps) {
  const [form] = Form.useForm<Values>()
  const code = useCodeButton('phone')

  async function sendCode() {
    const problem = await code.send(form.getFieldValue('phone') ?? '')
    if (!problem) return
    form.setFields([{ name: 'phone', errors: [problem] }])
    form.focusField('phone')
  }

  return (
    <DialogForm
      title="更换手机号"
      subject={undefined}
      okText="确认更换"
      {...dialog}
      form={form}
      call={api.changePhone}
      input={values => values}
      fieldOf={fieldOf}
      message="手机号已更换，下次请用新手机号登录"
      onSuccess={({ data }) => session.setPhone(data.phone)}
      done={changed}
    >
      <Form.Item
        name="phone"
        label="新手机号"
        rules={[ruled(phoneProblem)]}
        validateTrigger="onBlur"
        // A phone is often copied with blanks or +86.
        normalize={plainPhone}
      >
        <Input type="tel" inputMode="tel" autoComplete="tel" maxLength={20} />
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
