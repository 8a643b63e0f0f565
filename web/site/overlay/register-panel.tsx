import { paths } from '#contract/paths.ts'
import { plainCode } from '#contract/plain-code.ts'
import { captchaProblem, inviteCodeProblem, passwordProblem, phoneProblem, portalLogin } from '#contract/rules.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { keepChosen } from '#web/data/chosen-product.ts'
import { inviteCode } from '#web/data/invite-code.ts'
import { beginSession } from '#web/data/session-life.ts'
import { Agreement } from '#web/ui/fields/agreement.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { PhoneField } from '#web/ui/fields/phone-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useFields } from '#web/ui/fields/use-fields.ts'
import { toast } from '#web/ui/toast.ts'
import type { PanelProps } from './panel.ts'
import { useSharedAccount } from './use-shared-account.ts'
import { currentView } from './view.ts'

/** The field that an error belongs to. */
const fieldOf: Record<number, 'phone' | 'password' | 'code' | 'invite_code'> = {
  [-41005]: 'code',
  [-41008]: 'phone',
  [-41011]: 'password',
  [-43001]: 'invite_code',
  [-43002]: 'invite_code',
  [-43003]: 'invite_code',
}

export function RegisterPanel({ account, onAccount, visible, show }: PanelProps) {
  const fields = useFields(
    { phone: account.slice(0, 11), code: '', password: '', invite_code: inviteCode(), type: false },
    values => ({
      phone: phoneProblem(values.phone),
      code: captchaProblem(values.code),
      password: passwordProblem(values.password),
      invite_code: inviteCodeProblem(values.invite_code),
      type: portalLogin.agreement(values.type),
    }),
  )
  const { values, text } = fields
  useSharedAccount(visible, account, values.phone, value => fields.set('phone', value))
  return (
    <form
      ref={fields.form}
      noValidate
      onSubmit={fields.submit(async ({ phone, code, password, invite_code }) => {
        const answer = await api.wRegister({ is_agree: 1, username: phone, password, captcha: code, invite_code })
        if (answer.ok) {
          await beginSession(answer.data)
          keepChosen(currentView().next)
          location.assign(paths.realname('yes'))
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
        placeholder="11 位大陆手机号"
      />
      <CodeField
        {...text('code')}
        purpose="register"
        phone={values.phone}
        onPhoneProblem={problem => fields.showProblem('phone', problem)}
      />
      <PasswordField
        {...text('password')}
        label="密码"
        meter
        input={{ autoComplete: 'new-password', maxLength: 18, placeholder: '6–18 位，建议字母与数字组合' }}
      />
      <TextField
        {...text('invite_code')}
        label="邀请码"
        hint="选填"
        onChange={typed => fields.set('invite_code', plainCode(typed).slice(0, 6))}
        input={{ autoComplete: 'off', autoCapitalize: 'characters', placeholder: '6 位字母或数字' }}
      />
      <Agreement {...fields.tick('type')} />
      <button type="submit" className="primary" aria-busy={fields.busy}>
        {fields.busy ? '注册中…' : '注册'}
      </button>
      <p className="panel-foot">
        已有账号？
        <button type="button" className="link" onClick={() => show('login')}>
          直接登录
        </button>
      </p>
    </form>
  )
}
