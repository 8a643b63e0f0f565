import '../operations.css'
import { Form } from 'antd'
import { portal } from '#web/data/portal.ts'
import { LoginForm, type LoginValues } from './login-form.tsx'

/** The address stays, so that the operator continues on the same page after the login. */
export function LoginPage() {
  const [form] = Form.useForm<LoginValues>()
  return (
    <main className="operations-login">
      <section className="sheet" aria-labelledby="login-title">
        <h1 id="login-title">{portal().brand.name}运营后台</h1>
        <LoginForm form={form} />
      </section>
    </main>
  )
}
