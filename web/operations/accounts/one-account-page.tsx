import '../support/support.css'
import { useParams } from 'react-router'
import { Failure } from '#web/ui/failure.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { accountLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { api } from '../api.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { Unmask } from '../support/unmask.tsx'
import { useOperation } from '../use-operation.ts'
import { AccountFacts } from './account-facts.tsx'
import { AccountHistory, AccountSent, AccountVerifications } from './account-lists.tsx'
import { AccountService } from './account-service.tsx'
import { AccountSessions } from './account-sessions.tsx'

/** All that support needs about one person. */
export function OneAccountPage() {
  const { id = '' } = useParams()
  const { data: account, refused, reload } = useOperation('getAccountOverview', { account_id: id })
  const standing = useDialog<'active' | 'disabled'>()
  if (!account) return refused ? <Failure refused={refused} retry={reload} /> : <PageWait />
  const { account_id, name, phone, state, sessions } = account
  const other = state === 'active' ? 'disabled' : 'active'
  // The dialog keeps what was asked for, whatever a colleague does to the account meanwhile.
  const disables = standing.subject === 'disabled'
  return (
    <div className="support">
      <header className="support-head">
        <div>
          <h1>{name}</h1>
          <p>
            <StateTag state={accountLooks[state]} />
            {state === 'deleted' ? (
              <span className="quiet">{phone}</span>
            ) : (
              <Unmask of="account" id={account_id} name={name} masked={phone} done={reload} />
            )}
          </p>
        </div>
        {state !== 'deleted' && (
          <ActButton danger={other === 'disabled'} onClick={() => standing.show(other)}>
            {other === 'disabled' ? '停用账号' : '恢复账号'}
          </ActButton>
        )}
      </header>
      <div className="sheets">
        <AccountFacts account={account} reload={reload} />
        <div className="support-pair">
          <AccountVerifications account={account} />
          <AccountSessions account={account} reload={reload} />
        </div>
        <AccountService account={account} />
        <AccountSent account={account} />
        <AccountHistory account={account} />
      </div>
      {standing.subject && (
        <ReasonDialog
          key={standing.key}
          title={disables ? '停用账号' : '恢复账号'}
          subject={account_id}
          okText={disables ? '停用' : '恢复'}
          {...(disables && { danger: true })}
          {...standing.props}
          call={api.setAccountState}
          input={reason => ({ account_id, state: disables ? ('disabled' as const) : ('active' as const), reason })}
          done={reload}
          outdatedBy={[-53303]}
        >
          <p>
            <strong>{name}</strong>（{phone}）
            {disables
              ? `的 ${sessions.length} 个登录立即结束，不能再登录。${account.company?.role === 'owner' ? '此人是企业的所有者，企业不受影响，但没有人能以所有者身份操作。' : ''}`
              : '可以用原来的密码重新登录。'}
          </p>
        </ReasonDialog>
      )}
    </div>
  )
}
