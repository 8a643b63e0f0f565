import { useEffect, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { captchaProblem, portalLogin } from '#contract/rules.ts'
import type { PasskeyAssertion } from '#contract/webauthn.ts'
import { keepChosen } from '#web/data/chosen-product.ts'
import { AccountField } from '#web/ui/fields/account-field.tsx'
import { Agreement } from '#web/ui/fields/agreement.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { useFields } from '#web/ui/fields/use-fields.ts'
import { goOn, logIn, logInWithPasskey, managerCodeRequired } from './log-in.ts'
import type { Outcome } from './outcome.ts'
import type { PanelProps } from './panel.ts'
import { mayOfferPasskeys, offerPasskeys } from './passkey-autofill.ts'
import { useSharedAccount } from './use-shared-account.ts'
import { currentView } from './view.ts'

export function LoginPanel({ account, onAccount, visible, show, close }: PanelProps) {
  // A manager whose company requires its own login also needs a code.
  const [takesCode, setTakesCode] = useState(false)
  const initial = { iphone: account, password: '', code: '', type: false }
  const fields = useFields(initial, ({ iphone, password, code, type }) => ({
    iphone: portalLogin.account(iphone),
    password: portalLogin.password(password),
    code: takesCode ? captchaProblem(code) : undefined,
    type: portalLogin.agreement(type),
  }))
  const { values, text } = fields
  const [byPasskey, setByPasskey] = useState(false)
  useSharedAccount(visible, account, values.iphone, value => fields.set('iphone', value))

  async function enter(work: () => Promise<Outcome | undefined>) {
    // Closing the overlay clears `next`, so it is read first.
    const { next } = currentView()
    const outcome = await work()
    if (outcome?.close) close()
    if (outcome?.to) goOn(outcome.to, next)
  }

  async function enterByPasskey(passkey?: PasskeyAssertion) {
    setByPasskey(true)
    await enter(() => logInWithPasskey(passkey))
    setByPasskey(false)
  }

  /** Only the consent box is required: the passkey identifies the account. */
  function pickPasskey() {
    if (fields.busy || byPasskey) return
    const problem = portalLogin.agreement(values.type)
    if (problem) fields.showProblem('type', problem)
    else void enterByPasskey()
  }

  // The passkey chosen from the account field's list. It is kept until the box is ticked, as choosing it again would need another
  // fingerprint.
  const [chosen, setChosen] = useState<PasskeyAssertion>()
  const offered = visible && !fields.busy && !byPasskey && !chosen
  useEffect(() => (offered ? offerPasskeys(setChosen) : undefined), [offered])
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing it, ticking the box and closing the panel decide, nothing else
  useEffect(() => {
    if (!chosen) return
    const problem = portalLogin.agreement(values.type)
    if (visible && problem) return fields.showProblem('type', problem)
    setChosen(undefined)
    if (visible) void enterByPasskey(chosen)
  }, [chosen, values.type, visible])

  return (
    <form
      ref={fields.form}
      noValidate
      onSubmit={fields.submit(async ({ iphone, password, code }) => {
        const refused = (reason: number) => reason === managerCodeRequired && setTakesCode(true)
        await enter(() => logIn(iphone, password, { captcha: code, refused }))
      })}
    >
      <AccountField
        {...text('iphone')}
        withPasskeys={mayOfferPasskeys()}
        onChange={value => {
          fields.set('iphone', value)
          onAccount(value)
        }}
      />
      <PasswordField
        {...text('password')}
        label="密码"
        hint={
          <button type="button" className="link" onClick={() => show('forgot')}>
            忘记密码？
          </button>
        }
        input={{ autoComplete: 'current-password', maxLength: 20, placeholder: '6–18 位密码' }}
      />
      {takesCode && (
        <CodeField
          {...text('code')}
          purpose="login"
          phone={values.iphone}
          onPhoneProblem={problem => fields.showProblem('iphone', problem)}
        />
      )}
      <Agreement {...fields.tick('type')} />
      <button type="submit" className="primary" aria-busy={fields.busy}>
        {fields.busy ? '登录中…' : '登录'}
      </button>
      <button type="button" className="passkey-login" aria-busy={byPasskey} onClick={pickPasskey}>
        用通行密钥登录
      </button>
      <p className="panel-foot">
        <a href={paths.signIn} onClick={() => keepChosen(currentView().next)}>
          企业登录
        </a>
      </p>
      <p className="panel-foot">
        还没有账号？
        <button type="button" className="link" onClick={() => show('register')}>
          立即注册
        </button>
      </p>
    </form>
  )
}
