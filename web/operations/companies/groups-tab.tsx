import { Collapse } from 'antd'
import type { GrantTimes } from '#contract/access-times.ts'
import { count } from '#web/ui/format.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { TimesLabel } from '#web/ui/times/times-label.tsx'
import { useOperation } from '../use-operation.ts'
import type { CompanyTabProps } from './company.ts'

/** The company's line groups: which lines each holds, and who may use them. */
export function GroupsTab({ company: { info } }: CompanyTabProps) {
  const { company_id } = info
  const { data, refused, reload } = useOperation('getCompanyGroups', { company_id })
  if (!data) return <Placeholder refused={refused} retry={reload} rows={6} />
  if (!data.list.length) return <Empty title="还没有专线组" text="没有放进专线组的专线，谁都不能使用。" />
  return (
    <Collapse
      destroyOnHidden
      items={data.list.map(({ group_id, name, lines, departments, employees }) => ({
        key: group_id,
        label: `${name}：${count(lines)} 条专线，${count(departments)} 个部门，${count(employees)} 名员工`,
        children: <Members companyId={company_id} groupId={group_id} />,
      }))}
    />
  )
}

function Members({ companyId, groupId }: { companyId: string; groupId: string }) {
  const { data, refused, reload } = useOperation('getCompanyGroup', { company_id: companyId, group_id: groupId })
  if (!data) return <Placeholder refused={refused} retry={reload} />
  const { lines, departments, employees, people, remark } = data
  return (
    <>
      {remark && <p className="quiet">{remark}</p>}
      <p>实际可以使用的有 {count(people)} 人（部门含下级）。</p>
      <dl className="company-group">
        <dt>专线</dt>
        <dd>{lines.map(({ name, city }) => `${name}（${city}）`).join('、') || '没有'}</dd>
        <dt>部门</dt>
        <dd>
          <Granted
            list={departments.map(({ dept_id, dept_path, ...times }) => ({ id: dept_id, name: dept_path, times }))}
          />
        </dd>
        <dt>员工</dt>
        <dd>
          <Granted list={employees.map(({ employee_id, name, ...times }) => ({ id: employee_id, name, times }))} />
        </dd>
      </dl>
    </>
  )
}

const Granted = ({ list }: { list: readonly { id: string; name: string; times: GrantTimes }[] }) =>
  list.length ? (
    <ul className="company-group-members">
      {list.map(({ id, name, times }) => (
        <li key={id}>
          {name} <TimesLabel times={times} />
        </li>
      ))}
    </ul>
  ) : (
    <>没有</>
  )
