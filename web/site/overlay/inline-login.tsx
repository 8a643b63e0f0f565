import '#web/ui/fields/fields.css'
import { type FormEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { portalLogin, simpleLoginProblem } from '#contract/rules.ts'
import { Agreement } from '#web/ui/fields/agreement.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { logIn } from './log-in.ts'
import { openOverlay } from './open-overlay.tsx'

const ignore = () => {}
const fieldOf = (problem: string) =>
  problem.includes('密码') ? 'password' : problem.includes('服务条款') ? 'type' : 'phone'

/**
 * A login form with phone and password only, and the box without which nobody agrees. As specified, it reports the first problem in a message, not at the field.
 */
function InlineLogin() {
  const [phone, setPhone] = useState('')
  const [password, setPassword] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const problem = simpleLoginProblem(phone, password) ?? portalLogin.agreement(agreed)
    if (problem) {
      const field = event.currentTarget.elements.namedItem(fieldOf(problem))
      if (field instanceof HTMLElement) field.focus()
      return toast.error(problem)
    }
    setBusy(true)
    const outcome = await logIn(phone, password)
    setBusy(false)
    if (outcome?.to) location.assign(outcome.to)
  }

  return (
    <form noValidate onSubmit={submit}>
      <TextField
        label="手机号"
        name="phone"
        value={phone}
        problem={undefined}
        onChange={setPhone}
        onLeave={ignore}
        input={{ type: 'tel', inputMode: 'tel', autoComplete: 'username', placeholder: '11 位大陆手机号' }}
      />
      <PasswordField
        label="密码"
        name="password"
        value={password}
        problem={undefined}
        onChange={setPassword}
        onLeave={ignore}
        hint={
          <button type="button" className="link" onClick={() => openOverlay('forgot')}>
            忘记密码？
          </button>
        }
        input={{ autoComplete: 'current-password', placeholder: '6–18 位密码' }}
      />
      <Agreement name="type" ticked={agreed} problem={undefined} onChange={setAgreed} />
      <button type="submit" className="primary" aria-busy={busy}>
        {busy ? '登录中…' : '登录'}
      </button>
      <p className="panel-foot">
        还没有账号？
        <button type="button" className="link" onClick={() => openOverlay('register')}>
          立即注册
        </button>
      </p>
    </form>
  )
}

/** Renders the login panel of the landing page. */
export function mountInlineLogin(element: HTMLElement): void {
  element.classList.add('account-form')
  createRoot(element).render(<InlineLogin />)
}
