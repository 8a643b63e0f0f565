import { dateTime, fromNow } from '#web/ui/format.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { type EndSessions, EndSessionsDialog } from '../support/end-sessions-dialog.tsx'
import type { Account } from './account.ts'

export function AccountSessions({ account, reload }: { account: Account; reload: () => void }) {
  const { account_id, name, sessions } = account
  const ending = useDialog<EndSessions>()
  return (
    <section className="sheet" aria-labelledby="account-sessions">
      <div className="sheet-head">
        <h2 id="account-sessions">有效登录</h2>
        {sessions.length > 0 && (
          <ActButton size="small" danger onClick={() => ending.show({ of: 'account', id: account_id, name })}>
            结束全部
          </ActButton>
        )}
      </div>
      <ul className="support-list">
        {sessions.map(session => (
          <li key={session.session_id}>
            <span>
              {session.device} · {session.client_name} {session.client_version}
            </span>
            <span className="quiet" title={`登录于 ${dateTime(session.created_at)}`}>
              {session.ip} · {fromNow(session.last_seen_at)}使用
            </span>
            <ActButton
              className="support-end"
              size="small"
              aria-label={`结束 ${session.device} ${session.ip} 的登录`}
              onClick={() =>
                ending.show({
                  of: 'session',
                  id: session.session_id,
                  name,
                  about: `${session.device}，${session.ip}`,
                })
              }
            >
              结束
            </ActButton>
          </li>
        ))}
        {!sessions.length && <li className="quiet">没有有效的登录</li>}
      </ul>
      {ending.subject && (
        <EndSessionsDialog key={ending.key} question={ending.subject} {...ending.props} done={reload} />
      )}
    </section>
  )
}
