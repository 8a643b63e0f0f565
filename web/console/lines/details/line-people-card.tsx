import { useState } from 'react'
import { Link } from 'react-router'
import { employeePath, paths } from '#contract/paths.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useSearch } from '#web/data/use-search.ts'
import { chinaNow, fromPicker, toPicker } from '#web/ui/china-time.ts'
import { type Dayjs, dayjs } from '#web/ui/dayjs.ts'
import { count, dateTime } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { withParameters } from '#web/ui/list/address.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { Pages } from '#web/ui/list/pages.tsx'
import { MinutePicker } from '#web/ui/minute-picker.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { Reasons } from '../../access/reasons.tsx'
import { WhyButton } from '../../access/why-button.tsx'
import type { LineDetail } from '../line.ts'

const pageSize = 10

/** The people who can use the line, now or at any instant since it was bought, and why. */
export function LinePeopleCard({ line }: { line: LineDetail }) {
  const [page, setPage] = useState(1)
  const [search, changeSearch] = useSearch()
  const moment = dayjs(search.get('at') ?? '')
  // Kept in the address, so that a finding can be sent to a colleague.
  const at = moment.isValid() ? moment.toISOString() : undefined
  const { data, refused, reload, loading } = useRemembered('getVplUserList', {
    svp_id: line.svp_id,
    at,
    page,
    page_size: pageSize,
  })
  function choose(next: Dayjs | null) {
    changeSearch(before => withParameters(before, { at: next ? fromPicker(next) : undefined }))
    setPage(1)
  }
  return (
    <section className="sheet" aria-labelledby="people-title" aria-busy={loading}>
      <div className="sheet-head">
        <h2 id="people-title">谁可以使用</h2>
        <span className="quiet">
          <WhyButton question={{ line }} label={`谁为什么能用、不能用${line.name}`} />
          <MinutePicker
            aria-label="查看过去某一时刻"
            placement="bottomRight"
            placeholder="现在"
            value={at ? toPicker(at) : null}
            minDate={data ? toPicker(data.known_since) : undefined}
            maxDate={chinaNow()}
            onChange={choose}
          />
        </span>
      </div>
      {!data ? (
        <Placeholder refused={refused} retry={reload} rows={4} />
      ) : (
        <>
          <p className="quiet" role="status">
            {at ? `${dateTime(at)} 时` : '现在'}
            {data.total ? `有 ${count(data.total)} 人有权使用` : '没有人有权使用'}
            {!data.usable && `，${data.total ? '但' : ''}专线${at ? '当时' : '目前'}${data.total ? '' : '也'}不能使用`}
            。
          </p>
          {data.total ? (
            <ul className="people-reasons">
              {data.list.map(({ employee_id, name, dept_path, reasons }) => (
                <li key={employee_id}>
                  <TwoLines
                    first={<Link to={employeePath(employee_id)}>{name}</Link>}
                    second={dept_path ?? '未分配部门'}
                  />
                  <Reasons reasons={reasons} />
                  <WhyButton question={{ employee: { employee_id, name }, line }} label={`${name}为什么能用、不能用`} />
                </li>
              ))}
            </ul>
          ) : (
            !at && (
              <Empty
                title="还没有人可以使用"
                text="把这条专线放入专线组，并给部门或员工授权。"
                action={<LinkButton to={paths.authority}>管理专线权限</LinkButton>}
              />
            )
          )}
          <Pages
            simple
            current={page}
            pageSize={pageSize}
            total={data.total}
            rows={data.list.length}
            onChange={setPage}
          />
        </>
      )}
    </section>
  )
}
