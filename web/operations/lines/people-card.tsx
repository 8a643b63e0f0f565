import { useState } from 'react'
import { count } from '#web/ui/format.ts'
import { Pages } from '#web/ui/list/pages.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { TimesLabel } from '#web/ui/times/times-label.tsx'
import { useOperation } from '../use-operation.ts'

const pageSize = 10

/** Lists the people who may use the line, and through which group. Each of them also needs a device in service. */
export function PeopleCard({ which: { company_id, line_id } }: { which: { company_id: string; line_id: string } }) {
  const [page, setPage] = useState(1)
  const input = { company_id, svp_id: line_id, page, page_size: pageSize }
  const { data, refused, reload } = useOperation('getCompanyLinePeople', input)
  return (
    <section className="sheet" aria-labelledby="people-title">
      <div className="sheet-head">
        <h2 id="people-title">谁可以使用</h2>
        {data && <span className="quiet">{data.usable ? `${count(data.total)} 人` : '专线现在不能使用'}</span>}
      </div>
      {!data ? (
        <Placeholder refused={refused} retry={reload} />
      ) : data.total ? (
        <ul className="line-people">
          {data.list.map(({ employee_id, name, dept_path, reasons }) => (
            <li key={employee_id}>
              <span>
                {name} <span className="quiet">{dept_path ?? '未分配部门'}</span>
              </span>
              <span className="quiet">
                {reasons.map(({ group_id, group_name, dept_path: by, until, hours, holds }) => (
                  <span key={`${group_id} ${by}`}>
                    {group_name}
                    {by && `（${by}）`} <TimesLabel times={{ until, hours }} holds={holds} />{' '}
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">没有人：专线不在任何专线组里，或组里没有成员。</p>
      )}
      {data && (
        <Pages
          simple
          current={page}
          pageSize={pageSize}
          total={data.total}
          rows={data.list.length}
          onChange={setPage}
        />
      )}
    </section>
  )
}
