import { Link } from 'react-router'
import { employeePath } from '#contract/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { May } from '#web/ui/may.tsx'
import { Parts } from '#web/ui/parts.tsx'
import { requestLooks, requestTitle, undoneAfterGrant } from '#web/ui/request-looks.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import type { Request } from './request.ts'

interface RequestItemProps {
  request: Request
  approve: () => void
  refuse: () => void
}

/** A request, with the possible decisions while it is open. */
export function RequestItem({ request, approve, refuse }: RequestItemProps) {
  const { employee_id, name, dept_path, note, state, reason, decided_by, created_at, expires_at, taken_back_at } =
    request
  const title = requestTitle(request)
  return (
    // Focused once it takes the place of a decided request.
    <li className="sheet request" data-row tabIndex={-1}>
      <div className="sheet-head">
        <h2>
          <Link to={employeePath(employee_id)} data-opens>
            {name}
          </Link>{' '}
          申请{title}
        </h2>
        <StateTag state={taken_back_at ? undoneAfterGrant : requestLooks[state]} />
      </div>
      <p className="request-note">{note}</p>
      <p className="quiet">
        <Parts
          of={[
            dept_path ?? '未分配部门',
            dateTime(created_at),
            state === 'open' && `${dateTime(expires_at)} 过期（${fromNow(expires_at)}）`,
            [decided_by && `由 ${decided_by} 处理`, reason].filter(Boolean).join('：'),
            taken_back_at && `${dateTime(taken_back_at)} 撤销`,
          ]}
        />
      </p>
      {state === 'open' && (
        <div className="row">
          <May call="approveRequest">
            <Button look="primary" onClick={approve} aria-label={`同意${name}的申请：${title}`}>
              同意
            </Button>
          </May>
          <May call="refuseRequest">
            <Button onClick={refuse} aria-label={`拒绝${name}的申请：${title}`}>
              拒绝
            </Button>
          </May>
        </div>
      )}
    </li>
  )
}
