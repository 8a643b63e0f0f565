import { Form, Input, QRCode } from 'antd'
import { useState } from 'react'
import type { OperationOutput } from '#contract/operations/index.ts'
import { totpOrRecovery } from '#contract/operations/operator-names.ts'
import { plainCaptcha, plainTotp } from '#contract/plain-code.ts'
import type { Answered } from '#web/data/answers.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { api } from '../api.ts'
import { operator } from '../operator.ts'
import { refreshSelf } from '../operator-self.ts'

/** The code is black on white in every theme, with a margin, because some authenticators cannot read it otherwise. */
const readable = { color: 'black', bgColor: 'white', marginSize: 4 } as const

type Begun = OperationOutput<'beginTotp'>

const isBegun = (data: object): data is Begun => 'secret' in data

type Step = Begun | OperationOutput<'bindTotp'>

interface Values {
  password: string
  totp: string
  current?: string
}

interface Props {
  /** An authenticator is already bound and must be used as proof. */
  bound: boolean
  open: boolean
  close: () => void
}

const bindFields = { [-53005]: 'totp', [-53001]: 'current', [-53002]: 'current', [-41002]: 'current' } as const

/** Binding takes two steps: the password again, then a code from the authenticator that has read the secret. */
export function BindDialog({ bound, open, close }: Props) {
  const [form] = Form.useForm<Values>()
  const [begun, setBegun] = useState<Begun>()
  return (
    <DialogForm
      title="绑定动态验证器"
      subject={undefined}
      okText={begun ? '确认绑定' : '下一步'}
      open={open}
      close={close}
      form={form}
      call={({ password, totp, current }: Values, options): Promise<Answered<Step>> =>
        begun ? api.bindTotp({ totp, ...(current && { current }) }, options) : api.beginTotp({ password }, options)
      }
      input={values => values}
      fieldOf={begun ? bindFields : { [-41012]: 'password', [-41002]: 'password' }}
      message={({ msg }) => (begun ? msg : '')}
      onSuccess={({ data }) => {
        if (isBegun(data)) {
          setBegun(data)
          return false
        }
        operator.showRecoveryCodes(data.recovery_codes)
        void refreshSelf()
      }}
    >
      {begun ? (
        <>
          <div className="totp">
            <QRCode {...readable} value={begun.uri} size={172} bordered={false} aria-label="验证器二维码" />
            <p>
              用验证器应用（如微软、谷歌身份验证器）扫描二维码；不能扫描时，手工输入密钥：
              <br />
              <code>{begun.secret}</code>
              <CopyButton text={begun.secret} label="密钥" />
            </p>
          </div>
          <Form.Item
            name="totp"
            label="验证器上的 6 位数字"
            normalize={plainCaptcha}
            rules={[{ pattern: /^\d{6}$/, required: true, message: '动态验证码为 6 位数字' }]}
          >
            <Input autoFocus inputMode="numeric" autoComplete="one-time-code" />
          </Form.Item>
          {bound && (
            <Form.Item
              name="current"
              label="原验证器上的 6 位数字，或一个恢复码"
              normalize={plainTotp}
              rules={[{ pattern: totpOrRecovery, required: true, message: '请输入 6 位动态验证码，或一个恢复码' }]}
            >
              <Input autoComplete="off" maxLength={29} />
            </Form.Item>
          )}
        </>
      ) : (
        <Form.Item name="password" label="登录密码" rules={[{ required: true, message: '请输入登录密码' }]}>
          <Input.Password autoComplete="current-password" maxLength={200} />
        </Form.Item>
      )}
    </DialogForm>
  )
}
