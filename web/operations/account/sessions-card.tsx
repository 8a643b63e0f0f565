import { Button, Popconfirm, Skeleton } from 'antd'
import type { OperationOutput } from '#contract/operations/index.ts'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { useOperation } from '../use-operation.ts'

type Session = OperationOutput<'getOwnSessionList'>['list'][number]

/** Where the operator is logged in; a login that is not theirs can be ended here. */
export function SessionsCard() {
  const { data, refused, reload } = useOperation('getOwnSessionList', {})
  const { submit } = useSubmission({
    call: ({ session_id }: Session, options) => api.endOwnSession({ session_id }, options),
    message: (_, { device }) => `已结束 ${device} 上的登录`,
    outdatedBy: 'any',
    done: reload,
  })
  return (
    <section className="sheet" aria-labelledby="sessions-title">
      <h2 id="sessions-title">我的登录</h2>
      {!data && (refused ? <Failure refused={refused} retry={reload} /> : <Skeleton active paragraph={{ rows: 2 }} />)}
      <ul className="lines">
        {data?.list.map(session => (
          <li key={session.session_id} className="line">
            <div>
              <h3>
                {session.device} {session.current && <span className="badge">当前</span>}
              </h3>
              <p className="figures">
                {session.ip} · 最近使用：{fromNow(session.last_seen_at)} · 登录于 {dateTime(session.created_at)}
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
