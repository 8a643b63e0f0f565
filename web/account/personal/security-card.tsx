import { useState } from 'react'
import { maskPhone } from '#contract/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { idlePart } from '#web/ui/lazy-part.tsx'

const PasswordDialog = idlePart(async () => (await import('./password-dialog.tsx')).PasswordDialog)
const PhoneDialog = idlePart(async () => (await import('./phone-dialog.tsx')).PhoneDialog)

export function SecurityCard({ phone, changed }: { phone: string; changed: () => void }) {
  const [open, setOpen] = useState<'password' | 'phone'>()
  const close = () => setOpen(undefined)
  return (
    <section className="sheet" aria-labelledby="security-title">
      <h2 id="security-title">账号安全</h2>
      <div className="line">
        <div>
          <h3>登录密码</h3>
          <p>修改后，其他设备上的登录会同时失效。</p>
        </div>
        <Button onClick={() => setOpen('password')}>修改密码</Button>
      </div>
      <div className="line">
        <div>
          <h3>登录手机号</h3>
          <p>当前 {maskPhone(phone)}，更换时需要登录密码与新手机收到的验证码。</p>
        </div>
        <Button onClick={() => setOpen('phone')}>更换手机号</Button>
      </div>
      <PasswordDialog open={open === 'password'} close={close} changed={changed} />
      <PhoneDialog open={open === 'phone'} close={close} changed={changed} />
    </section>
  )
}
