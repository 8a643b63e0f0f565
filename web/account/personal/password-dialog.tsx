import { Form, Input } from 'antd'
import { passwordProblem, passwordStrength, portalLogin } from '#contract/rules.ts'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { ruled } from '#web/ui/form-rules.ts'

interface Values {
  old_password: string
  password: string
  password2: string
}

const strengths = ['弱', '较弱', '一般', '较强', '强'] as const
const fieldOf: Record<number, keyof Values> = { [-41010]: 'password2', [-41011]: 'password', [-41012]: 'old_password' }

export function PasswordDialog({ open, close, changed }: { open: boolean; close: () => void; changed: () => void }) {
  const [form] = Form.useForm<Values>()
  const typed = Form.useWatch('password', form)

  return (
    <DialogForm
      title="修改密码"
      subject={undefined}
      okText="确认修改"
      open={open}
      close={close}
      form={form}
      call={api.changePassword}
      input={values => values}
      fieldOf={fieldOf}
      message="密码已修改，其他设备已退出登录"
      done={changed}
    >
      <Form.Item
        name="old_password"
        label="原密码"
        rules={[ruled(value => (value ? portalLogin.password(value) : '请输入原密码'))]}
      >
        <Input.Password autoComplete="current-password" maxLength={20} />
      </Form.Item>
      <Form.Item
        name="password"
        label="新密码"
        rules={[ruled(passwordProblem)]}
        extra={typed && `密码强度：${strengths[passwordStrength(typed)]}`}
      >
        <Input.Password autoComplete="new-password" placeholder="6–18 位，建议字母与数字组合" />
      </Form.Item>
      <Form.Item
        name="password2"
        label="再次输入新密码"
        dependencies={['password']}
        rules={[
          ruled(again => {
            if (!again) return '请再次输入新密码'
            return again === form.getFieldValue('password') ? undefined : '两次输入的密码不一致'
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </DialogForm>
  )
}
