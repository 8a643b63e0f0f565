import { Link } from 'react-router'
import { employeePath, linePath } from '#contract/paths.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useReloadOnChange } from '#web/data/use-reload-on-change.ts'
import { Button } from '#web/ui/button.tsx'
import { count } from '#web/ui/format.ts'
import { May } from '#web/ui/may.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { lineLooks } from '#web/ui/states.ts'
import { TimesLabel } from '#web/ui/times/times-label.tsx'
import type { GroupQuestion } from './group.ts'

interface GroupDetailProps {
  id: string
  /** Increases after a change. */
  round: number
  ask: (question: GroupQuestion) => void
}

export function GroupDetail({ id, round, ask }: GroupDetailProps) {
  const { data: group, refused, reload } = useRemembered('getVplGroupDetail', { group_id: id })
  useReloadOnChange(round, reload)
  // A retry would never find it.
  if (!group && refused?.code === -52010)
    return (
      <p className="sheet group-gone" role="alert">
        这个专线组已被删除或不存在，请从列表另选一个。
      </p>
    )
  if (!group) return <Placeholder refused={refused} retry={reload} rows={10} />
  const { name, remark, lines, departments, employees, people } = group
  return (
    <div className="sheets">
      <section className="sheet" aria-labelledby="group-title">
        <div className="sheet-head">
          <h2 id="group-title">{name}</h2>
          <div className="row group-buttons">
            <May call="setVplGroup">
              <Button onClick={() => ask({ kind: 'edit', group })}>名称与备注</Button>
            </May>
            <May call="deleteVplGroup">
              <Button danger onClick={() => ask({ kind: 'delete', group })}>
                删除
              </Button>
            </May>
          </div>
        </div>
        <p className="quiet">{remark || '无备注'}</p>
        <p>
          实际有 <b>{count(people)}</b> 人可以使用这 <b>{count(lines.length)}</b> 条专线（部门含下级，只计在职员工）。
        </p>
      </section>
      <section className="sheet" aria-labelledby="group-members">
        <div className="sheet-head">
          <h2 id="group-members">谁可以使用</h2>
          <May call="setVplGroupMembers">
            <Button onClick={() => ask({ kind: 'members', group })}>调整授权</Button>
          </May>
        </div>
        {departments.length || employees.length ? (
          <ul className="members">
            {departments.map(({ dept_id, dept_path, until, hours }) => (
              <li key={dept_id}>
                <span className="member-kind">部门</span>
                {dept_path}
                <TimesLabel times={{ until, hours }} />
              </li>
            ))}
            {employees.map(({ employee_id, name: person, dept_path, until, hours }) => (
              <li key={employee_id}>
                <span className="member-kind">员工</span>
                <Link to={employeePath(employee_id)}>{person}</Link>
                <span className="quiet">{dept_path ?? '未分配部门'}</span>
                <TimesLabel times={{ until, hours }} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="quiet group-none">还没有授权给任何部门或员工，组内的专线没有人可以使用。</p>
        )}
      </section>
      <section className="sheet" aria-labelledby="group-lines">
        <div className="sheet-head">
          <h2 id="group-lines">组内专线</h2>
          <May call="setVplGroupLines">
            <Button onClick={() => ask({ kind: 'lines', group })}>调整专线</Button>
          </May>
        </div>
        {lines.length ? (
          <ul className="members">
            {lines.map(({ svp_id, name: line, city, state }) => (
              <li key={svp_id}>
                <Link to={linePath(svp_id)}>{line}</Link>
                <span className="quiet">{city}</span>
                <StateTag state={lineLooks[state]} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="quiet group-none">组内还没有专线。</p>
        )}
      </section>
    </div>
  )
}
