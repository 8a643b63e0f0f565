import { Form, Input } from 'antd'
import { operatorPassword, operatorPasswordProblem } from '#contract/records/operator-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ruled } from '#web/ui/form-rules.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { refreshSelf } from '../operator-self.ts'

interface Values {
  old_password: string
  password: string
}

const fieldOf: Record<number, keyof Values> = {
  [-41002]: 'old_password',
  [-41011]: 'password',
  [-41012]: 'old_password',
}

export function PasswordCard() {
  const [form] = Form.useForm<Values>()
  const { busy, submit } = useSubmission({
    call: api.changeOwnPassword,
    form,
    fieldOf,
    message: ({ msg }) => `${msg}，其他地方的登录已失效`,
    onSuccess() {
      form.resetFields()
      void refreshSelf()
    },
  })
  return (
    <section className="sheet" aria-labelledby="password-title">
      <h2 id="password-title">修改密码</h2>
      <Form form={form} layout="vertical" onFinish={submit} className="narrow-form">
        <Form.Item name="old_password" label="现在的密码" rules={[{ required: true, message: '请输入现在的密码' }]}>
          <Input.Password autoComplete="current-password" maxLength={200} />
        </Form.Item>
        <Form.Item name="password" label="新密码" rules={[ruled(operatorPasswordProblem)]}>
          <Input.Password
            autoComplete="new-password"
            maxLength={operatorPassword.max}
            placeholder={`${operatorPassword.min}–${operatorPassword.max} 位，可以是几个词组成的一句话`}
          />
        </Form.Item>
        <Button type="submit" loading={busy}>
          修改密码
        </Button>
      </Form>
    </section>
  )
}
