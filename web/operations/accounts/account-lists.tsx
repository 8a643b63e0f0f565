import { dateTime } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { smsLooks, verificationStates } from '#web/ui/states.ts'
import { useMayRead } from '../operator.ts'
import { auditOf } from '../paths.ts'
import { LogChanges } from '../support/log-changes.tsx'
import { actionWord } from '../support/log-words.ts'
import { purposeWord } from '../support/purposes.ts'
import type { Account } from './account.ts'

interface ListProps {
  account: Account
}

export const AccountVerifications = ({ account: { verifications } }: ListProps) => (
  <section className="sheet" aria-labelledby="account-verifications">
    <h2 id="account-verifications">实名认证经过</h2>
    <ul className="support-list">
      {verifications.map(each => (
        <li key={each.verification_id}>
          <StateTag state={verificationStates[each.state]} />
          <span>
            {each.kind === 'company' ? `企业：${each.company_name}` : '个人'} · {each.person_name}（{each.id_number}）
          </span>
          <span className="quiet">{dateTime(each.created_at)}</span>
          {each.reviewed_at && (
            <p>
              {each.reviewer} 于 {dateTime(each.reviewed_at)} {each.state === 'approved' ? '通过' : '驳回'}
              {each.reason && `：${each.reason}`}
            </p>
          )}
        </li>
      ))}
      {!verifications.length && <li className="quiet">没有提交过实名认证</li>}
    </ul>
  </section>
)

export const AccountSent = ({ account: { notices, messages } }: ListProps) => (
  <div className="support-pair">
    <section className="sheet" aria-labelledby="account-notices">
      <div className="sheet-head">
        <h2 id="account-notices">站内通知</h2>
        <span className="quiet">最近 20 条</span>
      </div>
      <ul className="support-list">
        {notices.map(notice => (
          <li key={notice.notice_id}>
            <span>{notice.title}</span>
            <span className="quiet">
              {notice.read ? '已读' : '未读'} · {dateTime(notice.created_at)}
            </span>
            <p>{notice.text}</p>
          </li>
        ))}
        {!notices.length && <li className="quiet">没有通知</li>}
      </ul>
    </section>
    <section className="sheet" aria-labelledby="account-messages">
      <div className="sheet-head">
        <h2 id="account-messages">短信</h2>
        <span className="quiet">最近 20 条，不含内容</span>
      </div>
      <ul className="support-list">
        {messages.map(message => (
          <li key={message.message_id}>
            <span>{purposeWord(message.purpose)}</span>
            <StateTag state={smsLooks[message.state]} />
            <span className="quiet">
              {message.phone} · {dateTime(message.created_at)}
            </span>
            {message.failure && <p>{message.failure}</p>}
          </li>
        ))}
        {!messages.length && <li className="quiet">没有短信</li>}
      </ul>
    </section>
  </div>
)

export function AccountHistory({ account: { account_id, audit } }: ListProps) {
  const audits = useMayRead([])
  return (
    <section className="sheet" aria-labelledby="account-audit">
      <div className="sheet-head">
        <h2 id="account-audit">审计记录</h2>
        {audits && (
          <LinkButton size="small" to={auditOf(`account:${account_id}`)}>
            在审计日志中查看
          </LinkButton>
        )}
      </div>
      <ul className="support-list">
        {audit.map(entry => (
          <li key={entry.audit_id}>
            <span>{actionWord('audit', entry.action)}</span>
            <LogChanges action={entry.action} detail={entry.detail} />
            <span className="quiet">
              {entry.actor} · {dateTime(entry.at)}
            </span>
          </li>
        ))}
        {!audit.length && <li className="quiet">没有关于这个账号的操作</li>}
      </ul>
    </section>
  )
}
