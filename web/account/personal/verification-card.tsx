import { paths } from '#contract/paths.ts'
import { useCall } from '#web/data/use-call.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { verificationStates } from '#web/ui/states.ts'

const explanations = {
  company: '可以使用跨境网络服务，不必自己提交资料；离开企业之后再用才须本人认证。',
  required: '首次使用专线之前还须以本人的账号认证，一般 1 个工作日内审核。',
  none: '使用跨境网络服务前须完成实名认证，一般 1 个工作日内审核。',
  under_review: '资料已提交，一般 1 个工作日内审核。',
  approved: '已通过实名认证。',
  rejected: '提交的资料被驳回，请按原因修改后重新提交。',
}

/** `company` is the user's company, whose verification covers them too. */
export function VerificationCard({ company }: { company: string | undefined }) {
  const { data, refused, reload } = useCall('getVerification', {})
  const verification = data?.verification
  const isEnough = company && !data?.is_own_required
  const state = verification?.state ?? (isEnough ? 'company' : 'none')
  const explanation = explanations[company && state === 'none' ? 'required' : state]
  return (
    <section className="sheet" aria-labelledby="verification-title">
      <div className="sheet-head">
        <h2 id="verification-title">实名认证</h2>
        {data && <StateTag state={verificationStates[state]} />}
      </div>
      {!data && <Placeholder refused={refused} retry={reload} rows={1} />}
      {data && (
        <div className="line">
          <p>
            {verification
              ? `${verification.kind === 'company' ? verification.company_name : verification.person_name}：`
              : company && `您是“${company}”的员工，已经由企业认证，`}
            {explanation}
          </p>
          {verification ? (
            <LinkButton to={paths.realname('no')}>{state === 'rejected' ? '查看原因' : '查看详情'}</LinkButton>
          ) : (
            <LinkButton look={isEnough ? 'default' : 'primary'} to={paths.realname('yes')}>
              {isEnough ? '自行认证' : '去认证'}
            </LinkButton>
          )}
        </div>
      )}
    </section>
  )
}
