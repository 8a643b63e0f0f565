import { captchaProblem, passwordProblem, phoneProblem, portalLogin } from '#contract/rules.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { Agreement } from '#web/ui/fields/agreement.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { PhoneField } from '#web/ui/fields/phone-field.tsx'
import { useFields } from '#web/ui/fields/use-fields.ts'
import { toast } from '#web/ui/toast.ts'
import type { PanelProps } from './panel.ts'
import { useSharedAccount } from './use-shared-account.ts'

const fieldOf: Record<number, 'password' | 'code'> = { [-41005]: 'code', [-41011]: 'password' }

export function ForgotPanel({ account, onAccount, visible, show }: PanelProps) {
  const fields = useFields({ phone: account.slice(0, 11), code: '', password: '', type: false }, values => ({
    phone: phoneProblem(values.phone),
    code: captchaProblem(values.code),
    password: passwordProblem(values.password),
    type: portalLogin.agreement(values.type),
  }))
  const { values, text } = fields
  useSharedAccount(visible, account, values.phone, value => fields.set('phone', value))
  return (
    <form
      ref={fields.form}
      noValidate
      onSubmit={fields.submit(async ({ phone, code, password }) => {
        const answer = await api.forgotPassword({ username: phone, password, password2: password, captcha: code })
        if (answer.ok) {
          toast.success(answer.msg)
          onAccount(phone)
          show('login')
          return
        }
        toast.error(sentence(answer))
        const field = fieldOf[answer.code]
        if (field) fields.showProblem(field, answer.msg)
      })}
    >
      <PhoneField
        {...text('phone')}
        onChange={value => {
          fields.set('phone', value)
          onAccount(value)
        }}
        placeholder="注册时使用的手机号"
      />
      <CodeField
        {...text('code')}
        purpose="forgotpwd"
        phone={values.phone}
        onPhoneProblem={problem => fields.showProblem('phone', problem)}
      />
      <PasswordField
        {...text('password')}
        label="新密码"
        meter
        input={{ autoComplete: 'new-password', maxLength: 18, placeholder: '6–18 位，建议字母与数字组合' }}
      />
      <Agreement {...fields.tick('type')} />
      <button type="submit" className="primary" aria-busy={fields.busy}>
        {fields.busy ? '提交中…' : '重设密码'}
      </button>
      <p className="panel-foot">
        想起来了？
        <button type="button" className="link" onClick={() => show('login')}>
          返回登录
        </button>
      </p>
    </form>
  )
}
