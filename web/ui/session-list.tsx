import { ConfirmButton } from './confirm-button.tsx'
import { dateTime, fromNow } from './format.ts'
import { Parts } from './parts.tsx'
import type { Submission } from './use-submission.ts'

interface ListedSession {
  session_id: string
  device: string
  ip: string
  current: boolean
  last_seen_at: string
  created_at: string
}

interface SessionListProps<Session, Data> {
  sessions: readonly Session[]
  /** Shown before the address. */
  client?: (session: Session) => string
  ending: Submission<Session, Data>
}

/** Lists the places where a user is logged in; a login that is not theirs can be ended here. */
export function SessionList<Session extends ListedSession, Data>(props: SessionListProps<Session, Data>) {
  const { sessions, client, ending } = props
  return (
    <ul className="lines">
      {sessions.map(session => (
        <li key={session.session_id} className="line">
          <div>
            <h3>
              {session.device} {session.current && <span className="badge">当前</span>}
            </h3>
            <p className="figures">
              <Parts
                of={[
                  client?.(session),
                  session.ip,
                  `最近使用：${fromNow(session.last_seen_at)}`,
                  `登录于 ${dateTime(session.created_at)}`,
                ]}
              />
            </p>
          </div>
          {!session.current && (
            <ConfirmButton
              label="结束"
              button={{ 'aria-label': `结束 ${session.device} 上的登录` }}
              title="结束这次登录？"
              okText="结束登录"
              danger
              input={session}
              {...ending}
            >
              <p>
                {session.device}（{session.ip}）需要重新登录才能继续使用。
              </p>
            </ConfirmButton>
          )}
        </li>
      ))}
    </ul>
  )
}
