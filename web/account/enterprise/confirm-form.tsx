import { useNavigate } from 'react-router'
import { loginPath, paths } from '#contract/paths.ts'
import { maskPhone, portalLogin } from '#contract/rules.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { useStore } from '#web/data/use-store.ts'
import { AccountField } from '#web/ui/fields/account-field.tsx'
import { Agreement } from '#web/ui/fields/agreement.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { useFields } from '#web/ui/fields/use-fields.ts'
import { toast } from '#web/ui/toast.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { enter } from './enter.ts'

interface ConfirmFormProps {
  company_name: string
  shown: string
  ticket: string
}

/** The first login through the company: the person shows which account is theirs by logging in to it. */
export function ConfirmForm({ company_name, shown, ticket }: ConfirmFormProps) {
  const navigate = useNavigate()
  const present = useStore(state => (state.sid ? state.phone : ''))
  const linking = useSubmission({
    call: api.linkCompanySignIn,
    onSuccess: () => void navigate(paths.personalDetails, { replace: true }),
  })
  const fields = useFields({ iphone: '', password: '', type: false }, ({ iphone, password, type }) => ({
    iphone: portalLogin.account(iphone),
    password: portalLogin.password(password),
    type: portalLogin.agreement(type),
  }))

  async function confirm({ iphone, password }: { iphone: string; password: string }) {
    const answer = await api.wLogin({ is_agree: 1, username: iphone, password, ticket })
    if (answer.ok) await enter(answer.data)
    else toast.error(sentence(answer))
  }

  return (
    <>
      <h1 id="enterprise-title">确认是您本人</h1>
      <p className="enterprise-about">
        {company_name}的身份提供方说您是 <b>{shown}</b>。这是第一次从企业登录，请登录您自己的账号一次；之后不再需要。
      </p>
      {present && (
        <p>
          <button
            type="button"
            className="passkey-login"
            aria-busy={linking.busy}
            onClick={() => void linking.submit({ ticket })}
          >
            关联到已登录的 {maskPhone(present)}
          </button>
        </p>
      )}
      <div className="account-form">
        <form ref={fields.form} noValidate onSubmit={fields.submit(confirm)}>
          <AccountField {...fields.text('iphone')} />
          <PasswordField
            {...fields.text('password')}
            label="密码"
            input={{ autoComplete: 'current-password', maxLength: 20, placeholder: '6–18 位密码' }}
          />
          <Agreement {...fields.tick('type')} />
          <button type="submit" className="primary" aria-busy={fields.busy}>
            {fields.busy ? '正在确认…' : '确认并登录'}
          </button>
          <p className="quiet">
            还没有账号？请先打开企业邀请您的短信里的链接。忘记密码可以先在
            <a href={loginPath}>登录页</a>
            找回。
          </p>
        </form>
      </div>
    </>
  )
}
