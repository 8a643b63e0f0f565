import type { OperationOutput } from '#contract/operations/index.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { SessionList } from '#web/ui/session-list.tsx'
import { api } from '../api.ts'
import { useOperation } from '../use-operation.ts'

type Session = OperationOutput<'getOwnSessionList'>['list'][number]

export function SessionsCard() {
  const { data, refused, reload } = useOperation('getOwnSessionList', {})
  return (
    <section className="sheet" aria-labelledby="sessions-title">
      <h2 id="sessions-title">我的登录</h2>
      {!data && <Placeholder refused={refused} retry={reload} rows={2} />}
      <SessionList
        sessions={data?.list ?? []}
        ending={{
          call: ({ session_id }: Session, options) => api.endOwnSession({ session_id }, options),
          message: (_, { device }) => `已结束 ${device} 上的登录`,
          outdatedBy: 'any',
          done: reload,
        }}
      />
    </section>
  )
}
