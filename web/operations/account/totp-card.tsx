import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { totpLooks } from '#web/ui/states.ts'
import type { Self } from '../operator.ts'
import { BindDialog } from './bind-dialog.tsx'

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
          <p>
            登录时除密码外，还需输入验证器上每 30 秒变化一次的 6
            位数字。换手机时在此重新绑定；丢失时用恢复码登录，或请负责人重置。
          </p>
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
      <BindDialog key={round} bound={self.totp} open={open} close={() => setOpen(false)} />
    </section>
  )
}
