import type { OutputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import type { CallState } from '#web/data/use-request.ts'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { SessionList } from '#web/ui/session-list.tsx'

type Session = OutputOf<'getSessionList'>['list'][number]

const clients: Record<string, string> = { 'portal-web': '网页门户', unknown: '未知客户端' }

interface SessionsCardProps {
  state: CallState<OutputOf<'getSessionList'>>
}

export function SessionsCard({ state: { data, refused, reload } }: SessionsCardProps) {
  return (
    <section className="sheet" aria-labelledby="sessions-title">
      <div className="sheet-head">
        <h2 id="sessions-title">登录设备</h2>
        {data && <span className="quiet">共 {data.total} 处</span>}
        {data && data.total > 1 && (
          <ConfirmButton
            label="结束其他登录"
            title="结束其他全部登录？"
            okText="全部结束"
            danger
            call={api.endOtherSessions}
            input={{}}
            message="已结束其他全部登录"
            outdatedBy="any"
            done={reload}
          >
            <p>除本次以外的 {data.total - 1} 处须重新登录才能继续使用。</p>
          </ConfirmButton>
        )}
      </div>
      {!data && <Placeholder refused={refused} retry={reload} rows={2} />}
      <SessionList
        sessions={data?.list ?? []}
        client={({ client_name, client_version }) => `${clients[client_name] ?? client_name} ${client_version}`}
        ending={{
          call: ({ session_id }: Session, options) => api.endSession({ session_id }, options),
          message: (_, { device }) => `已结束 ${device} 上的登录`,
          outdatedBy: 'any',
          done: reload,
        }}
      />
    </section>
  )
}
