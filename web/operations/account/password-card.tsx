import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { passwordProblem } from '#contract/rules.ts'
import { ruled } from '#web/account/rules.ts'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
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
  const [busy, setBusy] = useState(false)
  async function send(values: Values) {
    setBusy(true)
    const answer = await api.changeOwnPassword(values)
    setBusy(false)
    if (!answer.ok) return tellRefusal(form, answer, fieldOf)
    toast.success(`${answer.msg}，其他地方的登录已失效`)
    form.resetFields()
    await refreshSelf()
  }
  return (
    <section className="sheet" aria-labelledby="password-title">
      <h2 id="password-title">修改密码</h2>
      <Form form={form} layout="vertical" onFinish={send} className="narrow-form">
        <Form.Item name="old_password" label="现在的密码" rules={[{ required: true, message: '请输入现在的密码' }]}>
          <Input.Password autoComplete="current-password" maxLength={200} />
        </Form.Item>
        <Form.Item name="password" label="新密码" rules={[ruled(passwordProblem)]}>
          <Input.Password autoComplete="new-password" maxLength={18} placeholder="6–18 位，建议字母与数字组合" />
        </Form.Item>
        <Button htmlType="submit" loading={busy}>
          修改密码
        </Button>
      </Form>
    </section>
  )
}
