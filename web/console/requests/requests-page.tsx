import './requests.css'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { uuid } from '#web/ui/list/address.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Pages } from '#web/ui/list/pages.tsx'
import { useRowKeys } from '#web/ui/list/row-keys.ts'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { Decisions } from './decisions.tsx'
import { LinkedRequest } from './linked-request.tsx'
import type { Request } from './request.ts'
import { RequestItem } from './request-item.tsx'

const tabs = [
  { tab: null, name: '待处理' },
  { tab: 'all', name: '全部' },
]
const pageSize = 20

/** Lists the requests of employees. The link in a group's message leads to one request. */
export function RequestsPage() {
  const [search] = useSearchParams()
  const link = search.get('link')
  return link ? <LinkedRequest link={link} /> : <RequestList search={search} />
}

/** A notice and its message lead to one request, which is then shown alone. */
function RequestList({ search }: { search: URLSearchParams }) {
  const only = uuid(search.get('request') ?? '')
  const all = search.get('tab') === 'all'
  const tab = all ? 'all' : 'open'
  const [place, setPlace] = useState({ tab, page: 1 })
  const page = !only && place.tab === tab ? place.page : 1
  const { data, refused, reload } = useRemembered('getRequestList', {
    ...(only ? { request_id: only } : all ? {} : { state: 'open' as const }),
    page,
    page_size: pageSize,
  })
  const approving = useDialog<Request>()
  const refusing = useDialog<Request>()
  const list = useRef<HTMLUListElement>(null)
  useRowKeys(list)
  return (
    <>
      <ListHead title="员工申请" text="员工申请使用专线、增加时长或审核设备；同意时照做，保存前会说明影响。">
        {only && <Link to={paths.requests}>查看全部待处理</Link>}
      </ListHead>
      {!only && <PageTabs label="员工申请" path={paths.requests} tabs={tabs} active={all ? 'all' : null} />}
      {refused && !data ? (
        <Failure refused={refused} retry={reload} />
      ) : !data ? (
        <Skeleton rows={6} />
      ) : data.total ? (
        <ul ref={list} className="requests" data-rows aria-label="员工申请">
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
      {data && (
        <Pages
          simple
          current={page}
          pageSize={pageSize}
          total={data.total}
          rows={data.list.length}
          onChange={next => setPlace({ tab, page: next })}
        />
      )}
      <Decisions approving={approving} refusing={refusing} done={reload} />
    </>
  )
}
