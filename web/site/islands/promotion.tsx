import '#web/ui/fields/fields.css'
import './promotion.css'
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { InputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { beginSession } from '#web/data/session-life.ts'
import { toast } from '../../ui/toast.ts'
import {
  type Account,
  type AccountRefusal,
  AccountStep,
  type Company,
  CompanyStep,
  type Contact,
  ContactStep,
} from './promotion-steps.tsx'

const steps = ['企业信息', '联系人', '登录账号']

/** The field of the last step that an error belongs to. */
const fieldOf: Record<number, keyof Account> = { [-41005]: 'captcha', [-41008]: 'phone', [-41011]: 'password' }

/** Opens the dialog that the server rendered into the document; closing it continues to the next page. */
function openTrialDialog(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#trial')
  const goOn = () => location.assign(paths.realname('yes'))
  dialog?.addEventListener('close', goOn)
  if (dialog) dialog.showModal()
  else goOn()
}

function Promotion({ code }: { code: string }) {
  const [step, setStep] = useState(0)
  const [company, setCompany] = useState<Company>({ company_name: '', credit_code: '' })
  const [contact, setContact] = useState<Contact>({ industry_id: '', size: '', contact_name: '' })
  const [taken, setTaken] = useState<string>()
  const [account, setAccount] = useState<Account>({ phone: '', captcha: '', password: '' })
  const heading = useRef<HTMLParagraphElement>(null)
  const moved = useRef(false)

  useEffect(() => {
    // The first step is not focused on arrival, because the page must start at its top.
    const find = (fields: string) => heading.current?.parentElement?.querySelector<HTMLElement>(fields)
    if (moved.current) (find('form [aria-invalid="true"]') ?? find('form input, form select'))?.focus()
    moved.current = step >= 0
  }, [step])

  useEffect(() => {
    // The document is cached, so the code may have been used up since.
    void api.verifyPromotionCode({ promotion_code: code }, { background: true }).then(answer => {
      if (!answer.ok && [-43001, -43002, -43003].includes(answer.code)) toast.error(sentence(answer))
    })
  }, [code])

  async function register(values: Account): Promise<AccountRefusal> {
    setAccount(values)
    // The cast holds because the select offers only the contract's sizes.
    const size = contact.size as InputOf<'channelRegister'>['size']
    const input = { is_agree: 1 as const, promotion_code: code, ...company, ...contact, size, ...values }
    const answer = await api.channelRegister(input)
    if (answer.ok) {
      await beginSession(answer.data)
      openTrialDialog()
      return undefined
    }
    toast.error(sentence(answer))
    if (answer.code === -42004) {
      setTaken(sentence(answer))
      setStep(0)
    }
    const field = fieldOf[answer.code]
    return field && { field, problem: sentence(answer) }
  }

  return (
    <>
      <ol className="promotion-steps" aria-label="注册步骤">
        {steps.map((label, index) => (
          <li key={label} aria-current={index === step ? 'step' : undefined} data-done={index < step ? '' : undefined}>
            {label}
          </li>
        ))}
      </ol>
      <p ref={heading} className="promotion-progress" aria-live="polite">
        第 {step + 1} 步，共 3 步：{steps[step]}
      </p>
      {step === 0 ? (
        <CompanyStep
          values={company}
          taken={taken}
          next={values => {
            setTaken(undefined)
            setCompany(values)
            setStep(1)
          }}
        />
      ) : null}
      {step === 1 ? (
        <ContactStep
          values={contact}
          back={values => {
            setContact(values)
            setStep(0)
          }}
          next={values => {
            setContact(values)
            setStep(2)
          }}
        />
      ) : null}
      {step === 2 ? (
        <AccountStep
          values={account}
          back={values => {
            setAccount(values)
            setStep(1)
          }}
          next={register}
        />
      ) : null}
    </>
  )
}

/** Renders the company form into a partner's page. */
export function mountPromotion(place: HTMLElement): void {
  const element = document.createElement('div')
  element.className = 'account-form'
  place.append(element)
  createRoot(element).render(<Promotion code={place.dataset.promotion ?? ''} />)
}
