import type { OutputOf } from '#contract/index.ts'
import { openRequests } from '#contract/request-names.ts'
import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime } from '#web/ui/format.ts'
import { onDemandPart } from '#web/ui/lazy-part.tsx'
import { requestLooks, requestTitle, undoneAfterGrant } from '#web/ui/request-looks.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { Wish } from './ask-dialog.tsx'

type Request = OutputOf<'getMyRequests'>['list'][number]
type Device = OutputOf<'getMyService'>['devices'][number]

// Its form code is a tenth of the page's own size, and for many users this is the first page of the console.
const AskDialog = onDemandPart(async () => (await import('./ask-dialog.tsx')).AskDialog)

interface RequestsCardProps {
  devices: readonly Device[]
  /** The request being written, which can also be begun outside the card. */
  asking: ReturnType<typeof useDialog<Wish>>
}

/** Lists the person's requests to the managers, with their outcomes. */
export function RequestsCard({ devices, asking }: RequestsCardProps) {
  const { data, refused, reload } = useRemembered('getMyRequests', {})
  const withdrawing = useDialog<Request>()
  // The dialog can also be opened from elsewhere on the page, even before the list is loaded.
  const dialog = asking.subject && (
    <AskDialog key={asking.key} {...asking.props} devices={devices} wish={asking.subject} done={reload} />
  )
  if (!data)
    return (
      <>
        {refused && <Failure refused={refused} retry={reload} />}
        {dialog}
      </>
    )
  const open = data.list.filter(({ state }) => state === 'open').length
  return (
    <>
      <h3 className="part-title">
        我的申请
        <Button look="link" size="small" disabled={open >= openRequests} onClick={() => asking.show({})}>
          提交申请
        </Button>
      </h3>
      {data.list.length ? (
        <ul className="lines">
          {data.list.map(request => (
            <li key={request.request_id} className="line">
              <div>
                <h3>{requestTitle(request)}</h3>
                <p className="figures">
                  {request.note}（{dateTime(request.created_at)}）{request.reason && `。管理员答复：${request.reason}`}
                  {request.taken_back_at && `。${dateTime(request.taken_back_at)} 被管理员撤销，可以再次申请`}
                  {request.state === 'open' && `。${dateTime(request.expires_at)} 前未处理即过期`}
                </p>
              </div>
              <span className="own-state">
                <StateTag state={request.taken_back_at ? undoneAfterGrant : requestLooks[request.state]} />
                {request.state === 'open' && (
                  <Button
                    look="link"
                    size="small"
                    aria-label={`撤回申请：${requestTitle(request)}`}
                    onClick={() => withdrawing.show(request)}
                  >
                    撤回
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">需要专线、更多时长，或让新设备通过审核时，可以在这里向管理员申请。</p>
      )}
      {dialog}
      {withdrawing.subject && (
        <ConfirmDialog
          key={withdrawing.key}
          {...withdrawing.props}
          title={`撤回申请：${requestTitle(withdrawing.subject)}`}
          okText="撤回"
          call={api.withdrawRequest}
          input={{ request_id: withdrawing.subject.request_id }}
          outdatedBy={[-47042]}
          done={reload}
        >
          <p>撤回后管理员不再看到它待处理；之后可以重新申请。</p>
        </ConfirmDialog>
      )}
    </>
  )
}
