import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { maskPhone, passwordProblem, portalLogin } from '#contract/rules.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { beginSession } from '#web/data/session-life.ts'
import { useStore } from '#web/data/use-store.ts'
import { Agreement } from '#web/ui/fields/agreement.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Tick } from '#web/ui/fields/tick.tsx'
import { useFields } from '#web/ui/fields/use-fields.ts'
import { toast } from '#web/ui/toast.ts'

interface AcceptFormProps {
  token: string
  company: string
  /** The masked phone. */
  phone: string
}

export function AcceptForm({ token, company, phone }: AcceptFormProps) {
  const navigate = useNavigate()
  const present = useStore(state => (state.sid ? state.phone : ''))
  const fields = useFields({ password: '', type: false, joining: false }, ({ password, type, joining }) => ({
    password: passwordProblem(password),
    type: portalLogin.agreement(type),
    joining: joining ? undefined : '请勾选同意加入',
  }))

  async function accept({ password }: { password: string }) {
    const answer = await api.acceptInvitation({ is_agree: 1, is_join: 1, invitation: token, password })
    if (!answer.ok) {
      toast.error(sentence(answer))
      if (answer.code === -41011) fields.showProblem('password', answer.msg)
      return
    }
    await beginSession(answer.data)
    toast.success(`欢迎加入${company}`)
    void navigate(paths.personalDetails, { replace: true })
  }

  return (
    <div className="account-form">
      <form ref={fields.form} noValidate onSubmit={fields.submit(accept)}>
        {/* A password manager stores the new password under this name. */}
        <input type="text" name="username" autoComplete="username" value={phone} readOnly hidden />
        <PasswordField
          {...fields.text('password')}
          label="设置登录密码"
          meter
          input={{ autoComplete: 'new-password', maxLength: 18, placeholder: '6–18 位，建议字母与数字组合' }}
        />
        <Agreement {...fields.tick('type')} />
        <Tick {...fields.tick('joining')}>我同意加入“{company}”，成为其员工</Tick>
        {present && (
          <p className="invitation-present">
            这个浏览器已登录 {maskPhone(present)}，接受邀请后将退出并切换到 {phone}。
          </p>
        )}
        <button type="submit" className="primary" aria-busy={fields.busy}>
          {fields.busy ? '正在加入…' : '设置密码并加入'}
        </button>
      </form>
    </div>
  )
}
