import { Button, Popconfirm } from 'antd'
import type { ReactNode } from 'react'
import { dateTime, fromNow } from './format.ts'

interface ListedSession {
  session_id: string
  device: string
  ip: string
  current: boolean
  last_seen_at: string
  created_at: string
}

interface SessionListProps<Session> {
  sessions: readonly Session[]
  /** Shown before the address. */
  client?: (session: Session) => ReactNode
  /** The question stays, with its progress, until this is settled. */
  end: (session: Session) => Promise<unknown>
}

/** Lists the places where somebody is logged in; a login that is not theirs can be ended here. */
export function SessionList<Session extends ListedSession>({ sessions, client, end }: SessionListProps<Session>) {
  return (
    <ul className="lines">
      {sessions.map(session => (
        <li key={session.session_id} className="line">
          <div>
            <h3>
              {session.device} {session.current && <span className="badge">当前</span>}
            </h3>
            <p className="figures">
              {client && <>{client(session)} · </>}
              {session.ip} · 最近使用：{fromNow(session.last_seen_at)} · 登录于 {dateTime(session.created_at)}
            </p>
          </div>
          {!session.current && (
            <Popconfirm
              title="结束这次登录？"
              description={`${session.device}（${session.ip}）需要重新登录才能继续使用。`}
              okText="结束登录"
              okButtonProps={{ danger: true }}
              onConfirm={() => end(session)}
            >
              <Button aria-label={`结束 ${session.device} 上的登录`}>结束</Button>
            </Popconfirm>
          )}
        </li>
      ))}
    </ul>
  )
}
