import { useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'

const DomainDialog = idlePart(async () => (await import('./domain-dialog.tsx')).DomainDialog)

type Domain = OutputOf<'getCompanySignIn'>['domains'][number]

interface DomainsCardProps {
  domains: Domain[]
  recordName: string
  done: () => void
}

/** The company's mail domains; only people with an address in one of them may log in. */
export function DomainsCard({ domains, recordName, done }: DomainsCardProps) {
  const adding = useDialog<true>()
  const removing = useDialog<Domain>()
  return (
    <section className="sheet" aria-labelledby="domains-title">
      <div className="sheet-head">
        <h2 id="domains-title">邮箱域名</h2>
        <Button onClick={() => adding.show(true)}>添加域名</Button>
      </div>
      <p className="quiet">
        员工以工作邮箱的域名找到企业；由 OpenID Connect 进来的人，邮箱还须属于这些域名。归属由 DNS 的 TXT 记录证明。
      </p>
      {domains.length === 0 && <p>还没有域名。</p>}
      <ul className="lines">
        {domains.map(domain => (
          <DomainLine
            key={domain.domain}
            domain={domain}
            recordName={recordName}
            remove={() => removing.show(domain)}
            done={done}
          />
        ))}
      </ul>
      <DomainDialog key={`add ${adding.key}`} {...adding.props} done={done} />
      {removing.subject && (
        <ConfirmDialog
          key={`remove ${removing.key}`}
          {...removing.props}
          title={`移除 ${removing.subject.domain}？`}
          okText="移除域名"
          danger
          call={api.removeCompanyDomain}
          input={{ domain: removing.subject.domain }}
          outdatedBy={[-59108]}
          done={done}
        >
          <p>之后，邮箱属于它的人不能再由企业登录；已经打开的登录不受影响。</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** The record does not exist, or not yet. */
const notFound = -59109

interface DomainLineProps {
  domain: Domain
  recordName: string
  remove: () => void
  done: () => void
}

function DomainLine({ domain: { domain, token, proved_at }, recordName, remove, done }: DomainLineProps) {
  // DNS takes minutes, so the message about a missing record stays until the next attempt.
  const [problem, setProblem] = useState<string>()
  const proving = useSubmission({
    call: api.proveCompanyDomain,
    done,
    outdatedBy: [-59108],
    onRefused(refused) {
      if (refused.code === notFound) setProblem(sentence(refused))
      else showRefusal(refused)
    },
  })
  return (
    <li className="line">
      <div>
        <h3>
          {domain} <span className="badge">{proved_at ? '已验证' : '待验证'}</span>
        </h3>
        {proved_at ? (
          <p className="figures">{dateTime(proved_at)} 验证</p>
        ) : (
          <div className="sign-in-record">
            <p>在域名的 DNS 里添加一条 TXT 记录，再点“验证”：</p>
            <p>
              主机记录 <code>{`${recordName}.${domain}`}</code>
              <CopyButton text={`${recordName}.${domain}`} label="主机记录" />
            </p>
            <p>
              记录值 <code>{token}</code>
              <CopyButton text={token} label="记录值" />
            </p>
            {problem && (
              <p className="sign-in-problem" role="alert">
                {problem}
              </p>
            )}
          </div>
        )}
      </div>
      <div className="row">
        {!proved_at && (
          <Button
            look="primary"
            loading={proving.busy}
            aria-label={`验证${domain}`}
            onClick={() => {
              setProblem(undefined)
              void proving.submit({ domain })
            }}
          >
            验证
          </Button>
        )}
        <Button aria-label={`移除${domain}`} onClick={remove}>
          移除
        </Button>
      </div>
    </li>
  )
}
