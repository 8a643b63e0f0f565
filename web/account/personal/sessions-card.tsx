import { Button, Popconfirm, Skeleton } from 'antd'
import type { OutputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { useSubmission } from '#web/ui/use-submission.ts'

type Session = OutputOf<'getSessionList'>['list'][number]

const clients: Record<string, string> = { 'portal-web': '网页门户' }

export function SessionsCard() {
  const { data, refused, reload } = useCall('getSessionList', {}, { quiet: true })

  const { submit } = useSubmission({
    call: ({ session_id }: Session, options) => api.endSession({ session_id }, options),
    message: (_, { device }) => `已结束 ${device} 上的登录`,
    outdatedBy: 'any',
    done: reload,
  })

  return (
    <section className="sheet" aria-labelledby="sessions-title">
      <div className="sheet-head">
        <h2 id="sessions-title">登录设备</h2>
        {data && <span className="quiet">共 {data.total} 处</span>}
      </div>
      {!data && (refused ? <Failure refused={refused} retry={reload} /> : <Skeleton active paragraph={{ rows: 2 }} />)}
      <ul className="lines">
        {data?.list.map(session => (
          <li key={session.session_id} className="line">
            <div>
              <h3>
                {session.device}
                {session.current && <span className="badge">当前</span>}
              </h3>
              <p className="figures">
                {clients[session.client_name] ?? session.client_name} {session.client_version} · {session.ip} ·
                最近使用：
                {fromNow(session.last_seen_at)} · 登录于 {dateTime(session.created_at)}
              </p>
            </div>
            {!session.current && (
              <Popconfirm
                title="结束这次登录？"
                description={`${session.device}（${session.ip}）需要重新登录才能继续使用。`}
                okText="结束登录"
                okButtonProps={{ danger: true }}
                onConfirm={() => submit(session)}
              >
                <Button aria-label={`结束 ${session.device} 上的登录`}>结束</Button>
              </Popconfirm>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
