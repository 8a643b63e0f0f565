import { Form, Input } from 'antd'
import { passwordProblem, passwordStrength, portalLogin } from '#contract/rules.ts'
import { api } from '#web/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { ruled } from '../rules.ts'

interface Values {
  old_password: string
  password: string
  password2: string
}

const strengths = ['弱', '较弱', '一般', '较强', '强'] as const
const fieldOf: Record<number, keyof Values> = { [-41010]: 'password2', [-41011]: 'password', [-41012]: 'old_password' }

export function PasswordDialog({ open, close }: { open: boolean; close: () => void }) {
  const [form] = Form.useForm<Values>()
  const typed = Form.useWatch('password', form)

  async function send(values: Values) {
    const answer = await api.changePassword(values)
    if (answer.ok) {
      toast.success('密码已修改，其他设备已退出登录')
      return true
    }
    tellRefusal(form, answer, fieldOf)
    return false
  }

  return (
    <DialogForm title="修改密码" okText="确认修改" open={open} close={close} form={form} send={send}>
      <Form.Item
        name="old_password"
        label="原密码"
        rules={[ruled(given => (given ? portalLogin.password(given) : '请输入原密码'))]}
      >
        <Input.Password autoFocus autoComplete="current-password" maxLength={20} />
      </Form.Item>
      <Form.Item
        name="password"
        label="新密码"
        rules={[ruled(passwordProblem)]}
        extra={typed && `密码强度：${strengths[passwordStrength(typed)]}`}
      >
        <Input.Password autoComplete="new-password" maxLength={18} placeholder="6–18 位，建议字母与数字组合" />
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
        <Input.Password autoComplete="new-password" maxLength={18} />
      </Form.Item>
    </DialogForm>
  )
}
