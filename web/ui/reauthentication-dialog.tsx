import { Form, Input } from 'antd'
import { totpOrRecovery } from '#contract/operations/operator-names.ts'
import { plainTotp } from '#contract/plain-code.ts'
import type { Answered, CallOptions } from '#web/data/answers.ts'
import { DialogForm } from './dialog-form.tsx'
import { PasskeyProof, type PasskeyProofCalls } from './passkey-proof.tsx'

interface Values {
  password: string
  totp?: string
}

export type Reauthenticate = (values: Values, options: CallOptions) => Promise<Answered<object>>

interface ReauthenticationDialogProps {
  call: Reauthenticate
  passkey: PasskeyProofCalls
  code?: boolean
  finish: (proved: boolean) => void
}

const fieldOf = { [-41002]: 'password', [-41012]: 'password', [-53001]: 'totp', [-53002]: 'totp' }

export const ReauthenticationDialog = ({ call, passkey, code, finish }: ReauthenticationDialogProps) => (
  <DialogForm
    title="请再次验证身份"
    subject={undefined}
    okText="继续"
    open
    close={() => finish(false)}
    call={call}
    input={(values: Values) => values}
    fieldOf={fieldOf}
    message=""
    onSuccess={() => {
      finish(true)
      return false
    }}
  >
    <p className="quiet">这项操作需要确认是您本人。验证后自动继续，填写的内容都还在。</p>
    <Form.Item name="password" label="登录密码" rules={[{ required: true, message: '请输入登录密码' }]}>
      <Input.Password autoComplete="current-password" maxLength={200} />
    </Form.Item>
    {code && (
      <Form.Item
        name="totp"
        label="验证器上的 6 位数字，或一个恢复码"
        normalize={plainTotp}
        rules={[{ pattern: totpOrRecovery, required: true, message: '请输入 6 位动态验证码，或一个恢复码' }]}
      >
        <Input inputMode="text" autoComplete="one-time-code" maxLength={29} />
      </Form.Item>
    )}
    <PasskeyProof calls={passkey} onProved={() => finish(true)} />
  </DialogForm>
)
