import './requests.css'
import { Button, Pagination, Skeleton } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { employeePath, paths } from '#contract/paths.ts'
import { useCall } from '#web/data/use-call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime } from '#web/ui/format.ts'
import { uuid } from '#web/ui/list/address.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { loadUnread } from '#web/ui/notices/unread.ts'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { requestLooks, requestTitle, takenBack } from '#web/ui/request-looks.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { RefuseDialog } from './refuse-dialog.tsx'
import type { Request } from './request.ts'

const tabs = [
  { tab: null, name: '待处理' },
  { tab: 'all', name: '全部' },
]
const pageSize = 20

/** What employees ask for. A notice and its message lead to one request, which is shown alone. */
export function RequestsPage() {
  const [search] = useSearchParams()
  const only = uuid(search.get('request') ?? '')
  const all = search.get('tab') === 'all'
  const tab = all ? 'all' : 'open'
  const [place, setPlace] = useState({ tab, page: 1 })
  const page = place.tab === tab ? place.page : 1
  const { data, refused, reload } = useCall('getRequestList', {
    ...(only ? { request_id: only } : all ? {} : { state: 'open' as const }),
    page: only ? 1 : page,
    page_size: pageSize,
  })
  const approving = useDialog<Request>()
  const refusing = useDialog<Request>()
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  const done = () => {
    reload()
    // A decision settles the notice of every manager.
    void loadUnread()
  }
  return (
    <>
      <ListHead title="员工申请" text="员工申请使用专线、增加时长或审核设备；同意时照做，保存前会说明影响。">
        {only && <Link to={paths.requests}>查看全部待处理</Link>}
      </ListHead>
      {!only && <PageTabs label="员工申请" path={paths.requests} tabs={tabs} active={all ? 'all' : null} />}
      {!data ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : data.list.length ? (
        <ul className="requests" aria-label="员工申请">
          {data.list.map(request => (
            <RequestItem
              key={request.request_id}
              request={request}
              approve={() => approving.show(request)}
              refuse={() => refusing.show(request)}
            />
          ))}
        </ul>
      ) : (
        <Empty
          title={only ? '没有这项申请' : all ? '还没有申请' : '没有待处理的申请'}
          text="员工可以在个人信息页的“我的申请”里提交。"
        />
      )}
      {data && data.total > pageSize && (
        <Pagination
          simple
          current={page}
          pageSize={pageSize}
          total={data.total}
          onChange={next => setPlace({ tab, page: next })}
        />
      )}
      {approving.subject && (
        <ApproveDialog key={`approve ${approving.key}`} request={approving.subject} {...approving.props} done={done} />
      )}
      {refusing.subject && (
        <RefuseDialog key={`refuse ${refusing.key}`} request={refusing.subject} {...refusing.props} done={done} />
      )}
    </>
  )
}

interface RequestItemProps {
  request: Request
  approve: () => void
  refuse: () => void
}

function RequestItem({ request, approve, refuse }: RequestItemProps) {
  const { employee_id, name, dept_path, note, state, reason, decided_by, created_at, expires_at, taken_back_at } =
    request
  const title = requestTitle(request)
  return (
    <li className="sheet request">
      <div className="sheet-head">
        <h2>
          <Link to={employeePath(employee_id)}>{name}</Link> 申请{title}
        </h2>
        <StateTag state={taken_back_at ? takenBack : requestLooks[state]} />
      </div>
      <p className="request-note">{note}</p>
      <p className="quiet">
        {dept_path ?? '未分配部门'} · {dateTime(created_at)}
        {state === 'open' && ` · ${dateTime(expires_at)} 过期`}
        {decided_by && ` · 由 ${decided_by} 处理`}
        {reason && `：${reason}`}
        {taken_back_at && ` · ${dateTime(taken_back_at)} 撤销`}
      </p>
      {state === 'open' && (
        <div className="row">
          <Button type="primary" onClick={approve} aria-label={`同意${name}的申请：${title}`}>
            同意
          </Button>
          <Button onClick={refuse} aria-label={`拒绝${name}的申请：${title}`}>
            拒绝
          </Button>
        </div>
      )}
    </li>
  )
}
