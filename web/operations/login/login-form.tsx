import { Form, type FormInstance, Input } from 'antd'
import { useEffect, useState } from 'react'
import { totpOrRecovery } from '#contract/operations/operator-names.ts'
import { plainTotp } from '#contract/plain-code.ts'
import { usingPasskey } from '#web/data/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { operator } from '../operator.ts'

export interface LoginValues {
  name: string
  password: string
  totp?: string
}

/** The field that an error belongs to. */
const fieldOf: Record<number, keyof LoginValues> = {
  [-41001]: 'password',
  [-41002]: 'password',
  [-53001]: 'totp',
  [-53002]: 'totp',
  [-53004]: 'name',
}

/** `name` is given if only the session has ended. */
export function LoginForm({ form, name }: { form: FormInstance<LoginValues>; name?: string }) {
  // The code is requested after the password was accepted.
  const [withTotp, setWithTotp] = useState(false)
  useEffect(() => {
    if (withTotp) form.focusField('totp')
  }, [withTotp, form])

  const { busy, submit } = useSubmission({
    call: api.logIn,
    message: '',
    onSuccess: ({ data }) => operator.set(data),
    onRefused(answer) {
      if (answer.code === -53001) setWithTotp(true)
      else showRefusal(answer, { form, fieldOf })
    },
  })

  const byPasskey = useSubmission({
    call: (_: object) => usingPasskey(api.beginOperatorPasskeyLogin, api.logInOperatorWithPasskey),
    message: '',
    onSuccess: ({ data }) => operator.set(data),
  })

  return (
    <Form form={form} layout="vertical" initialValues={{ name }} onFinish={submit}>
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
          extra="验证器丢失时，可输入一个恢复码"
          normalize={plainTotp}
          rules={[{ pattern: totpOrRecovery, required: true, message: '请输入 6 位动态验证码，或一个恢复码' }]}
        >
          <Input autoComplete="one-time-code" maxLength={29} placeholder="验证器上的 6 位数字" />
        </Form.Item>
      )}
      <Button look="primary" type="submit" block loading={busy}>
        登录
      </Button>
      <Button className="passkey-login" block loading={byPasskey.busy} onClick={() => void byPasskey.submit({})}>
        用通行密钥登录
      </Button>
    </Form>
  )
}
