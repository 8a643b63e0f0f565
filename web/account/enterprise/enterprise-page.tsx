import '#web/ui/fields/fields.css'
import './enterprise.css'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { takeProviderAnswer } from '#web/data/sign-in-way.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AccountFrame } from '../account-layout.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { enter } from './enter.ts'
import { FindForm } from './find-form.tsx'

type Completed = OutputOf<'completeCompanySignIn'>

/** Sends people to their company's identity provider and receives them back. */
export function EnterprisePage() {
  return (
    <AccountFrame className="enterprise">
      <section className="sheet" aria-labelledby="enterprise-title">
        <Way />
      </section>
    </AccountFrame>
  )
}

const elsewhere = '没有登录：这个标签页不是开始登录的那一个。请重新开始，并在同一个标签页里完成。'

function Way() {
  const [isWaiting, setIsWaiting] = useState(true)
  const [completed, setCompleted] = useState<Completed>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    const answer = takeProviderAnswer(location.search)
    if (answer === undefined || answer === 'elsewhere') {
      if (answer) setProblem(elsewhere)
      return setIsWaiting(false)
    }
    void api.completeCompanySignIn(answer).then(result => {
      if (result.ok && result.data.opened) return enter(result.data.opened)
      if (result.ok) setCompleted(result.data)
      else setProblem(sentence(result))
      setIsWaiting(false)
    })
  }, [])

  if (isWaiting) return <Skeleton rows={4} />
  if (completed?.purpose === 'test') return <Tested {...completed} />
  if (completed?.ticket) return <ConfirmForm {...completed} ticket={completed.ticket} />
  return (
    <>
      <h1 id="enterprise-title">企业登录</h1>
      {problem && (
        <p role="alert" className="enterprise-problem">
          {problem}
        </p>
      )}
      <FindForm />
    </>
  )
}

const Tested = ({ shown, company_name }: Completed) => (
  <>
    <h1 id="enterprise-title">测试通过</h1>
    <p className="enterprise-about">
      {company_name}的身份提供方说您是 <b>{shown}</b>。没有打开新的登录。
    </p>
    <Button look="primary" href={paths.companySignIn}>
      回到企业登录的设置
    </Button>
  </>
)
