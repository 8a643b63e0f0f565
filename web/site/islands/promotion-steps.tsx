import { useEffect, useState } from 'react'
import type { InputOf, OutputOf } from '#contract/index.ts'
import { plainNumber } from '#contract/plain-code.ts'
import {
  captchaProblem,
  companySizes,
  creditCodeProblem,
  passwordProblem,
  phoneProblem,
  portalLogin,
} from '#contract/rules.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { Agreement } from '#web/ui/fields/agreement.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { PhoneField } from '#web/ui/fields/phone-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useFields } from '#web/ui/fields/use-fields.ts'
import { toast } from '../../ui/toast.ts'
import { SelectField } from './select-field.tsx'

type Registration = InputOf<'channelRegister'>
export type Company = Pick<Registration, 'company_name' | 'credit_code'>
export interface Contact {
  industry_id: string
  size: string
  contact_name: string
}
export type Account = Pick<Registration, 'phone' | 'captcha' | 'password'>

interface Step<Values> {
  values: Values
  back?: (values: Values) => void
  next: (values: Values) => Promise<void> | void
}

const lengthProblem = (label: string, value: string, min: number, max: number) => {
  const { length } = value.trim()
  if (!length) return `请输入${label}`
  if (length < min) return `${label}至少${min}个字`
  if (length > max) return `${label}最多${max}个字`
}

function Buttons({ back, next, busy }: { back?: () => void; next: string; busy: boolean }) {
  return (
    <div className="step-buttons">
      {back ? (
        <button type="button" className="secondary" onClick={back}>
          上一步
        </button>
      ) : null}
      <button type="submit" className="primary" aria-busy={busy}>
        {busy ? '请稍候…' : next}
      </button>
    </div>
  )
}

/** `taken` is why the registration was refused at its end, because of the company. */
export function CompanyStep({ values, taken, next }: Step<Company> & { taken: string | undefined }) {
  const fields = useFields(
    values,
    input => ({
      company_name: lengthProblem('企业名称', input.company_name, 4, 100),
      credit_code: creditCodeProblem(input.credit_code),
    }),
    { credit_code: taken },
  )
  const code = fields.values.credit_code
  return (
    <form
      ref={fields.form}
      noValidate
      onSubmit={fields.submit(async input => {
        const answer = await api.checkCompanyInfo(input)
        if (answer.ok) return next(input)
        if (answer.code === -42004) fields.showProblem('credit_code', answer.msg)
        else toast.error(sentence(answer))
      })}
    >
      <TextField
        {...fields.text('company_name')}
        label="企业名称"
        input={{ autoComplete: 'organization', maxLength: 100, placeholder: '与营业执照一致的全称' }}
      />
      <TextField
        {...fields.text('credit_code')}
        label="统一社会信用代码"
        hint={`${code.length}/18`}
        // The code is checked while it is typed: its last character decides whether it is valid.
        problem={fields.text('credit_code').problem ?? (code.length >= 18 ? creditCodeProblem(code) : undefined)}
        onChange={value => fields.set('credit_code', plainNumber(value))}
        below={code.length === 18 && !creditCodeProblem(code) ? <p className="field-right">校验通过</p> : null}
        input={{ autoComplete: 'off', autoCapitalize: 'characters', placeholder: '18 位数字和大写字母' }}
      />
      <Buttons next="下一步" busy={fields.busy} />
    </form>
  )
}

export function ContactStep({ values, back, next }: Step<Contact>) {
  const [industries, setIndustries] = useState<OutputOf<'getIndustryList'>['list']>([])
  const [lost, setLost] = useState<string>()
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks again
  useEffect(() => {
    const controller = new AbortController()
    setLost(undefined)
    void api.getIndustryList({}, { signal: controller.signal }).then(answer => {
      if (answer.ok) setIndustries(answer.data.list)
      else if (!controller.signal.aborted) setLost(sentence(answer))
    })
    return () => controller.abort()
  }, [turn])
  const fields = useFields({ ...values }, input => ({
    industry_id: input.industry_id ? undefined : '请选择所属行业',
    size: input.size ? undefined : '请选择企业规模',
    contact_name: lengthProblem('联系人姓名', input.contact_name, 2, 50),
  }))
  return (
    <form ref={fields.form} noValidate onSubmit={fields.submit(async input => next(input))}>
      <SelectField
        {...fields.text('industry_id')}
        label="所属行业"
        choices={industries.map(({ industry_id, name }) => ({ value: industry_id, label: name }))}
      />
      {lost && (
        <p className="field-problem" role="alert">
          行业没有加载成功：{lost}
          <button type="button" className="link" onClick={() => setTurn(turn + 1)}>
            重试
          </button>
        </p>
      )}
      <SelectField
        {...fields.text('size')}
        label="企业规模"
        choices={companySizes.map(size => ({ value: size, label: size }))}
      />
      <TextField
        {...fields.text('contact_name')}
        label="联系人姓名"
        input={{ autoComplete: 'name', maxLength: 50, placeholder: '请填写真实姓名' }}
      />
      <Buttons back={() => back?.(fields.values)} next="下一步" busy={false} />
    </form>
  )
}

export type AccountRefusal = { field: keyof Account; problem: string } | undefined

export function AccountStep(
  props: Omit<Step<Account>, 'next'> & { next: (values: Account) => Promise<AccountRefusal> },
) {
  const fields = useFields({ ...props.values, type: false }, input => ({
    phone: phoneProblem(input.phone),
    captcha: captchaProblem(input.captcha),
    password: passwordProblem(input.password),
    type: portalLogin.agreement(input.type),
  }))
  return (
    <form
      ref={fields.form}
      noValidate
      onSubmit={fields.submit(async ({ phone, captcha, password }) => {
        const refused = await props.next({ phone, captcha, password })
        if (refused) fields.showProblem(refused.field, refused.problem)
      })}
    >
      <PhoneField {...fields.text('phone')} hint="将作为登录账号" placeholder="11 位大陆手机号" />
      <CodeField
        {...fields.text('captcha')}
        purpose="register"
        phone={fields.values.phone}
        onPhoneProblem={problem => fields.showProblem('phone', problem)}
      />
      <PasswordField
        {...fields.text('password')}
        label="密码"
        meter
        input={{ autoComplete: 'new-password', maxLength: 18, placeholder: '6–18 位，建议字母与数字组合' }}
      />
      <Agreement {...fields.tick('type')} />
      <Buttons
        back={() => props.back?.({ phone: fields.values.phone, captcha: fields.values.captcha, password: '' })}
        next="提交注册"
        busy={fields.busy}
      />
    </form>
  )
}
