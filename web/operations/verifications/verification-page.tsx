import { Link, useParams } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { verificationKindNames } from '#contract/operations/reviews-names.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { count, dateTime, fromNow } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { verificationStates as looks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { CompanyLink } from '../company-link.tsx'
import { reloadingQueues } from '../operator-self.ts'
import { verificationPath } from '../paths.ts'
import { Checks } from '../reviews/checks.tsx'
import { useOperation } from '../use-operation.ts'
import { ApproveDialog, RejectDialog } from './decision.tsx'
import { IdNumber } from './id-number.tsx'
import { Licence } from './licence.tsx'

type ReviewedVerification = OperationOutput<'getVerificationForReview'>

export function VerificationPage() {
  const { id = '' } = useParams()
  const called = useOperation('getVerificationForReview', { verification_id: id })
  const approval = useDialog<ReviewedVerification>()
  const rejection = useDialog<ReviewedVerification>()
  const { data, refused, reload } = called
  if (!data) return <Placeholder refused={refused} retry={reload} rows={12} />
  const waits = data.state === 'under_review'
  const done = reloadingQueues(reload)
  return (
    <>
      <ListHead
        title={data.company_name ?? data.person_name}
        text={
          <>
            <StateTag state={looks[data.state]} /> {verificationKindNames[data.kind]}认证，
            {dateTime(data.submitted_at)} 提交（{fromNow(data.submitted_at)}）
          </>
        }
      >
        {waits && (
          <>
            <ActButton danger onClick={() => rejection.show(data)}>
              驳回
            </ActButton>
            <ActButton look="primary" onClick={() => approval.show(data)}>
              通过
            </ActButton>
          </>
        )}
      </ListHead>
      <Next verification={data} waits={waits} />
      <div className="review">
        {data.kind === 'company' && (
          <section className="sheet" aria-label="营业执照">
            <Licence verification={data} />
          </section>
        )}
        <div className="review-side">
          <section className="sheet" aria-labelledby="checks-title">
            <h2 id="checks-title">核对结果</h2>
            <Checks list={data.checks} />
          </section>
          <section className="sheet" aria-labelledby="submitted-title">
            <h2 id="submitted-title">提交的资料</h2>
            <Facts list={factsOf(data)} />
          </section>
          {data.earlier.length > 0 && <Earlier list={data.earlier} />}
        </div>
      </div>
      {approval.subject && (
        <ApproveDialog
          key={`approve-${approval.key}`}
          verification={approval.subject}
          {...approval.props}
          done={done}
        />
      )}
      {rejection.subject && (
        <RejectDialog
          key={`reject-${rejection.key}`}
          verification={rejection.subject}
          {...rejection.props}
          done={done}
        />
      )}
    </>
  )
}

/** The decision, and the verification that has waited longest. */
function Next({ verification, waits }: { verification: ReviewedVerification; waits: boolean }) {
  const { next_id, waiting, state, reviewer, reviewed_at, reason } = verification
  if (waits && !next_id) return null
  return (
    <div className="review-next" role="status" data-waits={waits ? '' : undefined}>
      {!waits && (
        <span>
          {reviewer}于 {reviewed_at && dateTime(reviewed_at)} {state === 'approved' ? '通过' : '驳回'}
          {reason && `：${reason}`}
        </span>
      )}
      {next_id ? (
        <>
          <span>{waits ? `另有 ${count(waiting)} 条待审核` : `还有 ${count(waiting)} 条待审核`}</span>
          <LinkButton look={waits ? 'default' : 'primary'} to={verificationPath(next_id)}>
            {waits ? '看下一条' : '审核下一条'}
          </LinkButton>
        </>
      ) : (
        <span>没有其他待审核的认证</span>
      )}
    </div>
  )
}

function factsOf(verification: ReviewedVerification) {
  const { channel, established } = verification
  const none = <span className="quiet">未填写</span>
  const company =
    verification.kind === 'company'
      ? [
          { label: '企业名称', value: verification.company_name },
          ...(established
            ? [
                {
                  label: '已建立的企业',
                  value: <CompanyLink id={established.company_id} name={established.name} />,
                },
              ]
            : []),
          {
            label: '统一社会信用代码',
            value: (
              <span className="copied">
                <code>{verification.credit_code}</code>
                <CopyButton text={verification.credit_code ?? ''} label="统一社会信用代码" />
              </span>
            ),
          },
          { label: '行业', value: verification.industry ?? none },
          { label: '地址', value: verification.address ?? none },
        ]
      : []
  const registration = channel?.registration
  return [
    ...company,
    { label: verification.kind === 'company' ? '联系人' : '姓名', value: verification.person_name },
    { label: '身份证号', value: <IdNumber verification={verification} /> },
    { label: '申请账号', value: verification.phone },
    { label: '注册时间', value: `${dateTime(verification.registered_at)}（${fromNow(verification.registered_at)}）` },
    ...(channel ? [{ label: '推广渠道', value: `${channel.name}（${channel.code}）` }] : []),
    ...(registration
      ? [
          {
            label: '渠道登记',
            value: `${registration.company_name}，${registration.credit_code}，${registration.contact_name}，${registration.size}`,
          },
        ]
      : []),
  ]
}

const Earlier = ({ list }: { list: ReviewedVerification['earlier'] }) => (
  <section className="sheet" aria-labelledby="earlier-title">
    <h2 id="earlier-title">该账号的其他提交</h2>
    <ul className="review-past">
      {list.map(each => (
        <li key={each.verification_id}>
          <span>
            <StateTag state={looks[each.state]} />
            <Link to={verificationPath(each.verification_id)}>{each.company_name ?? each.person_name}</Link>
            <span className="quiet">{dateTime(each.submitted_at)}</span>
          </span>
          {each.reason && <span className="quiet">{each.reason}</span>}
        </li>
      ))}
    </ul>
  </section>
)
