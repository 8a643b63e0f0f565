import { useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { portalLogin } from '#contract/rules.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { leaveForProvider } from '#web/data/sign-in-way.ts'
import { Agreement } from '#web/ui/fields/agreement.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useFields } from '#web/ui/fields/use-fields.ts'
import { toast } from '#web/ui/toast.ts'

type Company = OutputOf<'findCompanySignIn'>['list'][number]

/** Also accepts a mail address: the domain follows its @. */
const domainOf = (text: string) => text.trim().split('@').at(-1) ?? ''

/** Finds the company by its mail domain and goes to its provider. */
export function FindForm() {
  const [companies, setCompanies] = useState<Company[]>()
  // The entry link in the company's own application names the company, so that its people type nothing here.
  const [company_id] = useState(() => new URLSearchParams(location.search).get('company'))
  const fields = useFields({ domain: '', type: false }, ({ domain, type }) => ({
    domain: company_id || domainOf(domain).includes('.') ? undefined : '请输入工作邮箱，例如 name@example.com',
    type: portalLogin.agreement(type),
  }))

  async function leave({ company_id }: Pick<Company, 'company_id'>) {
    const begun = await api.beginCompanySignIn({ is_agree: 1, company_id })
    if (begun.ok) leaveForProvider(begun.data)
    else toast.error(sentence(begun))
  }

  async function find({ domain }: { domain: string }) {
    if (company_id) return leave({ company_id })
    const found = await api.findCompanySignIn({ domain: domainOf(domain) })
    if (!found.ok) {
      if (found.code === -41003) fields.showProblem('domain', found.msg)
      else toast.error(sentence(found))
      return
    }
    const [first, ...others] = found.data.list
    if (!first) fields.showProblem('domain', '没有企业以这个邮箱域名启用企业登录，请核对，或用手机号与密码登录')
    else if (others.length) setCompanies(found.data.list)
    else await leave(first)
  }

  return (
    <div className="account-form">
      <form ref={fields.form} noValidate onSubmit={fields.submit(find)}>
        {!company_id && (
          <TextField
            {...fields.text('domain')}
            label="工作邮箱或邮箱域名"
            input={{
              autoComplete: 'email',
              inputMode: 'email',
              maxLength: 320,
              placeholder: 'name@example.com',
              autoFocus: true,
            }}
          />
        )}
        <Agreement {...fields.tick('type')} />
        <button type="submit" className="primary" aria-busy={fields.busy}>
          {fields.busy ? '正在前往…' : '前往企业的登录页'}
        </button>
        {companies && (
          <fieldset className="enterprise-companies">
            <legend>请选择您的企业</legend>
            {companies.map(company => (
              <button
                key={company.company_id}
                type="button"
                className="passkey-login"
                onClick={() => void leave(company)}
              >
                {company.name}
              </button>
            ))}
          </fieldset>
        )}
      </form>
    </div>
  )
}
