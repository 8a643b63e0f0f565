import '../operations.css'
import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { portal } from '#web/portal.ts'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { api } from '../api.ts'
import { operator } from '../operator.ts'

interface Values {
  name: string
  password: string
  totp?: string
}

/** What of the answers belongs to which field. */
const fieldOf: Record<number, keyof Values> = {
  [-41001]: 'password',
  [-41002]: 'password',
  [-53001]: 'totp',
  [-53002]: 'totp',
  [-53004]: 'name',
}

/** The address stays: who was logged out goes on where they were. */
export function LoginPage() {
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  // Asked for once the password was right.
  const [withTotp, setWithTotp] = useState(false)
  useEffect(() => {
    if (withTotp) form.focusField('totp')
  }, [withTotp, form])

  async function send(values: Values) {
    setBusy(true)
    const answer = await api.logIn(values, { quiet: true })
    setBusy(false)
    if (answer.ok) return operator.set(answer.data)
    if (answer.code === -53001) return setWithTotp(true)
    tellRefusal(form, answer, fieldOf)
  }

  return (
    <main className="operations-login">
      <section className="sheet" aria-labelledby="login-title">
        <h1 id="login-title">{portal().brand.name}运营后台</h1>
        <Form form={form} layout="vertical" onFinish={send}>
          <Form.Item name="name" label="用户名" rules={[{ required: true, message: '请输入用户名' }]}>
            <Input autoFocus autoComplete="username" maxLength={64} />
          </Form.Item>
          <Form.Item name="password" label="密码" rules={[{ required: true, message: '请输入密码' }]}>
            <Input.Password autoComplete="current-password" maxLength={200} />
          </Form.Item>
          {withTotp && (
            <Form.Item
              name="totp"
              label="动态验证码"
              rules={[{ pattern: /^\d{6}$/, required: true, message: '动态验证码为6位数字' }]}
            >
              <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} placeholder="验证器上的6位数字" />
            </Form.Item>
          )}
          <Button type="primary" htmlType="submit" block loading={busy}>
            登录
          </Button>
        </Form>
      </section>
    </main>
  )
}
