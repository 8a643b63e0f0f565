import { CheckCircleFilled, ClockCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { companyFields, personName } from '#contract/records/company-fields.ts'
import { chosenProduct, continueTo, forgetChosen } from '#web/data/chosen-product.ts'
import { portal } from '#web/data/portal.ts'
import { Button } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useConsoleEntry } from '#web/ui/site-tabs.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { verificationStates } from '#web/ui/states.ts'

export type Verification = NonNullable<OutputOf<'getVerification'>['verification']>

const heads = {
  under_review: {
    icon: <ClockCircleFilled />,
    title: '实名认证正在审核',
    text: '一般在 1 个工作日内完成，结果会显示在这里。期间可以先浏览帮助中心、下载客户端。',
  },
  approved: {
    icon: <CheckCircleFilled />,
    title: '实名认证已通过',
    text: '可以使用全部功能了，下一步见控制台首页的“待办”。',
  },
  rejected: {
    icon: <CloseCircleFilled />,
    title: '实名认证被驳回',
    text: '请按下面的原因修改后重新提交，原来填写的资料会保留。',
  },
}

/** A person's own verification gives no access to the console or to purchases, and belongs to no company. */
const approvedPerson =
  '您本人的身份已核实。购买专线、管理企业须另做企业认证；已是企业员工的，可以使用企业授权给您的专线。'

function factsOf(verification: Verification): { label: string; value: ReactNode }[] {
  const { kind, person_name, id_number, company_name, credit_code, submitted_at, reviewed_at, state } = verification
  const company = kind === 'company'
  return [
    { label: '状态', value: <StateTag state={verificationStates[state]} /> },
    { label: '认证类型', value: company ? '企业认证' : '个人认证' },
    ...(company
      ? [
          { label: companyFields.name.label, value: company_name },
          { label: companyFields.credit_code.label, value: credit_code },
        ]
      : []),
    { label: company ? companyFields.contact_name.short : personName.label, value: person_name },
    { label: '身份证号', value: id_number },
    { label: '提交时间', value: `${dateTime(submitted_at)}（${fromNow(submitted_at)}）` },
    ...(reviewed_at ? [{ label: '审核时间', value: dateTime(reviewed_at) }] : []),
  ]
}

interface ReviewStateProps {
  verification: Verification
  /** 1 once the account counts as verified. */
  status: number | undefined
}

export function ReviewState({ verification, status }: ReviewStateProps) {
  const { state, reason, kind } = verification
  const head = heads[state]
  // The overview lists what to do next.
  const enter = useConsoleEntry(paths.company)
  const [chosen] = useState(chosenProduct)
  const { supportPhone, supportHours } = portal().brand
  return (
    <section className="sheet review" data-tone={verificationStates[state].tone} aria-labelledby="review-title">
      <div className="review-head">
        {head.icon}
        <div>
          <h1 id="review-title">{head.title}</h1>
          <p>{state === 'approved' && kind === 'person' ? approvedPerson : head.text}</p>
        </div>
      </div>
      {state === 'rejected' && reason && (
        <div className="reason" role="note">
          <strong>驳回原因</strong>
          <p>{reason}</p>
        </div>
      )}
      <Facts list={factsOf(verification)} />
      {state === 'approved' && kind === 'person' && (
        <p className="quiet">
          要为企业开通？请先在<Link to={paths.personalDetails}>个人信息</Link>
          的“我的同意”中撤回对处理身份证号的同意，个人认证随即删除，再以企业认证重新提交。
        </p>
      )}
      <div className="row">
        {state === 'rejected' && (
          <LinkButton look="primary" to={paths.realname('yes')}>
            修改并重新提交
          </LinkButton>
        )}
        {state === 'approved' && status === 1 && kind === 'company' && (
          <>
            {chosen && (
              <Button look="primary" href={chosen} onClick={forgetChosen}>
                {continueTo(chosen)}
              </Button>
            )}
            <Button look={chosen ? 'default' : 'primary'} href={paths.company} onClick={enter}>
              进入控制台
            </Button>
          </>
        )}
        <LinkButton to={paths.personalDetails}>查看个人信息</LinkButton>
      </div>
      {supportPhone && state !== 'approved' && (
        <p className="quiet">
          对结果有疑问？客服电话 {supportPhone}（{supportHours}）
        </p>
      )}
    </section>
  )
}
