import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isSessionRefusal, sentence } from '#web/data/answers.ts'
import { useCall } from '#web/data/use-call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime } from '#web/ui/format.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { requestLooks, undoneAfterGrant } from '#web/ui/request-looks.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { Decisions } from './decisions.tsx'
import type { Request } from './request.ts'
import { RequestItem } from './request-item.tsx'

/** The refusals of a link for which a retry is pointless. */
const wrong = [-59706, -59707, -59708, -59709]

/** The request named by a link in a group's message. The link itself decides nothing: a logged-in manager does, once. */
export function LinkedRequest({ link }: { link: string }) {
  const { data, refused, reload } = useCall('openRequestLink', { link })
  const approving = useDialog<Request>()
  const refusing = useDialog<Request>()
  const request = data?.request
  return (
    <>
      <ListHead title="员工申请" text="由群消息的链接打开，由您处理。">
        <Link to={paths.requests}>查看全部待处理</Link>
      </ListHead>
      {!request &&
        (!refused ? (
          <Skeleton rows={4} />
        ) : wrong.includes(refused.code) && !isSessionRefusal(refused) ? (
          <Alert type="warning" title={sentence(refused)} />
        ) : (
          <Failure refused={refused} retry={reload} />
        ))}
      {request && (
        <>
          {request.state !== 'open' && <Alert className="link-used" type="info" title={usedWords(request)} />}
          <ul className="requests" aria-label="员工申请">
            <RequestItem
              request={request}
              approve={() => approving.show(request)}
              refuse={() => refusing.show(request)}
            />
          </ul>
        </>
      )}
      <Decisions approving={approving} refusing={refusing} done={reload} />
    </>
  )
}

/** Explains that the link has been used, with the outcome of the request and the person who decided it. */
function usedWords({ state, decided_by, decided_at, taken_back_at }: Request): string {
  const outcome = (taken_back_at ? undoneAfterGrant : requestLooks[state]).word
  const when = decided_at ? `${dateTime(decided_at)} ` : ''
  return decided_by
    ? `这个链接已经用过：${when}由 ${decided_by} 处理，结果为“${outcome}”。`
    : `这项申请已不能处理：${when}${outcome}。`
}
