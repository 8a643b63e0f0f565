import { Button, Form, Input, QRCode } from 'antd'
import { useState } from 'react'
import type { OperationOutput } from '#contract/operations/index.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { totpLooks } from '#web/ui/states.ts'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import type { Self } from '../operator.ts'
import { refreshSelf } from '../operator-self.ts'

/** Black on white whatever the page looks like, with its margin: some authenticators read no other code. */
const readable = { color: 'black', bgColor: 'white', marginSize: 4 } as const

/** Two steps: the password again, then the code of the authenticator that has read the secret. */
function BindDialog({ open, close }: { open: boolean; close: () => void }) {
  const [form] = Form.useForm<{ password: string; totp: string }>()
  const [begun, setBegun] = useState<OperationOutput<'beginTotp'>>()
  async function send({ password, totp }: { password: string; totp: string }) {
    if (!begun) {
      const answer = await api.beginTotp({ password })
      if (answer.ok) setBegun(answer.data)
      else tellRefusal(form, answer, { [-41012]: 'password', [-41002]: 'password' })
      return false
    }
    const answer = await api.bindTotp({ secret: begun.secret, totp })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-53005]: 'totp' })
      return false
    }
    toast.success(answer.msg)
    await refreshSelf()
    return true
  }
  return (
    <DialogForm
      title="绑定动态验证器"
      okText={begun ? '确认绑定' : '下一步'}
      open={open}
      close={close}
      form={form}
      send={send}
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
            label="验证器上的6位数字"
            rules={[{ pattern: /^\d{6}$/, required: true, message: '动态验证码为6位数字' }]}
          >
            <Input autoFocus inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          </Form.Item>
        </>
      ) : (
        <Form.Item name="password" label="登录密码" rules={[{ required: true, message: '请输入登录密码' }]}>
          <Input.Password autoFocus autoComplete="current-password" maxLength={200} />
        </Form.Item>
      )}
    </DialogForm>
  )
}

export function TotpCard({ self }: { self: Self }) {
  const [round, setRound] = useState(0)
  const [open, setOpen] = useState(false)
  return (
    <section className="sheet" aria-labelledby="totp-title">
      <div className="totp-line">
        <div>
          <h2 id="totp-title">
            动态验证器 <StateTag state={totpLooks[self.totp ? 'bound' : 'unbound']} />
          </h2>
          <p>登录时除密码外，还需输入验证器上每 30 秒变化一次的 6 位数字。换手机时在此重新绑定；丢失时请负责人重置。</p>
        </div>
        <Button
          onClick={() => {
            setRound(before => before + 1)
            setOpen(true)
          }}
        >
          {self.totp ? '重新绑定' : '绑定'}
        </Button>
      </div>
      <BindDialog key={round} open={open} close={() => setOpen(false)} />
    </section>
  )
}
