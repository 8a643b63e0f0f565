import '../../lines/lines.css'
import { useState } from 'react'
import { linePath, paths } from '#contract/paths.ts'
import { useMay } from '#web/data/may.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useReloadOnChange } from '#web/data/use-reload-on-change.ts'
import { Button } from '#web/ui/button.tsx'
import { count } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Pages } from '#web/ui/list/pages.tsx'
import { May } from '#web/ui/may.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { ReachedLink } from '#web/ui/reached-link.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { lineLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { Reasons } from '../../access/reasons.tsx'
import { WhyButton } from '../../access/why-button.tsx'
import { LineAddress } from '../../lines/line-columns.tsx'
import type { Employee } from '../employee.ts'

const GrantDialog = idlePart(async () => (await import('./grant-dialog.tsx')).GrantDialog)

const pageSize = 10

/** The lines the person may use, and the groups that grant them. `round` increases after a change on this page. */
export function LinesCard({ employee, round }: { employee: Employee; round: number }) {
  const { employee_id, name: person, state } = employee
  const grant = useDialog<Employee>()
  const [page, setPage] = useState(1)
  const may = useMay()
  const { data, refused, reload, loading } = useRemembered('getEmployeeVplList', {
    employee_id,
    page,
    page_size: pageSize,
  })
  useReloadOnChange(round, reload)
  return (
    <section className="sheet" aria-labelledby="employee-lines-title" aria-busy={loading}>
      <div className="sheet-head">
        <h2 id="employee-lines-title">可用专线</h2>
        <span className="quiet">
          {data && data.total > 0 && `${count(data.total)} 条`}
          <May call="getVplGroupList">
            <LinkButton look="link" size="small" to={paths.authority}>
              管理专线权限
            </LinkButton>
          </May>
          <WhyButton question={{ employee: { employee_id, name: person } }} label={`${person}为什么能用、不能用`} />
          {state === 'active' && (
            <May call="setVplGroupMembers">
              <Button size="small" onClick={() => grant.show(employee)}>
                授权专线
              </Button>
            </May>
          )}
        </span>
      </div>
      {grant.subject && <GrantDialog key={grant.key} employee={grant.subject} {...grant.props} done={reload} />}
      {!data ? (
        <Placeholder refused={refused} retry={reload} />
      ) : data.total ? (
        <>
          <ul className="lines">
            {data.list.map(({ svp_id, name, city, address, state: look, reasons }) => (
              <li key={svp_id} className="line">
                <div>
                  <h3>
                    <ReachedLink to={linePath(svp_id)}>{name}</ReachedLink>
                  </h3>
                  <p className="figures">
                    {city} · <LineAddress address={address} />
                  </p>
                </div>
                <Reasons reasons={reasons} />
                <StateTag state={lineLooks[look]} />
                <WhyButton
                  question={{ employee: { employee_id, name: person }, line: { svp_id, name } }}
                  label={`为什么能用、不能用${name}`}
                />
              </li>
            ))}
          </ul>
          <Pages
            simple
            current={page}
            pageSize={pageSize}
            total={data.total}
            rows={data.list.length}
            onChange={setPage}
          />
        </>
      ) : (
        <p className="details-nothing">
          {state === 'active'
            ? `还没有可以使用的专线。${may('setVplGroupMembers') ? '点“授权专线”把员工加入一个专线组，或把所在部门加入。' : ''}`
            : '只有在职的员工可以使用专线。'}
        </p>
      )}
    </section>
  )
}
