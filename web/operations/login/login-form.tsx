import { Button, Form, type FormInstance, Input } from 'antd'
import { useEffect, useState } from 'react'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { api } from '../api.ts'
import { operator } from '../operator.ts'

export interface LoginValues {
  name: string
  password: string
  totp?: string
}

/** What of the answers belongs to which field. */
const fieldOf: Record<number, keyof LoginValues> = {
  [-41001]: 'password',
  [-41002]: 'password',
  [-53001]: 'totp',
  [-53002]: 'totp',
  [-53004]: 'name',
}

/** `name` is known where only its session is over. */
export function LoginForm({ form, name }: { form: FormInstance<LoginValues>; name?: string }) {
  const [busy, setBusy] = useState(false)
  // Asked for once the password was right.
  const [withTotp, setWithTotp] = useState(false)
  useEffect(() => {
    if (withTotp) form.focusField('totp')
  }, [withTotp, form])

  async function send(values: LoginValues) {
    setBusy(true)
    const answer = await api.logIn(values, { quiet: true })
    setBusy(false)
    if (answer.ok) return operator.set(answer.data)
    if (answer.code === -53001) return setWithTotp(true)
    tellRefusal(form, answer, fieldOf)
  }

  return (
    <Form form={form} layout="vertical" initialValues={{ name }} onFinish={send}>
      <Form.Item name="name" label="用户名" rules={[{ required: true, message: '请输入用户名' }]}>
        <Input autoFocus={!name} autoComplete="username" maxLength={64} />
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
  )
}
