import { Form } from 'antd'
import { Dialog } from '#web/ui/dialog.tsx'
import { useOperator, useSessionEnded } from '../operator.ts'
import { LoginForm, type LoginValues } from './login-form.tsx'

/**
 * Covers a page whose session has ended, and keeps the text being written there. The page is hidden, because another
 * person may be at the screen now.
 */
export function LoginAgain() {
  const self = useOperator()
  const open = useSessionEnded()
  const [form] = Form.useForm<LoginValues>()
  return (
    <Dialog
      title="登录已失效，请重新登录"
      open={open}
      afterOpenChange={shown => shown && form.focusField('password')}
      footer={null}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      styles={{ mask: { background: 'var(--ground-soft)' } }}
      zIndex={2000}
      width={400}
    >
      <p className="quiet">
        长时间没有操作，或在别处结束了登录。重新登录后，页面与填写中的内容都还在。如果是同事在这个浏览器登录了，刷新页面即以同事的账号继续。
      </p>
      <LoginForm form={form} name={self?.name} />
    </Dialog>
  )
}
